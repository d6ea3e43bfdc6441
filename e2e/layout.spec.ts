import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { slippedNumbers } from './gallery/numbers.ts'
import { pathOf, PLACES } from './gallery/pages.ts'
import { resize, sceneOf, settleSoon, standStill } from './gallery/scene.ts'
import { openReview, SHEETS } from './gallery/sheets.ts'
import { layoutFaults, smallTargets, stopsWithoutRing } from './layout-faults.ts'
import { historyExport, lastMonth, showPath } from './pages.ts'
import { newKey, type PaperService } from './paper-service.ts'

test.use({ sharedService: true, firstPage: null })

const isProof = process.env['QUARTERDECK_PROVE'] !== undefined
type Size = { width: number; height: number }

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const SIZES = isProof
  ? [
      DESKTOP,
      { width: 1280, height: 800 },
      { width: 1024, height: 768 },
      { width: 900, height: 1200 },
      { width: 768, height: 1024 },
      // 200 % of a window of 1440 × 900.
      { width: 720, height: 450 },
      PHONE,
      { width: 320, height: 568 },
    ]
  : [{ width: 1024, height: 768 }, PHONE]
const THEMES = isProof ? (['dark', 'light'] as const) : (['dark'] as const)

/** The scene of a page whose reads need not all have come. */
function sceneIn(page: Page, service: PaperService) {
  const scene = sceneOf(page, { ...service, newKey: () => newKey(service) }, new Map())
  scene.settled = settleSoon
  return scene
}

/** Faults of the page as it stands: in its numbers, and in its layout at each size. */
async function faultsOf(page: Page, name: string, sizes: readonly Size[]): Promise<string[]> {
  await resize(page, DESKTOP)
  const found = (await slippedNumbers(page)).map((fault) => `${name}: ${fault}`)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    for (const size of sizes) {
      await resize(page, size)
      await standStill(page, 60)
      const faults = await layoutFaults(page)
      if (size.width === PHONE.width) faults.push(...(await smallTargets(page)))
      found.push(...faults.map((fault) => `${name} at ${size.width}: ${fault}`))
    }
  }
  return found
}

/** The test command opens each page at one size, the whole proof at both. */
for (const [half, size] of [DESKTOP, PHONE].entries()) {
  test(`every page stands still while its answers come one by one, and nothing of it is cut off or out of sight, opened at ${size.width}`, async ({
    trader,
    service,
  }) => {
    test.setTimeout(isProof ? 900_000 : 180_000)
    const scene = sceneIn(trader, service)
    const answersCame = await answerOneByOne(trader)
    await trader.addInitScript(addUpShifts)
    const found: string[] = []
    for (const place of PLACES.filter((_, index) => isProof || index % 2 === half)) {
      const path = await pathOf(place, scene)
      await resize(trader, DESKTOP)
      await trader.setViewportSize(size)
      await trader.goto(new URL(path, service.origin).href)
      await settleSoon(trader)
      await standStill(trader, 500)
      await standStill(trader, 60)
      const [sum, moved] = await shiftsOf(trader)
      if (sum > 0.005) found.push(`${place.name}: ${sum.toFixed(3)} ${moved}`)
      await answersCame()
      found.push(...(await faultsOf(trader, place.name, SIZES)))
      if (isProof) {
        await resize(trader, DESKTOP)
        found.push(...(await stopsWithoutRing(trader)).map((fault) => `${place.name}: ${fault}`))
      }
    }
    expect([...new Set(found)]).toEqual([])
  })
}

test('nothing of a sheet is cut off, overlaps, lies out of sight or has too many decimals', async ({
  trader,
  service,
}) => {
  test.setTimeout(isProof ? 900_000 : 180_000)
  const scene = sceneIn(trader, service)
  scene.show = async (path) => {
    await showPath(trader, path)
    await settleSoon(trader)
  }
  const found: string[] = []
  // A choice inside a sheet changes its words alone.
  for (const sheet of SHEETS.filter(({ name }) => !/-(keep|sell)$/.test(name))) {
    await resize(trader, DESKTOP)
    await openReview(sheet, scene)
    // A sheet on a tablet is the one of a desktop.
    found.push(...(await faultsOf(trader, sheet.name, isProof ? SIZES : [PHONE])))
  }
  expect([...new Set(found)]).toEqual([])
})

