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

type Imports = ReturnType<typeof importsOf>
const [ofRows, ofFigures] = [importsOf([ROWS]), importsOf([FIGURES])]
const [ofPage, ofReads] = [importsOf([DRAWS], OF_OTHER_PAGES), importsOf(READS)]
const ofSoon = importsOf(SOON)

/** Names the chunk of the modules in `imports` or in `others`. */
const chunk =
  (name: string, imports: Imports, others?: RegExp): Rolldown.CodeSplittingNameFunction =>
  (id, modules) =>
    imports(modules).has(id) || others?.test(id) ? name : null

/** Used by figures and any other first page. */
const isShared = (id: string, modules: Modules): boolean =>
  ofFigures(modules).has(id) && (ofRows(modules).has(id) || ofPage(modules).has(id))

/** Code of figures that Portfolio alone draws. */
const OF_PORTFOLIO = /src.(features.portfolio|app.start)/

/** Buttons and links to forms, which lists and Portfolio draw without the forms themselves. */
const OPENS_FORM = /src\/forms\/(alert-button|new-link)\.tsx/
const CONTRACT = /src\/(contract\/(?!.*-rules)|dialects\/(dialect-words|[\w-]+\/words))/
const WRITES =
  /src\/forms\/((use-)?(write|bulk)|effect|kept-note|sending-sheet|use-not-known|use-attempt)/
const FORMS =
  /react-hook-form|@hookform|src\/(forms\/|contract\/((entry|stop-loss|take-profit|smart-trade(-change)?|exchange)-rules)|trading\/(smart-trade-preview|example-trade|alerts|units-of-free)\.|market\/place-with-money)/

const CHARTS = /src\/(charts\/(?!price-)|market\/profit-panel)/
const PRICES = /src\/(charts\/price-|market\/(fills|price-history|level-|sheet-))/

/** Recharts, most of which runs at once. */
const CHART = 'time-chart-drawing'

/** Few chunks: over HTTP/1.1 every six requests cost the first page another round trip. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // Sends the first read while the rest loads.
  { name: 'ahead', tags: ['$initial'], priority: 4 },
  // Draw the first rows or figures while the rest loads.
  { name: (id, modules) => (isShared(id, modules) ? 'early' : null), priority: 3.6 },
  { name: chunk('rows', ofRows), priority: 3.5 },
  { name: chunk('figures', ofFigures), test: OF_PORTFOLIO, priority: 3.5 },
  { name: chunk('measures', ofFigures), priority: 3.4 },
  { name: chunk('first', ofPage), priority: 3 },
  // Before `soon`: lists and Portfolio need nothing that sends.
  { name: chunk('contract', ofReads, CONTRACT), priority: 2.7 },
  { name: chunk('soon', ofSoon, WRITES), priority: 2.5 },
  // Menus, popovers, sheets and tabs: not needed for the first render.
  { name: 'panels', test: PANELS, priority: 2 },
  { name: 'virtual', test: /src\/ui\/window-rows/, priority: 2 },
  // Half of the pages have no chart.
  { name: 'charts', test: CHARTS, minShareCount: 2, priority: 2 },
  { name: 'prices', test: PRICES, minShareCount: 2, priority: 2 },
  {
    name: 'pages',
    test: (id: string) => OPENS_FORM.test(id) || !(FORMS.test(id) || id.includes('src/features/')),
    minShareCount: 2,
    priority: 1,
  },
  { name: 'forms', test: FORMS },
  { name: (id: string) => /src\/features\/([^/]+)\//.exec(id)?.[1], minShareCount: 2 },
]

/** Chunks that `early-page.ts` fetches, each with those that it imports. */
const FETCHED = ['rows', 'figures', 'first', '_connected.portfolio', CHART]

/** In characters. A single import could add the code of other pages to the first files unnoticed. */
export const MAX_FIRST = 520_000

/** Code of the in-page service, for static sites only. */
const OF_SITE = /src\/(paper|in-page\/in-page-service|app\/start\/own-service)/

/**
 * V8's explicit compile hint: the file is compiled off the main thread while it loads. Lazy
 * compilation took a seventh of the time to the first row.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad'

const PAGE = /src\/routes\/(.+)\.tsx\?tsr-split=component$/

type Bundle = Rolldown.OutputBundle
const chunksIn = (bundle: Bundle) => Object.values(bundle).filter((file) => file.type === 'chunk')

/** The files of each page. Throws for circular chunks, whose execution order is unpredictable. */
function filesOfPages(bundle: Bundle): Record<string, readonly string[]> {
  const needs = (file: string, path: readonly string[] = []): string[] => {
    const found = bundle[file]
    if (found?.type !== 'chunk') return []
    const to = [...path, file]
    if (path.includes(file)) throw new Error(`Chunks import each other: ${to.join(' > ')}`)
    return [file, ...found.imports.flatMap((next) => needs(next, to))]
  }
  const pages = chunksIn(bundle).flatMap(({ fileName, facadeModuleId }) => {
    const page = PAGE.exec(facadeModuleId ?? '')?.[1]
    // Files of Portfolio come after its first figures: `early-page.ts` fetches them.
    const isNamed = page !== undefined && !FETCHED.includes(page)
    return isNamed ? [[page, [...new Set(needs(fileName))]] as const] : []
  })
  return Object.fromEntries(pages)
}

/** Hints, checks and names the files that the start of the page depends on: see `README.md`. */
export function startPlugin(): Plugin {
  let base = '/'
  let isSite = false
  return {
    name: 'quarterdeck-start',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      base = config.base
      isSite = config.mode === 'site'
    },
    // Names the render code, which `early-page.ts` fetches in the order of need.
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = chunksIn(bundle)
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
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of chunksIn(bundle)) {
          const ofSite = isSite ? undefined : file.moduleIds.find((id) => OF_SITE.test(id))
          if (ofSite !== undefined) this.error(`Only a static site may contain ${ofSite}`)
          if (!file.isEntry && !isFirst(file) && file.name !== CHART) continue
          const { length } = file.code
          if (length > MAX_FIRST) this.error(`${file.fileName} has ${length} characters`)
          file.code = `${COMPILE_HINT}\n${file.code}`
        }
        const source = JSON.stringify(filesOfPages(bundle))
        this.emitFile({ type: 'asset', fileName: 'pages.json', source })
      },
    },
  }
}
