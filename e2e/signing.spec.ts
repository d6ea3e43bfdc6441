import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { bundled } from './browser-sender.ts'
import { expect, test } from './fixtures.ts'

const SOURCE = join(import.meta.dirname, '..', 'src')
const CHECK = join(SOURCE, 'testing', 'check-vectors.ts')

const CHECKS = [
  ['checkVectors', 'signing'],
  ['checkThreeCommasVectors', 'dialects/three-commas'],
] as const

test('Chromium signs every vector that OpenSSL made, and the examples of 3Commas', async ({
  page,
  service,
}) => {
  const script = await bundled(CHECK, 'checker')
  await page.goto(service.origin)
  for (const [check, folder] of CHECKS) {
    const json: unknown = JSON.parse(
      readFileSync(join(SOURCE, folder, 'signing-vectors.json'), 'utf8'),
    )
    // Evaluated through the debugger, since the page's policy runs no script from elsewhere.
    const failures = await page.evaluate(`${script}; checker.${check}(${JSON.stringify(json)})`)
    expect(failures, folder).toEqual([])
  }
})
