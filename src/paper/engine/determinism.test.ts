import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { build } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'

import { eventLogDigest } from '#testing/event-log.ts'
import { proofSize } from '#testing/proof-size.ts'

const SEEDS = proofSize(2, 20)
const TICKS = proofSize(6_000, 120_000)
const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1)

describe.each(seeds)('the same seed and the same commands, seed %i', async (seed) => {
  const digest = await eventLogDigest({ seed, ticks: TICKS })

  it('write the same log after restarts in the middle', async () => {
    const restarts = [TICKS / 4, TICKS / 2, TICKS / 2 + 1]
    expect(await eventLogDigest({ seed, ticks: TICKS, restarts })).toBe(digest)
  })

  it('write the same log in longer steps of time', async () => {
    expect(await eventLogDigest({ seed, ticks: TICKS, stride: 60 })).toBe(digest)
  })

  it('write the same log if each second is interrupted after every event', async () => {
    expect(await eventLogDigest({ seed, ticks: TICKS, stride: 300, cutsSeconds: true })).toBe(
      digest,
    )
  })

  it(
    'write the same log however a long absence is cut into slices',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(7), { minLength: 1 }), async (slices) => {
          expect(await eventLogDigest({ seed, ticks: TICKS, stride: 300, slices })).toBe(digest)
        }),
        { numRuns: proofSize(2, 40) },
      )
    },
  )
})

describe('two processes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'quarterdeck-log-'))
  afterAll(() => rmSync(directory, { recursive: true }))

  it('two processes write the same log, whatever the language and time zone', async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: join(import.meta.dirname, '../../testing/event-log.ts'),
        outDir: directory,
        rolldownOptions: { output: { entryFileNames: 'log.mjs' } },
      },
      ssr: { noExternal: true },
    })
    const run = (env: Record<string, string>): string =>
      execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `import { eventLogDigest } from ${JSON.stringify(join(directory, 'log.mjs'))}
           process.stdout.write(await eventLogDigest({ seed: 7, ticks: ${TICKS} }))`,
        ],
        { encoding: 'utf8', env: { ...process.env, ...env } },
      )
    const here = await eventLogDigest({ seed: 7, ticks: TICKS })
    const elsewhere = run({ TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8' })
    console.info(`seed 7, ${TICKS} ticks: ${here}`)
    expect(here).toMatch(/^[0-9a-f]{64}$/)
    expect(elsewhere).toBe(here)
  })
})
