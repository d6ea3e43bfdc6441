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

const DRAWS = join(import.meta.dirname, '../draw-page.tsx')
let drawing: ReadonlySet<string> | undefined

/** What the first page is drawn by, which is all that the module draws it with brings along. */
const isDrawing: Rolldown.CodeSplittingNameFunction = (id, modules) => {
  if (drawing === undefined) {
    const found = new Set([DRAWS])
    // A set gives out as well what is added meanwhile.
    for (const module of found) {
      modules.getModuleInfo(module)?.importedIds.forEach((next) => found.add(next))
    }
    drawing = found
  }
  return drawing.has(id) ? 'first' : null
}

/** Few chunks: over HTTP/1.1 every six requests cost the first page another round trip. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // What begins the first read while the rest arrives.
  { name: 'ahead', tags: ['$initial'], priority: 4 },
  { name: isDrawing, debugName: 'first', priority: 3 },
  {
    // What menus, popovers, sheets and tabs are made of; no page needs it for its first picture.
    name: 'panels',
    test: (id: string) => PANEL_PARTS.some((part) => id.includes(part)) || PANELS.test(id),
    priority: 2,
  },
  {
    name: 'virtual',
    test: /@tanstack\/(react-virtual|virtual-core)|src\/ui\/window-rows/,
    priority: 2,
  },
  // Half the pages draw none: what draws stands apart from what all of them read.
  {
    name: 'charts',
    test: /src\/(charts\/|market\/profit-panel)/,
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
  return {
    name: 'quarterdeck-preloaded-drawing',
    apply: 'build',
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
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          }))
      },
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
      /** Two chunks may import each other. */
      const needs = (file: string, found = new Set<string>()): Set<string> => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || found.has(file)) return found
        found.add(file)
        for (const next of chunk.imports) needs(next, found)
        return found
      }
      const pages = Object.values(bundle).flatMap((file) => {
        const page = file.type === 'chunk' && PAGE.exec(file.facadeModuleId ?? '')?.[1]
        return page ? [[page, [...needs(file.fileName)]] as const] : []
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
export const startPlugins = (): Plugin[] => [preloadedDrawing(), filesOfPages(), compiledAhead()]
