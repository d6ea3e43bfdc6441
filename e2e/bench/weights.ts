import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { createBuilder, type Plugin, type Rolldown } from 'vite'

import { weight } from './compare.ts'
import type { Figure } from './report.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** In kB: lighter modules are summed up. */
const WORTH_NAMING = 0.3

/** Goal 3: the first scripts, listed module by module, each by its share of the compressed file. */
export async function measure(): Promise<Figure[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'quarterdeck-weights-'))
  try {
    const chunks = await built(outDir)
    const page = readFileSync(join(outDir, 'index.html'), 'utf8')
    const first = chunks.filter(({ fileName }) => page.includes(fileName))
    const kilobytes = first.map(({ code }) => brotliCompressSync(code).length / 1_000)
    const all = kilobytes.reduce((sum, size) => sum + size, 0)
    print(first.flatMap((chunk, index) => sharesOf(chunk, kilobytes[index] ?? 0)))
    return [weight(3, 'first scripts of the build', all, 'kB', 125)]
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

async function built(outDir: string): Promise<Rolldown.OutputChunk[]> {
  const chunks: Rolldown.OutputChunk[] = []
  const noting: Plugin = {
    name: 'quarterdeck-weights',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) =>
        void chunks.push(...Object.values(bundle).filter((file) => file.type === 'chunk')),
    },
  }
  const builder = await createBuilder({
    root: ROOT,
    logLevel: 'error',
    plugins: [noting],
    environments: { client: { build: { outDir } } },
  })
  const { client } = builder.environments
  if (client) await builder.build(client)
  return chunks
}

type Share = readonly [module: string, kilobytes: number]

function sharesOf({ modules }: Rolldown.OutputChunk, kilobytes: number): Share[] {
  const all = Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)
  return Object.entries(modules).map(([id, { renderedLength }]) => [
    nameOf(id),
    (renderedLength / all) * kilobytes,
  ])
}

/** A package as a whole, a file of ours by its path. */
const nameOf = (id: string): string =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(id)?.[1] ??
  relative(ROOT, id.replace(/\?.*/, ''))

function print(shares: readonly Share[]): void {
  const sums = new Map<string, number>()
  for (const [name, size] of shares) sums.set(name, (sums.get(name) ?? 0) + size)
  const sorted = [...sums].toSorted(([, a], [, b]) => b - a)
  const named = sorted.filter(([, size]) => size >= WORTH_NAMING)
  const others = sorted.slice(named.length)
  const rest = others.reduce((sum, [, size]) => sum + size, 0)
  for (const [name, size] of [...named, [`${others.length} lighter modules`, rest] as const]) {
    console.log(`${size.toFixed(1).padStart(6)} kB  ${name}`)
  }
}
