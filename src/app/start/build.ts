import { join } from 'node:path'

import type { Plugin, Rolldown } from 'vite'

const PANELS =
  /src\/ui\/(.+-panel|tabs)\.tsx|@radix-ui|@floating-ui|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|tslib|aria-hidden/

const SOURCE = join(import.meta.dirname, '../..')
const DRAWS = join(SOURCE, 'app/draw-page.tsx')
const ROWS = join(SOURCE, 'app/start/early-rows.tsx')
const FIGURES = join(SOURCE, 'app/start/early-figures.ts')
const from = (files: readonly string[]) => files.map((file) => join(SOURCE, file))
/** Code that a click may need directly after the first render. Loaded right after it. */
const SOON = from([
  'intents/dispatch.ts',
  'intents/reconciler.ts',
  'intents/reconciling-words.ts',
  'session/use-passphrase.ts',
  'ui/armed-button.tsx',
  'session/key-changes.ts',
  'session/vault-transfer.ts',
  'session/vault-operations.ts',
])
/** Reads that other pages begin at a press on a link, before the code of its page has loaded. */
const READS = from(['features/history/queries.ts', 'features/portfolio/queries.ts'])

/** Parts of the query library that the first page does not use. */
const OF_OTHER_PAGES = /(queriesObserver|useQueries|[iI]nfiniteQueryO\w+|useInfiniteQuery)\.js$/

const isFirst = ({ moduleIds }: Rolldown.OutputChunk) =>
  [DRAWS, ROWS, FIGURES].some((root) => moduleIds.includes(root))

type Selection = { include?: RegExp; exclude?: RegExp }

type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** The root modules and everything that they import. */
function importsOf(roots: readonly string[], exclude?: RegExp) {
  let imported: Set<string> | undefined
  return (modules: Modules): ReadonlySet<string> => {
    if (imported) return imported
    imported = new Set(roots)
    // Iterating a set includes elements added meanwhile.
    for (const module of imported) {
      for (const next of modules.getModuleInfo(module)?.importedIds ?? []) {
        if (!exclude?.test(next)) imported.add(next)
      }
    }
    return imported
  }
}

/** A chunk with everything that the root modules import. */
function importedBy(
  name: string,
  roots: readonly string[],
  { include, exclude }: Selection = {},
): Rolldown.CodeSplittingNameFunction {
  const imported = importsOf(roots, exclude)
  return (id, modules) => (imported(modules).has(id) || include?.test(id) ? name : null)
}

const [ofRows, ofFigures] = [importsOf([ROWS]), importsOf([FIGURES])]
const ofPage = importsOf([DRAWS], OF_OTHER_PAGES)
/** Used by figures and any other first page. */
const isShared = (id: string, modules: Modules): boolean =>
  ofFigures(modules).has(id) && (ofRows(modules).has(id) || ofPage(modules).has(id))

/** Buttons and links to forms, which lists and Portfolio draw without the forms themselves. */
const OPENS_FORM = /src\/forms\/(alert-button|new-link)\.tsx/
const CONTRACT = /src\/(contract\/(?!.*-rules)|dialects\/(dialect-words|[\w-]+\/words))/
const WRITES =
  /src\/forms\/((use-)?(write|bulk)|effect|kept-note|sending-sheet|use-not-known|use-attempt)/
const FORMS =
  /react-hook-form|@hookform|src\/(forms\/|contract\/((entry|stop-loss|take-profit|smart-trade(-change)?|exchange)-rules)|trading\/(smart-trade-preview|example-trade|alerts|units-of-free)\.|market\/place-with-money)/

/** Recharts, most of which runs at once. */
const CHART = 'time-chart-drawing'

