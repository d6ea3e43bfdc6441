import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { storedDigest } from '#testing/absence.ts'
import { proofSize } from '#testing/proof-size.ts'

const GRIDS = proofSize(2, 25)
const LINES = 150
const DAYS = proofSize(10, 365)
const KILLS = proofSize(2, 10)
const HEAP_MB = proofSize(128, 512)

const ROOT = join(import.meta.dirname, '../..')
let folder: string
beforeAll(async () => {
  const results = join(ROOT, 'test-results')
  mkdirSync(results, { recursive: true })
  // Inside the repository, where its packages are found.
  folder = mkdtempSync(join(results, 'absence-'))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'src/testing/absence.ts',
      outDir: join(folder, 'code'),
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'absence.js' } },
    },
  })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type End = { isKilled: boolean; lines: string[]; errors: string }

/** Runs a call in a process of its own, which is killed once it has said so many lines. */
function run(call: string, killAfter = Infinity): Promise<End> {
  const script = `const absence = await import(${JSON.stringify(join(folder, 'code/absence.js'))})
    await absence.${call}`
  const child = spawn(process.execPath, [
    `--max-old-space-size=${HEAP_MB}`,
    '--input-type=module',
    '--eval',
    script,
  ])
  let [said, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.split('\n').length > killAfter) child.kill('SIGKILL')
  })
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve) => {
    child.once('close', (_, signal) =>
      resolve({ isKilled: signal === 'SIGKILL', lines: said.trimEnd().split('\n'), errors }),
    )
  })
}

const digest = (data: string): string => storedDigest(join(data, 'quarterdeck.db'))

it('a world that is killed while it is made is made anew, and leaves no trace of the first', async () => {
  const [whole, killed] = [join(folder, 'made'), join(folder, 'made-twice')]
  const call = (data: string): string => `makeWorld(${JSON.stringify(data)})`
  const { lines, errors } = await run(call(whole))
  expect(errors).toBe('')
  expect(lines.at(-1)).toMatch(/^done /)
  expect((await run(call(killed), Math.ceil(lines.length / 4))).isKilled).toBe(true)
  expect((await run(call(killed))).lines.at(-1)).toMatch(/^done /)
  expect(digest(killed)).toBe(digest(whole))
}, 120_000)

it(
  `${GRIDS} grids of ${LINES} lines catch up with ${DAYS} days in ${HEAP_MB} MB of heap, whether or not they are killed ${KILLS} times`,
  async () => {
    const [whole, killed] = [join(folder, 'whole'), join(folder, 'killed')]
    const left = await run(`leaveWorld(${JSON.stringify(whole)}, ${GRIDS}, ${LINES})`)
    expect(left.errors).toBe('')
    cpSync(whole, killed, { recursive: true })

    const { lines, errors } = await run(`comeBack(${JSON.stringify(whole)}, ${DAYS})`)
    expect(errors).toBe('')
    expect(lines.at(-1)).toMatch(/^done /)

    const back = `comeBack(${JSON.stringify(killed)}, ${DAYS})`
    let kills = 0
    // Each time some way further on, and never at the same point of a slice.
    const step = Math.max(1, Math.floor(lines.length / (KILLS + 2)))
    while (kills < KILLS) {
      const { isKilled } = await run(back, Math.max(1, step - (kills % 3)))
      if (!isKilled) break
      kills += 1
    }
    const last = await run(back)
    expect(last.lines.at(-1)).toMatch(/^done /)
    expect(kills).toBe(KILLS)
    expect(digest(killed)).toBe(digest(whole))
    console.info(`absence: ${lines.at(-1)}, after ${kills} kills: ${last.lines.at(-1)}`)
  },
  proofSize(120_000, 7_200_000),
)
