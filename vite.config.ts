/// <reference types="vitest/config" />
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport, type UserConfig } from 'vite'

import { pagePlugin } from './src/app/start/build-page.ts'
import { CHUNKS, MAX_FIRST, startPlugin } from './src/app/start/build.ts'
import { NOTICES, textsPlugin } from './src/app/start/notices.ts'
import { paperService } from './src/paper/vite-plugin.ts'

const { version: VERSION } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'),
) as { version: string }

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/

const compress = promisify(brotliCompress)
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Writes a `.br` beside each text file, so that the service never compresses while it answers. */
function precompressed(): Plugin {
  return {
    name: 'quarterdeck-precompressed',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle).filter(({ fileName }) => COMPRESSIBLE.test(fileName))
        await Promise.all(
          texts.map(async (file) => {
            const text = Buffer.from(file.type === 'chunk' ? file.code : file.source)
            const source = await compress(text, BEST)
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source })
          }),
        )
      },
    },
  }
}

/**
 * Parts of Recharts' packages that its charts here never run, by module. It looks scales up by name,
 * so the bundler would keep all of them; and only its own ticks compute with big decimals.
 */
const UNUSED: Record<string, string> = {
  'victory-vendor/d3-scale': "export { scaleLinear, scalePoint } from 'd3-scale'",
  'decimal.js-light': 'export default undefined',
}

const withoutUnused = (): Plugin => ({
  name: 'quarterdeck-without-unused',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source in UNUSED ? `\0${source}` : undefined),
  load: (id) => UNUSED[id.slice(1)],
})

// Unit tests draw with the React that is shipped, which is also twice as fast.
if (process.env.VITEST) process.env.NODE_ENV = 'production'

/** Changes of modules or globals that a test cannot undo: it gets a process of its own. */
const CHANGES_FOR_GOOD = /\bvi\.(mock|resetModules)\(|fake-indexeddb/

/** Tests that share a process, so that modules are loaded once for all of them. */
const sharingTests = readdirSync(join(import.meta.dirname, 'src'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('src', file))
  .filter((file) => !CHANGES_FOR_GOOD.test(readFileSync(join(import.meta.dirname, file), 'utf8')))

/** What only a site of files needs: loaded for it alone, since it brings the engine along. */
async function sitePlugins(): Promise<Plugin[]> {
  const { module } = await runnerImport<typeof import('./src/paper/in-page/build-site.ts')>(
    '/src/paper/in-page/build-site.ts',
    { configFile: false, logLevel: 'error' },
  )
  return module.sitePlugins(process.env['QUARTERDECK_CONNECT'])
}

export default defineConfig(async ({ mode }): Promise<UserConfig> => {
  const isSite = mode === 'site'
  return {
    // A site lies at any path, and has no server that knows its pages.
    base: isSite ? './' : '/',
    define: {
      QUARTERDECK_SITE: JSON.stringify(isSite),
      QUARTERDECK_VERSION: JSON.stringify(VERSION),
    },
    worker: { format: 'es' as const },
    build: { license: { fileName: NOTICES } },
    plugins: [
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        routesDirectory: 'src/routes',
        generatedRouteTree: 'src/app/route-tree.gen.ts',
        quoteStyle: 'single',
        semicolons: false,
      }),
      react(),
      tailwindcss(),
      withoutUnused(),
      pagePlugin(),
      startPlugin(),
      textsPlugin(),
      ...(isSite ? await sitePlugins() : [precompressed()]),
      process.env.VITEST ? undefined : paperService(),
    ],
    server: { host: '127.0.0.1' },
    environments: {
      client: {
        build: {
          outDir: isSite ? 'dist/site' : 'dist/client',
          // Every engine that runs the page knows it.
          modulePreload: { polyfill: false },
          chunkSizeWarningLimit: MAX_FIRST / 1_000,
          rolldownOptions: {
            checks: { pluginTimings: false },
            preserveEntrySignatures: false,
            output: { codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false } },
          },
        },
      },
      ssr: {
        // One file starts sooner than a hundred; SQLite is loaded at run time.
        resolve: { noExternal: true },
        build: {
          outDir: 'dist/paper',
          ssr: true,
          copyPublicDir: false,
          rolldownOptions: { input: 'src/paper/main.ts' },
        },
      },
    },
    builder: {
      buildApp: async (builder) => {
        await Promise.all(
          Object.values(builder.environments)
            .filter(({ name }) => (name === 'client' ? mode !== 'service' : !isSite))
            .map((environment) => builder.build(environment)),
        )
      },
    },
    test: {
      setupFiles: ['src/testing/proof-size.ts'],
      projects: [
        { extends: true, test: { name: 'shared', include: sharingTests, isolate: false } },
        {
          extends: true,
          test: { name: 'isolated', include: ['src/**/*.test.ts'], exclude: sharingTests },
        },
      ],
      // By itself Vitest leaves a core idle, which of two is half.
      maxWorkers: process.env['QUARTERDECK_UNIT_WORKERS'] ?? '100%',
      // Only what hangs takes so long: beside the journeys, units get a tenth of a core at times.
      testTimeout: process.env['QUARTERDECK_PROVE'] ? 900_000 : 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
    },
  }
})
