import type { Page } from '@playwright/test'
import fc from 'fast-check'

import { mutated } from '../src/testing/mutated.ts'
import { proofSize } from '../src/testing/proof-size.ts'
import { openAnswerProxy } from './read-proxy.ts'
import { expect, test } from './fixtures.ts'

test.use({ sharedService: true })

const ANSWERS = {
  'balance history': /balance_chart_data$/,
  'balance table': /table_chart_data$/,
  history: /terminal\/history$/,
} as const
type Answer = keyof typeof ANSWERS
const NAMES = Object.keys(ANSWERS) as Answer[]

/** So many of each answer; the rows of each are few, so that most changes are seen. */
const COUNT = proofSize(6, 1_000)
const ROWS = 24
const SEED = 20_261_121

const answerAt = (path: string): Answer | undefined =>
  NAMES.find((name) => ANSWERS[name].test(path))

/** What a careless service makes of an answer: nothing, one row, rows twice, back to front, or broken. */
function hostile(rows: readonly unknown[]): unknown[] {
  const plain = [[], rows.slice(0, 1), [...rows, ...rows], rows.toReversed()]
  const others = fc.sample(mutated(rows), { numRuns: COUNT - plain.length, seed: SEED })
  return [...plain, ...others]
}

/** Whether the page shows one of these; each of them says what is there or what is not. */
async function says(page: Page, words: readonly RegExp[], table: string): Promise<void> {
  const found = page
    .getByRole('table', { name: table, exact: true })
    .or(page.getByText(new RegExp(words.map(({ source }) => source).join('|'))))
  await expect(found.first()).toBeVisible()
}

test('answers of any shape are shown as far as they can be read, and the pages stay up', async ({
  page,
  service,
}) => {
  test.setTimeout(proofSize(240_000, 7_200_000))
  const real: Partial<Record<Answer, unknown[]>> = {}
  let broken: Partial<Record<Answer, unknown>> = {}
  const proxy = await openAnswerProxy(service.origin, ({ pathname }) => {
    const name = answerAt(pathname)
    return name && broken[name]
  })
  page.on('response', async (response) => {
    const name = answerAt(new URL(response.url()).pathname)
    if (!name || real[name] || !response.ok()) return
    // The browser lets go of the body of a page that is left.
    const rows = (await response.json().catch(() => undefined)) as unknown[] | undefined
    if (rows) real[name] ??= rows.slice(0, ROWS)
  })
  await page.addInitScript(() =>
    localStorage.setItem('quarterdeck.settings', '{"readsAMinute":600}'),
  )
  try {
    const hasRead = (count: number) =>
      expect.poll(() => Object.keys(real).length, { timeout: 60_000 }).toBe(count)
    await page.goto(proxy.through(service.link))
    // A page that is left takes back what it asked for.
    await hasRead(NAMES.length - 1)
    await page.getByRole('link', { name: 'History' }).first().click()
    await hasRead(NAMES.length)
    const all = NAMES.map((name) => ({ name, variants: hostile(real[name] ?? []) }))
    for (let index = 0; index < COUNT; index++) {
      broken = Object.fromEntries(all.map(({ name, variants }) => [name, variants[index]]))
      await test.step(`answers ${index} of seed ${SEED}`, async () => {
        await page.goto(`${proxy.origin}/portfolio`)
        await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
        await expect(page.locator('[role=status][aria-label^=Loading]')).toHaveCount(0)
        await says(page, [/^The balances could not be loaded/, /^No balances/], 'Balances')
        await expect(
          page
            .getByRole('img', { name: /^Balance history of / })
            .or(page.getByText(/^The balance history could not be loaded|^No balance history/))
            .first(),
        ).toBeVisible()
        await page.getByRole('link', { name: 'History' }).first().click()
        await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
        await says(page, [/^The history could not be loaded/, /^No closed orders/], 'Trades')
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expect(page.getByText('This page met a fault of its own.')).toHaveCount(0)
      })
    }
  } finally {
    proxy.close()
  }
})
