import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { bundled } from './browser-sender.ts'
import { expect, test } from './fixtures.ts'

const SIGNING = join(import.meta.dirname, '..', 'src', 'signing')
const CHECK = join(import.meta.dirname, '..', 'src', 'testing', 'check-vectors.ts')

test('Chromium signs every vector that OpenSSL made', async ({ page, service }) => {
  const vectors: unknown = JSON.parse(readFileSync(join(SIGNING, 'signing-vectors.json'), 'utf8'))
  const script = await bundled(CHECK, 'checker')
  await page.goto(service.origin)

  // Evaluated through the debugger, since the page's policy runs no script from elsewhere.
  const failures = await page.evaluate(
    `${script}; checker.checkVectors(${JSON.stringify(vectors)})`,
  )

  expect(failures).toEqual([])
})
