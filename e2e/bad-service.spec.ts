import { mkdirSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { proofSize } from '../src/testing/proof-size.ts'
import { expect, test } from './fixtures.ts'
import { openReadFaultProxy, READ_FAULTS, type ReadFault } from './read-proxy.ts'

// This file closes nothing, so the shared world stays as it was.
test.use({ sharedService: true })

type Place = { name: string; path: string; heading: RegExp }

const PLACES: readonly Place[] = [
  { name: 'Portfolio', path: '/portfolio', heading: /^Portfolio$/ },
  { name: 'SmartTrades', path: '/smart-trades', heading: /^SmartTrades$/ },
  { name: 'new SmartTrade', path: '/smart-trades/new', heading: /^New SmartTrade$/ },
  { name: 'grid bots', path: '/grid-bots', heading: /^Grid bots$/ },
  { name: 'grid bot', path: '/grid-bots/:grid', heading: /./ },
  { name: 'DCA bots', path: '/dca-bots', heading: /^DCA bots$/ },
  { name: 'DCA bot', path: '/dca-bots/:dca', heading: /./ },
  { name: 'strategies', path: '/dca-bots/strategies', heading: /^DCA strategies$/ },
  { name: 'History', path: '/history', heading: /^History$/ },
  { name: 'Settings', path: '/settings', heading: /^Settings$/ },
]

/** Text required if nothing could be read: the service's own words, or the known facts. */
const SAYS: Partial<Record<ReadFault, RegExp>> = {
  '500': /reference 4711/,
  '502 in HTML': /status 502/,
  '401': /invalid or has expired/,
  '403': /does not include the API/,
  '429 with Retry-After': /Too many requests|Rate limited/,
  '429 without a time': /allows fewer requests|Rate limited/,
  'no answer': /cannot be reached|^Offline since/im,
  truncated: /cannot be reached|broke|cannot be read/,
}

/** Sentences of a list that was read and has no rows. */
const EMPTY =
  /^No (active |finished |matching )?(SmartTrades|grid bots|DCA bots|balances|closed orders|balance history|strategies)|has no rows|^Nothing (here|yet)/

/** A list of these keeps the rows that were read before. */
const KEEPS_ROWS = /^(SmartTrades|grid bots|DCA bots)$/

/** Every page with each fault; the test command takes a slice that has every page but Settings. */
const cases = PLACES.flatMap((place, row) =>
  READ_FAULTS.map((fault, column) => ({ place, fault, isSmall: row === column && row < 9 })),
).filter(({ isSmall }) => proofSize(isSmall ? 1 : 0, 1) === 1)

const startsOf = ({ name }: Place): readonly ('cold' | 'warm')[] =>
  proofSize(0, 1) === 1 || KEEPS_ROWS.test(name) ? ['cold', 'warm'] : ['cold']

test('no page shows a wrong figure or message, whatever the service answers to reads', async ({
  page,
  service,
}, { outputDir }) => {
  test.setTimeout(proofSize(300_000, 3_600_000))
  const shots = `${outputDir}/matrix`
  mkdirSync(shots, { recursive: true })
  const faults = await openReadFaultProxy(service.origin)
  // Pages are opened faster than anybody reads.
  await page.addInitScript(() =>
    localStorage.setItem('quarterdeck.settings', '{"readsAMinute":600}'),
  )
  try {
    await page.clock.install()
    await page.goto(faults.through(service.link))
    await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
    const ids = {
      ':grid': await idOfFirst(page, faults.origin, '/grid-bots', 'Grid bots'),
      ':dca': await idOfFirst(page, faults.origin, '/dca-bots', 'DCA bots'),
    }
    for (const { place, fault } of cases) {
      const path = place.path.replace(/:\w+/, (name) => ids[name as keyof typeof ids])
      const url = faults.origin + path
      for (const start of startsOf(place)) {
        await test.step(`${place.name}, ${fault}, ${start}`, async () => {
          faults.set(undefined)
          await forgetTraffic(page, faults.origin)
          if (start === 'warm') {
            await page.goto(url)
            await settled(page, place)
          }
          faults.set(fault)
          if (start === 'cold') await page.goto(url)
          else await readAgain(page)
          await judge(page, place, fault, start)
          // Pictures are for whoever looks through a whole proof.
          if (proofSize(0, 1) === 1) {
            await page.screenshot({ path: `${shots}/${place.name} ${fault} ${start}.png` })
          }
        })
      }
    }
  } finally {
    faults.close()
  }
})

async function idOfFirst(page: Page, origin: string, path: string, table: string) {
  await page.goto(origin + path)
  const link = page.getByRole('table', { name: table }).locator('tbody').getByRole('link').first()
  return ((await link.getAttribute('href')) ?? '').split('/').at(-1)?.split('?')[0] ?? ''
}

/** Each case begins without the pause or the slowness that the one before it was told. */
async function forgetTraffic(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/icon.svg`)
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (/\.(sent|pause|limits|failing|back-?off)\./.test(key)) localStorage.removeItem(key)
    }
  })
}

async function settled(page: Page, { heading }: Place): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** Simulates a trader who returns to the page after a while. */
const readAgain = (page: Page): Promise<void> => page.clock.fastForward(120_000)

async function judge(page: Page, place: Place, fault: ReadFault, start: 'cold' | 'warm') {
  const main = page.locator('main')
  const says = SAYS[fault]
  const readsNothing = says !== undefined && place.name !== 'Settings'
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(place.heading)
  await expect(page.getByText('Something went wrong on this page.')).toHaveCount(0)
  // The reported mode stays, with its age, even if the service fails.
  await expect(page.getByText('REAL', { exact: true })).toHaveCount(0)
  if (readsNothing) {
    await expect(page.getByText(says).filter({ visible: true }).first()).toBeVisible({
      timeout: 40_000,
    })
    await expect(main.getByText(EMPTY)).toHaveCount(0)
  }
  if (start === 'cold' && place.name !== 'new SmartTrade') {
    // Nothing was read, or nothing but identifiers: no amount is known, so none is nothing.
    if (readsNothing || fault === 'nulls' || fault === 'missing members') {
      expect(await main.innerText()).not.toMatch(/(^|[^\d.,])[+−-]?0\.00(?!\d)/m)
    }
  }
  if (start === 'warm' && readsNothing && KEEPS_ROWS.test(place.name)) {
    // Loaded rows stay, and so does every way to close a position.
    expect(await main.locator('tbody tr').count()).toBeGreaterThan(0)
  }
}