test('the check finds what it looks for', async ({ page }) => {
  const faultsIn = async (html: string) => {
    await page.setContent(`<body style="margin:0;font:16px/20px sans-serif">${html}`)
    return layoutFaults(page)
  }
  const narrow = 'width:60px;overflow:hidden;white-space:nowrap'
  expect(await faultsIn(`<p style="${narrow}">A name of some length</p>`)).toEqual([
    'cut off: A name of some length',
  ])
  const ellipsis = `${narrow};text-overflow:ellipsis`
  expect(await faultsIn(`<p style="${ellipsis}">A name of some length</p>`)).toHaveLength(1)
  expect(
    await faultsIn(
      `<p title="A name of some length" style="${ellipsis}">A name of some length</p>`,
    ),
  ).toEqual([])
  expect(await faultsIn(`<p title="1,234.56" style="${ellipsis};width:30px">1,234.56</p>`)).toEqual(
    ['cut off: 1,234.56'],
  )
  expect(await faultsIn('<input value="33.33333333" style="width:40px">')).toEqual([
    'cut off in a field: 33.33333333',
  ])
  expect(
    await faultsIn('<select style="width:50px"><option>Harbour futures account</select>'),
  ).toEqual(['cut off in a choice: Harbour futures account'])
  expect(
    await faultsIn(
      '<svg width=200 height=40><text x=0 y=20>Break-even</text><text x=9 y=24>Entry</text></svg>',
    ),
  ).toEqual(['overlap: Break-even | Entry'])
  expect(
    await faultsIn(
      '<div style="width:90px;overflow:auto"><p style="padding-left:200px">1,234.56</p></div>',
    ),
  ).toEqual(['money out of sight: 1,234.56'])
  expect(await faultsIn('<p style="width:3000px;text-align:right">+11.50</p>')).toEqual([
    'money out of sight: +11.50',
    expect.stringMatching(/^scrolls sideways/),
  ])
  expect(await faultsIn('<p>Buy</p><p>1,234.56</p>')).toEqual([])

  await page.setContent('<p>Needs 18,337.4830 USDT</p><p><b data-exact="1">580.15812</b></p>')
  expect(await slippedNumbers(page)).toHaveLength(2)
  await page.setContent('<p>1234.50 USDT</p><p class="text-up" data-exact="0">+0.00</p>')
  expect(await slippedNumbers(page)).toHaveLength(2)
  await page.setContent('<p>1.41260001 ETH, 0.00012 USDT, 12.25%, 20 Nov 2026, 1.2242</p>')
  expect(await slippedNumbers(page)).toEqual([])

  await page.setContent('<button style="width:40px;height:20px">Stop</button>')
  expect(await smallTargets(page)).toEqual(['small target: button Stop, 40×20'])
  await page.setContent('<button style="width:44px;height:44px">Stop</button>')
  expect(await smallTargets(page)).toEqual([])
  await page.setContent('<style>:focus{outline:none}</style><button>Stop</button>')
  expect(await stopsWithoutRing(page)).toEqual(['no ring: BUTTON Stop'])
})

const SLOW_SIZES = isProof ? [DESKTOP, { width: 768, height: 1024 }, PHONE] : [PHONE]

for (const size of SLOW_SIZES) {
  test(`the history stands still while its answers come, at ${size.width}`, async ({ trader }) => {
    await trader.setViewportSize(size)
    const rows = heldBack()
    const rest = heldBack()
    await trader.route('**/api/v1/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname.endsWith('/history')) await rows.released
      else if (!pathname.endsWith('/time')) await rest.released
      await route.fallback()
    })
    await trader.addInitScript(addUpShifts)
    await trader.goto(new URL(`/history?period=${lastMonth()}`, trader.url()).href)
    await expect(trader.getByRole('region', { name: /^Figures of / })).toBeVisible()
    await expect(historyExport(trader)).toBeHidden()
    rows.release()
    await expect(historyExport(trader)).toBeVisible()
    await standStill(trader, 60)
    rest.release()
    await standStill(trader, 500)
    const shift = await trader.evaluate(() => Number(Reflect.get(window, 'shiftSum')))
    expect(shift).toBeLessThanOrEqual(0.02)
  })
}

