import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { build, type Rolldown } from 'vite'

import { expect, test } from './fixtures.ts'

const SIGNING = join(import.meta.dirname, '..', 'src', 'signing')
const CHECK = join(import.meta.dirname, '..', 'src', 'testing', 'check-vectors.ts')

test('Chromium signs and verifies every vector that OpenSSL made', async ({ page, service }) => {
  const vectors: unknown = JSON.parse(readFileSync(join(SIGNING, 'signing-vectors.json'), 'utf8'))
  const script = await bundled(CHECK, 'checker')
  await page.goto(service.origin)

  // Evaluated through the debugger, since the page's policy runs no script from elsewhere.
  const failures = await page.evaluate(
    `${script}; checker.checkVectors(${JSON.stringify(vectors)})`,
  )

  expect(failures).toEqual([])
})

/** A module and what it imports as one script that leaves a global behind. */
async function bundled(entry: string, name: string): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, name, formats: ['iife'] } },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = output[0]?.output ?? []
  if (!chunk) throw new Error('The build gave no script')
  return chunk.code
}
