/// <reference types="vitest/config" />
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

import { paperService } from './src/paper/vite-plugin.ts'

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/

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

const DRAWS = join(import.meta.dirname, 'src/app/draw-page.tsx')
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
const CHUNKS = [
  // What begins the first read while the rest arrives.
  { name: 'ahead', tags: ['$initial' as const], priority: 4 },
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
  // Half the pages draw none.
  { name: 'charts', test: /src\/charts\//, minShareCount: 2, priority: 2 },
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
      const needs = (file: string): string[] => {
        const chunk = bundle[file]
        return chunk?.type === 'chunk' ? [file, ...chunk.imports.flatMap(needs)] : []
      }
      const pages = Object.values(bundle).flatMap((file) => {
        const page = file.type === 'chunk' && PAGE.exec(file.facadeModuleId ?? '')?.[1]
        return page ? [[page, [...new Set(needs(file.fileName))]] as const] : []
      })
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(pages)),
      })
    },
  }
}

export default defineConfig({
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
    preloadedDrawing(),
    filesOfPages(),
    compiledAhead(),
    precompressed(),
    process.env.VITEST ? undefined : paperService(),
  ],
  server: { host: '127.0.0.1' },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // Every engine that runs the page knows it.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          checks: { pluginTimings: false },
          preserveEntrySignatures: false,
          output: { codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false } },
        },
      },
    },
    ssr: {
      // One file starts sooner than a hundred; what is native stays where it was installed.
      resolve: { noExternal: true, external: ['@photostructure/sqlite'] },
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
        Object.values(builder.environments).map((environment) => builder.build(environment)),
      )
    },
  },
  test: {
    include: ['src/**/*.test.ts'],
    // By itself Vitest leaves a core idle, which of two is half.
    maxWorkers: '100%',
    // Proofs at their whole size take minutes on a busy machine.
    testTimeout: process.env['QUARTERDECK_PROVE'] ? 900_000 : 20_000,
    hookTimeout: 60_000,
    // One second is too short for what is polled on a machine that does other things as well.
    expect: { poll: { timeout: 15_000 } },
  },
})
