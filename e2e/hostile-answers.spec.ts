import type { Locator, Page } from '@playwright/test'

import {
  type Mutation,
  MUTATIONS,
  mutatedAnswer,
  repeatedRows,
  ROW_FAULTS,
} from '../src/testing/mutated.ts'
import { proofSize } from '../src/testing/proof-size.ts'
import { expect, test } from './fixtures.ts'
import { balanceChart } from './pages.ts'
import type { PaperService } from './paper-service.ts'
import { openChangingProxy } from './read-proxy.ts'
import { signedCalls } from './signed-calls.ts'
import { pairBrowser } from './stored-connection.ts'

// All rows of a list are drawn at once.
test.use({ world: 'untidy', sharedService: true, viewport: { width: 1440, height: 1800 } })

const SEED = 20_261_122
/** Rows of one answer; every row is a mutated answer of its own. */
const ROWS = 24
const ROUNDS = 30

type Row = Record<string, unknown>

type Place = {
  path: string
  heading: RegExp
  /** Reads that get another answer. */
  reads: RegExp
  /** Required text of the page: its rows, or the reason for none. */
  shows: (page: Page) => Locator[]
  /** The list whose rows are counted. */
  table?: string
  /** Actions that need only the id. */
  wayOut?: RegExp
  /** Shown before the action. */
  prepare?: (service: PaperService) => Promise<unknown>
}

const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true })

const PLACES: readonly Place[] = [
  {
    path: '/portfolio',
    heading: /^Portfolio$/,
    reads: /(balance|table)_chart_data$/,
    shows: (page) => [
      table(page, 'Balances').or(
        page.getByText(/^The balances could not be loaded|^No balances/).first(),
      ),
      balanceChart(page).or(
        page.getByText(/^The balance history could not be loaded|^No balance history|^No point/),
      ),
    ],
  },
  {
    path: '/history',
    heading: /^History$/,
    reads: /terminal\/history$/,
    shows: (page) => [
      table(page, 'Trades').or(
        page.getByText(/^The history could not be loaded|^No closed orders/),
      ),
    ],
  },
  {
    path: '/smart-trades?status=all',
    heading: /^SmartTrades$/,
    reads: /smart_trades$/,
    shows: (page) => [page.getByRole('main')],
    table: 'SmartTrades',
  },
  {
    path: '/grid-bots',
    heading: /^Grid bots$/,
    reads: /bots\/grid$/,
    shows: (page) => [page.getByRole('main')],
    table: 'Grid bots',
    wayOut: /^Stop/,
  },
  {
    path: '/dca-bots',
    heading: /^DCA bots$/,
    reads: /bots\/dca$/,
    shows: (page) => [page.getByRole('main')],
    table: 'DCA bots',
  },
  {
    path: '/dca-bots/strategies',
    heading: /^DCA strategies$/,
    reads: /dca\/strategies$|candles$/,
    shows: (page) => [page.getByRole('main')],
  },
  {
    path: '/smart-trades/new',
    heading: /^New SmartTrade$/,
    reads: /exchanges$|market\/pairs$|table_chart_data$/,
    shows: (page) => [page.getByRole('main')],
  },
  {
    path: '/grid-bots/:grid',
    heading: /./,
    reads: /bots\/grid\/\d+(\/required_balances)?$/,
    shows: (page) => [page.getByRole('main')],
    wayOut: /^Stop bot/,
  },
  {
    path: '/dca-bots/:dca',
    heading: /./,
    reads: /bots\/dca\/[-\w]+$/,
    shows: (page) => [page.getByRole('main')],
    wayOut: /^Stop bot/,
  },
  {
    path: '/smart-trades?status=all&trade=:trade',
    heading: /^SmartTrades$/,
    reads: /smart_trades\/\d+$/,
    shows: (page) => [page.getByRole('complementary')],
  },
  {
    path: '/alerts',
    heading: /^Alerts$/,
    reads: /v1\/alerts$/,
    shows: (page) => [page.getByRole('main')],
    prepare: async (service) =>
      (await signedCalls(service)).post('/api/v1/alerts', {
        id: '00000000-0000-4000-8000-000000000000',
        kind: 'price',
        name: 'BTC/USDT',
        pair: 'USDT_BTC',
        direction: 'above',
        level: '150000',
      }),
  },
]

