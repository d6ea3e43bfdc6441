import { join } from 'node:path'

import type { Plugin, Rolldown } from 'vite'

const PANELS = /src\/ui\/(.+-panel|tabs)\.tsx/
/** Radix, and what of its lock on scrolling is a package of its own. */
const PANEL_PARTS = [
  '@radix-ui',
  '@floating-ui',
  'react-remove-scroll',
  'react-style-singleton',
  'use-callback-ref',
  'use-sidecar',
  'get-nonce',
  'tslib',
  'aria-hidden',
]

const SOURCE = join(import.meta.dirname, '../..')
const DRAWS = join(SOURCE, 'app/draw-page.tsx')
/** What a press may need as soon as the first picture stands: it is asked for right after it. */
const SOON = [
  'intents/dispatch.ts',
  'intents/reconciler.ts',
  // Every sheet is sent by it.
  'ui/armed-button.tsx',
  // Keys are taken up and changed.
  'session/key-changes.ts',
  'session/vault-transfer.ts',
  'session/vault-operations.ts',
  // Other pages begin their reads, which their own code need not be there for.
  'features/history/queries.ts',
  'features/portfolio/queries.ts',
].map((file) => join(SOURCE, file))

/** What a package's one entry names beside what the first page uses of it. */
const OF_OTHER_PAGES = /(queriesObserver|useQueries|[iI]nfiniteQueryO\w+|useInfiniteQuery)\.js$/

type Brought = { and?: RegExp; butFor?: RegExp }

/** All that some modules bring along, as a group of that name. */
function broughtBy(
  name: string,
  roots: readonly string[],
  { and, butFor }: Brought,
): Rolldown.CodeSplittingNameFunction {
  let brought: ReadonlySet<string> | undefined
  return (id, modules) => {
    if (brought === undefined) {
      const found = new Set(roots)
      // A set gives out as well what is added meanwhile.
      for (const module of found) {
        for (const next of modules.getModuleInfo(module)?.importedIds ?? []) {
          if (!butFor?.test(next)) found.add(next)
        }
      }
      brought = found
    }
    return brought.has(id) || and?.test(id) ? name : null
  }
}

/** Few chunks: over HTTP/1.1 every six requests cost the first page another round trip. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // What begins the first read while the rest arrives.
  { name: 'ahead', tags: ['$initial'], priority: 4 },
  {
    name: broughtBy('first', [DRAWS], { butFor: OF_OTHER_PAGES }),
    debugName: 'first',
    priority: 3,
  },
  // What sends and reconciles takes the contract of every write: the rest of it comes along.
  {
    name: broughtBy('soon', SOON, { and: /src\/contract\/(?!.*-rules)/ }),
    debugName: 'soon',
    priority: 2.5,
  },
  {
    // What menus, popovers, sheets and tabs are made of; no page needs it for its first picture.
    name: 'panels',
    test: (id: string) => PANEL_PARTS.some((part) => id.includes(part)) || PANELS.test(id),
    priority: 2,
  },
  {
    name: 'virtual',
    test: /src\/ui\/window-rows/,
    priority: 2,
  },
  // Half the pages draw none: what draws stands apart from what all of them read.
  {
    name: 'charts',
    test: /src\/(charts\/|market\/(profit-panel|fills|price-history|level-))/,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'pages',
    test: (id: string) => !/src\/(features|forms)\/|react-hook-form|@hookform/.test(id),
    minShareCount: 2,
    priority: 1,
  },
  { name: 'forms', test: /src\/forms\/|react-hook-form|@hookform/ },
  {
    name: (id: string) => /src\/features\/([^/]+)\//.exec(id)?.[1],
    debugName: 'features',
    minShareCount: 2,
  },
]

/**
 * Has the browser compile all of the first chunks beside the main thread, while they still arrive:
 * function by function, as they are called, it was a seventh of the work before the first row.
 * V8's explicit compile hint; elsewhere a comment.
 */
function compiledAhead(): Plugin {
  return {
    name: 'quarterdeck-compiled-ahead',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !(file.isEntry || file.moduleIds.includes(DRAWS))) continue
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

/** Names in the page what draws it, so that it comes beside what begins the first read. */
function preloadedDrawing(): Plugin {
  let base = '/'
  return {
    name: 'quarterdeck-preloaded-drawing',
    apply: 'build',
    configResolved: (config) => void (base = config.base),
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const drawing = chunks.find(({ moduleIds }) => moduleIds.includes(DRAWS))
        const files = drawing ? [drawing.fileName, ...drawing.imports] : []
        return files
          .filter((file) => !chunks.some(({ fileName, isEntry }) => fileName === file && isEntry))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: base + file },
            injectTo: 'head',
          }))
      },
    },
  }
}

/** What comes after the first picture: one import in the wrong place brings it back unseen. */
const NOT_FIRST = [
  /react-hook-form|@hookform|@radix-ui|recharts|src\/ui\/window-rows/,
  /src\/forms\/(?!new-link)/,
  /src\/session\/(key-changes|stored-secret|vault-\w+)\.ts/,
  /src\/intents\/(asked|dispatch|evidence|reconciler)\.ts/,
  /src\/contract\/(dca-bots|grid-bots|history|write|writes|[\w-]+-rules)\.ts/,
  // What the routes of other pages say of their addresses is known from the start.
  /src\/features\/(connection|dca-bots|grid-bots|history|portfolio|settings)\/(?!(address|search|range|unit)\.ts)/,
]

/** What only a site of files holds. */
const OF_SITE = /src\/(paper|in-page\/in-page-service|app\/start\/own-service)/

/** Refuses to build first files with anything in them that is to come later, and a page with a service. */
function lightStart(): Plugin {
  let isSite = false
  return {
    name: 'quarterdeck-light-start',
    configResolved: ({ mode }) => void (isSite = mode === 'site'),
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const ofSite = isSite ? undefined : file.moduleIds.find((id) => OF_SITE.test(id))
        if (ofSite !== undefined) this.error(`A page with a server holds no service: ${ofSite}`)
        if (!file.isEntry && !file.moduleIds.includes(DRAWS)) continue
        const heavy = file.moduleIds.filter((id) => NOT_FIRST.some((later) => later.test(id)))
        if (heavy.length > 0)
          this.error(`The first files bring what is to come later: ${heavy.join()}`)
      }
    },
  }
}

const PAGE = /src\/routes\/(.+)\.tsx\?tsr-split=component$/

/** Says which files each page needs beside the first ones, so that the service can name them at once. */
function filesOfPages(): Plugin {
  return {
    name: 'quarterdeck-files-of-pages',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      /** Chunks that import each other run in an order that no code can rely on. */
      const needs = (file: string, path: readonly string[] = []): string[] => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk') return []
        const to = [...path, file]
        if (path.includes(file)) this.error(`Chunks import each other: ${to.join(' > ')}`)
        return [file, ...chunk.imports.flatMap((next) => needs(next, to))]
      }
      const pages = Object.values(bundle).flatMap((file) => {
        const page = file.type === 'chunk' && PAGE.exec(file.facadeModuleId ?? '')?.[1]
        return typeof page === 'string' ? [[page, [...new Set(needs(file.fileName))]] as const] : []
      })
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(pages)),
      })
    },
  }
}

/** What the build does for the start of the page; `README.md` says what each part is for. */
export const startPlugins = (): Plugin[] => [
  preloadedDrawing(),
  filesOfPages(),
  compiledAhead(),
  lightStart(),
]
