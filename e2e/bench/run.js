// What `npm run bench` runs: builds, measures the named parts in turn, and judges nothing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { runnerImport } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')
const PARTS =
  'lists portfolio history ticket rail bots accounts engine service growth crypto soak full-history weights site'.split(
    ' ',
  )

const wished = process.argv.slice(2)
const unknown = wished.filter((part) => !PARTS.includes(part))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${PARTS.join(', ')}.`)
  process.exit(1)
}

// The product builds itself when it is not built yet.
const start = join(ROOT, 'src', 'paper', 'start.js')
spawnSync(process.execPath, [start, '--help'], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
})

// Floors are built from here as well, and as the product is.
process.env.NODE_ENV = 'production'
const load = async (file) =>
  (await runnerImport(join(import.meta.dirname, file), { configFile: false, root: ROOT })).module

// Anew each time: a world that an older version stored is refused.
const { default: prepareWorld } = await load('../prepare-world.ts')
await prepareWorld()

const { print, save } = await load('report.ts')
console.log('Peers are not installed here: floors and ours take turns, peers are not measured.\n')
const all = []
for (const part of wished.length > 0 ? wished : PARTS) {
  const began = performance.now()
  try {
    const { measure } = await load(`${part}.ts`)
    const figures = await measure()
    save(part, figures)
    all.push(...figures)
    console.log(`${part}: ${Math.round((performance.now() - began) / 1_000)} s`)
  } catch (error) {
    console.error(`${part} could not be measured:`, error)
  }
}
console.log('')
print(all)
process.exit(0)
