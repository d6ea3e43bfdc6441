/// <reference types="vitest/config" />
import { brotliCompressSync, constants } from 'node:zlib'

import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { paperService } from './src/paper/vite-plugin.ts'

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/

/** Writes a `.br` beside each text file, so that the service never compresses while it answers. */
function precompressed(): Plugin {
  return {
    name: 'quarterdeck-precompressed',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!COMPRESSIBLE.test(file.fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const compressed = brotliCompressSync(source, {
            params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
          })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: compressed })
        }
      },
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
    precompressed(),
    process.env.VITEST ? undefined : paperService(),
  ],
  server: { host: '127.0.0.1' },
  environments: {
    client: { build: { outDir: 'dist/client' } },
    ssr: {
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
  test: { include: ['src/**/*.test.ts'], testTimeout: 20_000 },
})