// The test command tries every mutation by `src/app/hostile-pages.test.ts`, which draws without a browser.
if (proofSize(0, 1) === 1) {
  test('every page stays up and makes up no amount, whatever is answered to it', async ({
    page,
    service,
  }) => {
    test.setTimeout(36_000_000)
    let change: ((pathname: string, json: unknown) => unknown) | undefined
    const ids: Record<string, string> = {}
    const proxy = await openChangingProxy(service.origin, ({ pathname }, json) => {
      for (const [name, list] of LISTS) if (list.test(pathname)) ids[name] ??= firstId(json)
      return change?.(pathname, json)
    })
    await page.addInitScript(() =>
      localStorage.setItem('quarterdeck.settings', '{"readsAMinute":600}'),
    )
    try {
      await pairBrowser(page, { ...service, link: proxy.through(service.link) })
      for (const place of PLACES) {
        await place.prepare?.(service)
        change = undefined
        const name = /:(\w+)/.exec(place.path)?.[1] ?? ''
        const list = LISTS.find(([key]) => key === name)?.[2]
        if (list !== undefined && !ids[name]) {
          await page.goto(proxy.origin + list)
          await expect.poll(() => ids[name]).toBeTruthy()
        }
        const address = proxy.origin + place.path.replace(`:${name}`, ids[name] ?? '')
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const kind of MUTATIONS) {
            await test.step(`${place.path}, ${kind}, round ${round} of seed ${SEED}`, async () => {
              let sent: unknown
              change = (pathname, json) =>
                place.reads.test(pathname)
                  ? (sent = mutatedAnswer(repeatedRows(json, ROWS), kind, round))
                  : undefined
              await page.goto(address)
              await judge(page, place, { kind, round, sent: () => sent })
            })
          }
        }
      }
    } finally {
      proxy.close()
    }
  })
}

const LISTS: readonly [string, RegExp, string][] = [
  ['grid', /bots\/grid$/, '/grid-bots'],
  ['dca', /bots\/dca$/, '/dca-bots'],
  ['trade', /smart_trades$/, '/smart-trades'],
]

function firstId(json: unknown): string {
  const rows = Array.isArray(json) ? (json as Row[]) : []
  const row = rows.find(({ is_enabled: isOn, status }) => isOn === true || status === 'active')
  const { id, uuid } = row ?? rows[0] ?? {}
  return JSON.stringify(id ?? uuid ?? '').replaceAll('"', '')
}

type Case = { kind: Mutation; round: number; sent: () => unknown }

async function judge(page: Page, place: Place, { kind, round, sent }: Case): Promise<void> {
  for (const shown of place.shows(page)) await expect(shown.first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(page.locator('[role=status][aria-label^=Loading]')).toHaveCount(0)
  await expect(page.getByText('Something went wrong on this page.')).toHaveCount(0)
  if (kind !== 'named faults') return

  const main = page.getByRole('main')
  if (place.table !== undefined) {
    const rows = table(page, place.table).locator('tbody tr')
    // No figure that was sent is zero: a zero in a row would be made up.
    for (const text of await rows.allInnerTexts()) {
      expect(text).not.toMatch(/(^|[^\d.,])[+−-]?0\.00(?!\d)/m)
    }
    await expect(rows).toHaveCount((sent() as unknown[]).length)
    const unreadable = rows.filter({ hasText: 'This row could not be read.' })
    await expect(unreadable.first()).toBeVisible()
    await unreadable.first().getByText('Show what was sent').click()
    await expect(unreadable.first().getByLabel('Row as sent', { exact: true })).toContainText('{')
    if (place.wayOut) {
      const withId = unreadable.filter({ hasText: /"id": ?\d/ })
      await expect(withId.getByRole('button', { name: place.wayOut }).first()).toBeVisible()
    }
  } else if (place.wayOut && ROW_FAULTS[round % ROW_FAULTS.length]?.name !== 'no id') {
    await expect(main.getByRole('button', { name: place.wayOut }).first()).toBeVisible()
  }
}
