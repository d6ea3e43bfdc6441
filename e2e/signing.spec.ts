import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { bundled } from './browser-sender.ts'
import { expect, test } from './fixtures.ts'

const SOURCE = join(import.meta.dirname, '..', 'src')
const CHECK = join(SOURCE, 'testing', 'check-vectors.ts')

const CHECKS = [
  ['every vector that OpenSSL made', 'checkVectors', 'signing'],
  ['the examples of 3Commas', 'checkThreeCommasVectors', 'dialects/three-commas'],
] as const

for (const [vectors, check, folder] of CHECKS) {
  test(`Chromium signs ${vectors}`, async ({ page, service }) => {
    const json: unknown = JSON.parse(
      readFileSync(join(SOURCE, folder, 'signing-vectors.json'), 'utf8'),
    )
    const script = await bundled(CHECK, 'checker')
    await page.goto(service.origin)

    // Evaluated through the debugger, since the page's policy runs no script from elsewhere.
    const failures = await page.evaluate(`${script}; checker.${check}(${JSON.stringify(json)})`)

    expect(failures).toEqual([])
  })
}