/** Few chunks: over HTTP/1.1 every six requests cost the first page another round trip. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // Sends the first read while the rest loads.
  { name: 'ahead', tags: ['$initial'], priority: 4 },
  // Draw the first rows or figures while the rest loads.
  {
    name: (id, modules) => (isShared(id, modules) ? 'early' : null),
    debugName: 'early',
    priority: 3.6,
  },
  { name: importedBy('rows', [ROWS]), debugName: 'rows', priority: 3.5 },
  { name: importedBy('figures', [FIGURES]), debugName: 'figures', priority: 3.5 },
  {
    name: importedBy('first', [DRAWS], { exclude: OF_OTHER_PAGES }),
    debugName: 'first',
    priority: 3,
  },
  // Before `soon`: lists and Portfolio need nothing that sends.
  {
    name: importedBy('contract', READS, { include: CONTRACT }),
    debugName: 'contract',
    priority: 2.7,
  },
  { name: importedBy('soon', SOON, { include: WRITES }), debugName: 'soon', priority: 2.5 },
  {
    // Menus, popovers, sheets and tabs: not needed for the first render.
    name: 'panels',
    test: PANELS,
    priority: 2,
  },
  { name: 'virtual', test: /src\/ui\/window-rows/, priority: 2 },
  // Half of the pages have no chart.
  {
    name: 'charts',
    test: /src\/(charts\/(?!price-)|market\/profit-panel)/,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'prices',
    test: /src\/(charts\/price-|market\/(fills|price-history|level-|sheet-))/,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'pages',
    test: (id: string) => OPENS_FORM.test(id) || !(FORMS.test(id) || id.includes('src/features/')),
    minShareCount: 2,
    priority: 1,
  },
  { name: 'forms', test: FORMS },
  {
    name: (id: string) => /src\/features\/([^/]+)\//.exec(id)?.[1],
    debugName: 'features',
    minShareCount: 2,
  },
]

/**
 * Adds V8's explicit compile hint to the first chunks, which are then compiled off the main thread
 * while they load. Lazy compilation took a seventh of the time to the first row.
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
          if (file.type !== 'chunk') continue
          if (!file.isEntry && !isFirst(file) && file.name !== CHART) continue
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

/** Chunks that `preload.ts` fetches, each with those that it imports. */
const FETCHED = ['rows', 'figures', 'first', '_connected.portfolio']

/** Names the render code, which `preload.ts` fetches in parallel to the first script. */
function drawingLinks(): Plugin {
  let base = '/'
  return {
    name: 'quarterdeck-drawing-links',
    apply: 'build',
    configResolved: (config) => void (base = config.base),
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const fetched = chunks.filter(({ name }) => FETCHED.includes(name))
        return chunks
          .filter(({ isEntry }) => !isEntry)
          .map(({ fileName }) => ({
            fileName,
            code: fetched
              .filter((one) => one.fileName === fileName || one.imports.includes(fileName))
              .map(({ name }) => name),
          }))
          .filter(({ code }) => code.length > 0)
          .map(({ fileName, code }) => ({
            tag: 'link',
            attrs: { 'data-code': code.join(' '), crossorigin: true, href: base + fileName },
            // Before the script that fetches them.
            injectTo: 'head-prepend',
          }))
      },
    },
  }
}

/** In characters. A single import could add the code of other pages to the first files unnoticed. */
export const MAX_FIRST = 520_000

/** Code of the in-page service, for static sites only. */
const OF_SITE = /src\/(paper|in-page\/in-page-service|app\/start\/own-service)/

/** Fails the build if a first file is too large, or contains the in-page service by mistake. */
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
        if (ofSite !== undefined) this.error(`Only a static site may contain ${ofSite}`)
        if (!file.isEntry && !isFirst(file)) continue
        const { length } = file.code
        if (length > MAX_FIRST) this.error(`${file.fileName} has ${length} characters`)
      }
    },
  }
}

const PAGE = /src\/routes\/(.+)\.tsx\?tsr-split=component$/

/** Writes `pages.json`, the files of each page, from which the service makes `Link` headers. */
function filesOfPages(): Plugin {
  return {
    name: 'quarterdeck-files-of-pages',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      /** Rejects circular chunks, whose execution order is unpredictable. */
      const needs = (file: string, path: readonly string[] = []): string[] => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk') return []
        const to = [...path, file]
        if (path.includes(file)) this.error(`Chunks import each other: ${to.join(' > ')}`)
        return [file, ...chunk.imports.flatMap((next) => needs(next, to))]
      }
      const pages = Object.values(bundle).flatMap((file) => {
        const page = file.type === 'chunk' && PAGE.exec(file.facadeModuleId ?? '')?.[1]
        // Files of Portfolio come after its first figures: `preload.ts` fetches them.
        const isNamed = typeof page === 'string' && !FETCHED.includes(page)
        return isNamed ? [[page, [...new Set(needs(file.fileName))]] as const] : []
      })
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(pages)),
      })
    },
  }
}

/** Build plugins that speed up the start, explained in `README.md`. */
export const startPlugins = (): Plugin[] => [
  drawingLinks(),
  filesOfPages(),
  compiledAhead(),
  lightStart(),
]
