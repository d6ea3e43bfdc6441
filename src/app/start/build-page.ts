import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build as buildWith, type Plugin, type Rolldown, runnerImport } from 'vite'

import type * as FirstEndpoints from './first-endpoints.ts'
import type * as StaticShellModule from './static-shell.tsx'

const INLINED = 'inline-script.ts'
const here = (file: string) => join(import.meta.dirname, file)

/** In compressed bytes: the inlined script is part of every page. */
const MAX_INLINED = 4_300

/** Bundles a script with the code that it uses. `constants` replace its declared globals. */
async function scriptOf(file: string, constants: object = {}): Promise<string> {
  const define = Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])
  const built = await buildWith({
    configFile: false,
    logLevel: 'error',
    define: Object.fromEntries(define) as Record<string, string>,
    build: {
      write: false,
      rolldownOptions: {
        input: here(file),
        output: { format: 'iife' },
        treeshake: { moduleSideEffects: (id) => id.startsWith(import.meta.dirname) },
      },
    },
  })
  const [script] = (built as Rolldown.RolldownOutput).output
  return script.code.trim()
}

/** Loads a module with imports from `src`. */
async function evaluated<T>(file: string): Promise<T> {
  const imported = await runnerImport<T>(here(file), { configFile: false, logLevel: 'error' })
  return imported.module
}

/**
 * Inlines the first script into the page, allowed by its hash (`paper/http/page-policy.ts`): the
 * theme would delay the first paint by a round trip, and the repair might be missing itself.
 */
async function withInlineScript(page: string, isSite: boolean): Promise<string> {
  const { firstReads } = await evaluated<typeof FirstEndpoints>('first-endpoints.ts')
  const script = await scriptOf(INLINED, { FIRST_READS: firstReads, QUARTERDECK_SITE: isSite })
  const { length } = brotliCompressSync(script)
  if (length > MAX_INLINED) throw new Error(`${INLINED} has ${length} compressed bytes`)
  const place = `<script src="/src/app/start/${INLINED}"></script>`
  return replaced(page, place, `<script>${script}</script>`)
}

function replaced(html: string, place: string, by: string): string {
  if (!html.includes(place)) throw new Error(`index.html has no ${place}`)
  return html.replace(place, () => by)
}

/**
 * Completes `index.html` by its script and the page frame, so that this is painted before any script
 * runs, and writes the service worker with the list of files to cache.
 */
export function pagePlugin(): Plugin {
  let isSite = false
  return {
    name: 'quarterdeck-page',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved: ({ mode }) => void (isSite = mode === 'site'),
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { StaticShell } = await evaluated<typeof StaticShellModule>('static-shell.tsx')
        const shell = renderToStaticMarkup(createElement(StaticShell))
        return replaced(await withInlineScript(html, isSite), '<!-- static shell -->', shell)
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html')
        const html = String(page.source)
        const files = Object.keys(bundle)
          .filter((file) => /^(assets\/.+\.(js|css|woff2)|world\.json\.gz)$/.test(file))
          .toSorted()
        // The font loads late, but on every visit.
        const isFirst = (file: string) => html.includes(file) || /inter/.test(file)
        const version = createHash('sha256').update(html).update(files.join()).digest('hex')
        const build = {
          version: version.slice(0, 16),
          first: files.filter(isFirst),
          rest: files.filter((file) => !isFirst(file)),
          hasOneAddress: isSite,
        }
        const script = await scriptOf('service-worker.ts')
        const source = `const BUILD=${JSON.stringify(build)};${script}`
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}
