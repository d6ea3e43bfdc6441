import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build as buildWith, type Plugin, type Rolldown, runnerImport } from 'vite'

import type * as FirstEndpoints from './first-endpoints.ts'
import type * as StaticShellModule from './static-shell.tsx'

const INLINED = ['theme.ts', 'preload.ts', 'early-script.ts', 'mend-start.ts']
const here = (file: string) => join(import.meta.dirname, file)

/** In compressed bytes: the inlined scripts are part of every page. */
const MAX_INLINED = 3_200

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
        treeshake: { moduleSideEffects: (id) => id === here(file) },
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
 * Inlines scripts into the page: the theme would delay the first paint by a round trip, and the
 * repair script might be missing itself. Allowed by their hashes (`paper/http/page-policy.ts`).
 */
function inlinedScripts(): Plugin {
  let isSite = false
  return {
    name: 'quarterdeck-inlined-scripts',
    configResolved: ({ mode }) => void (isSite = mode === 'site'),
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { firstReads } = await evaluated<typeof FirstEndpoints>('first-endpoints.ts')
        const constants = { FIRST_READS: firstReads, QUARTERDECK_SITE: isSite }
        let page = html
        for (const file of INLINED) {
          const tag = `<script src="/src/app/start/${file}"></script>`
          if (!page.includes(tag)) throw new Error(`index.html has no ${tag}`)
          const script = await scriptOf(file, constants)
          const { length } = brotliCompressSync(script)
          if (length > MAX_INLINED) throw new Error(`${file} has ${length} compressed bytes`)
          page = page.replace(tag, () => `<script>${script}</script>`)
        }
        return page
      },
    },
  }
}

/** Renders the page frame into `index.html`, so that it is painted before any script runs. */
function staticShell(): Plugin {
  const place = '<!-- static shell -->'
  return {
    name: 'quarterdeck-static-shell',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(place)) throw new Error(`index.html has no ${place}`)
        const { StaticShell } = await evaluated<typeof StaticShellModule>('static-shell.tsx')
        return html.replace(place, () => renderToStaticMarkup(createElement(StaticShell)))
      },
    },
  }
}

/** Writes the service worker with the list of files to cache. */
function serviceWorker(): Plugin {
  let hasOneAddress = false
  return {
    name: 'quarterdeck-service-worker',
    apply: 'build',
    configResolved({ base }) {
      hasOneAddress = base === './'
    },
    applyToEnvironment: (environment) => environment.name === 'client',
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
          hasOneAddress,
        }
        const script = await scriptOf('service-worker.ts')
        const source = `const BUILD=${JSON.stringify(build)};${script}`
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}

export const pagePlugins = (): Plugin[] => [inlinedScripts(), staticShell(), serviceWorker()]
