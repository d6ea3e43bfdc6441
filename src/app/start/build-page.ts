import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { minify, type Plugin, runnerImport, transformWithOxc } from 'vite'

const INLINED = ['theme.ts', 'mend-start.ts']
const CODE_FILES = join(import.meta.dirname, '../../ui/code-files.ts')
const SHELL = join(import.meta.dirname, 'static-shell.tsx')
const WORKER = join(import.meta.dirname, 'service-worker.ts')

const IMPORT = /^import \{.*\} from '\S*code-files.ts'$/m

/** Compiles a script without imports: `code-files.ts` is copied into it. */
async function scriptOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  const own = IMPORT.test(text) ? `${await readFile(CODE_FILES, 'utf8')}\n` : ''
  const whole = own.replaceAll(/^export /gm, '') + text.replace(IMPORT, '')
  const { code } = await transformWithOxc(whole, file)
  const { code: short } = await minify(file, code)
  return short.trim()
}

/**
 * Inlines scripts into the page: the theme would delay the first paint by a round trip, and the
 * repair script might be missing itself. Allowed by their hashes (`paper/http/site.ts`).
 */
function inlinedScripts(): Plugin {
  return {
    name: 'quarterdeck-inlined-scripts',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        let page = html
        for (const file of INLINED) {
          const tag = `<script src="/src/app/start/${file}"></script>`
          if (!page.includes(tag)) throw new Error(`index.html has no ${tag}`)
          const script = await scriptOf(join(import.meta.dirname, file))
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
        const { module } = await runnerImport<{ StaticShell: FunctionComponent }>(SHELL, {
          configFile: false,
          logLevel: 'error',
        })
        return html.replace(place, () => renderToStaticMarkup(createElement(module.StaticShell)))
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
        const source = `const BUILD=${JSON.stringify(build)};${await scriptOf(WORKER)}`
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}

export const pagePlugins = (): Plugin[] => [inlinedScripts(), staticShell(), serviceWorker()]