test('the history stays in place while only orders after its period have come', async ({
  trader,
}) => {
  const older = heldBack()
  await trader.route('**/api/v1/**/history?*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.get('offset') !== '0') {
      await older.released
      return route.fallback()
    }
    // A service without periods sends the newest orders first.
    const response = await route.fetch()
    const rows = (await response.json()) as object[]
    const closed_at = new Date().toISOString()
    return route.fulfill({ response, json: rows.map((row) => ({ ...row, closed_at })) })
  })
  await trader.addInitScript(addUpShifts)
  await trader.goto(new URL(`/history?period=${lastMonth()}`, trader.url()).href)
  await expect(trader.getByText('Loading orders', { exact: true })).toBeVisible()
  await expect(trader.getByRole('region', { name: /^Figures of / })).toContainText('0 so far')
  older.release()
  await expect(historyExport(trader)).toBeVisible()
  await standStill(trader, 60)
  const shift = await trader.evaluate(() => Number(Reflect.get(window, 'shiftSum')))
  expect(shift).toBeLessThanOrEqual(0.02)
})

test('a new bot’s form stands still on a phone while the price of its pair comes', async ({
  trader,
  service,
}) => {
  await trader.setViewportSize(PHONE)
  await trader.addInitScript(addUpShifts)
  const lastPrice = trader.getByText(/^Last price [\d,.]+ /).first()
  const open = async (path: string) => {
    await trader.goto(new URL(path, service.origin).href)
    await settleSoon(trader)
  }
  const paths = ['/grid-bots/new', '/dca-bots/new']
  for (const path of paths) {
    await open(path)
    await trader.getByRole('button', { name: 'Fill in an example' }).click()
    await expect(lastPrice).toBeVisible()
  }
  await answerOneByOne(trader)
  const found: string[] = []
  for (const path of paths) {
    await open(path)
    await expect(lastPrice).toBeVisible()
    await standStill(trader, 500)
    const [sum, moved] = await shiftsOf(trader)
    // The shares of the balance come with the account, and the foot's sentence gets shorter.
    if (sum > 0.05) found.push(`${path}: ${sum.toFixed(3)} ${moved}`)
  }
  expect(found).toEqual([])
})

for (const size of isProof ? [DESKTOP, PHONE] : [PHONE]) {
  test(`the first visit of an empty world moves nothing, at ${size.width} @writes`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize(size)
    const user = `first-${size.width}`
    await service.command('keys', 'add', '--user', user, '--world', 'empty')
    const link = (await service.command('pair', '--user', user)).trim()
    await page.addInitScript(addUpShifts)
    await page.goto(link)
    await expect(page.getByRole('region', { name: 'Next steps' })).toBeVisible()
    await standStill(page, 500)
    await standStill(page, 60)
    const [sum, moved] = await shiftsOf(page)
    expect(sum, moved).toBeLessThanOrEqual(0.02)
  })
}

/**
 * Lets one answer reach the page after the other, each with a drawing of its own. Returns what waits for
 * all that was asked.
 */
async function answerOneByOne(page: Page): Promise<() => Promise<void>> {
  let before: Promise<unknown> = Promise.resolve()
  const twoFrames = () =>
    page
      .evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      .catch(() => undefined)
  await page.route(/\/api\/v1\/(?!stream)/, (route) => {
    before = before
      .then(async () => route.fulfill({ response: await route.fetch() }))
      .then(twoFrames, () => undefined)
    return before
  })
  return async () => {
    for (let last; last !== before;) await (last = before)
  }
}

function heldBack() {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  return { released, release: () => release() }
}

const shiftsOf = (page: Page): Promise<readonly [sum: number, moved: string]> =>
  page.evaluate(() => [
    Number(Reflect.get(window, 'shiftSum')),
    String(Reflect.get(window, 'shiftsMoved')),
  ])

/** Runs in the page from its beginning on. */
function addUpShifts(): void {
  Reflect.set(window, 'shiftSum', 0)
  Reflect.set(window, 'shiftsMoved', '')
  const wordsOf = (source: object) => {
    const node: unknown = Reflect.get(source, 'node')
    const [from, to] = ['previousRect', 'currentRect'].map(
      (name) => Reflect.get(source, name) as DOMRect,
    )
    const words = node instanceof Element ? `${node.tagName} ${node.className}`.slice(0, 90) : ''
    return `${words} “${node instanceof Node ? node.textContent?.slice(0, 40) : ''}” ${from?.y}→${to?.y}`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sum = Number(Reflect.get(window, 'shiftSum')) + Number(Reflect.get(entry, 'value'))
      Reflect.set(window, 'shiftSum', sum)
      const moved = (Reflect.get(entry, 'sources') as object[]).map(wordsOf).join(' | ')
      const value = Number(Reflect.get(entry, 'value')).toFixed(3)
      Reflect.set(
        window,
        'shiftsMoved',
        `${String(Reflect.get(window, 'shiftsMoved'))}\n  ${value} ${moved}`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
