import { readFileSync } from 'node:fs'

import type { Page, TestInfo } from '@playwright/test'
import papaparse from 'papaparse'

import { CANDLE_LENGTHS, type CandleInterval } from '#contract/market.ts'

import { expect, test } from './fixtures.ts'
import { lastMonth, openPage } from './pages.ts'
import { Ticket } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

type Case = {
  page: string
  open: (trader: Page) => Promise<void>
  cursor: RegExp
  button: RegExp
  /** Whether its figures are amounts, which can be hidden; prices are not. */
  hasAmounts: boolean
  /** Only the first figure that is read stands in the file: the others follow from it. */
  hasDerived?: boolean
  /** What a screen reader says of it, of figures over time: those are saved as vectors too. */
  words?: RegExp
}

const firstOf = (trader: Page, table: string) =>
  trader.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('link').first()

const CASES: readonly Case[] = [
  {
    page: 'portfolio',
    open: (trader) => openPage(trader, 'Portfolio'),
    cursor: /, balance$/,
    button: /^Export balance$/,
    hasAmounts: true,
    hasDerived: true,
    words: /^Balance history of All accounts, .+ to .+, from [\d,.]+ USD to [\d,.]+ USD/,
  },
  {
    page: 'grid bots',
    open: (trader) => openPage(trader, 'Grid bots'),
    cursor: /, profit over time$/,
    button: /^Export profit over time$/,
    hasAmounts: true,
    words: /^Realised profit from .+ to .+: [+−][\d,.]+ USD/,
  },
  {
    page: 'SmartTrade',
    open: async (trader) => {
      await openPage(trader, 'SmartTrades')
      await firstOf(trader, 'SmartTrades').click()
    },
    cursor: /, prices of SmartTrade/,
    button: /^Export prices of SmartTrade/,
    hasAmounts: false,
  },
  {
    page: 'new SmartTrade',
    open: async (trader) => {
      await new Ticket(trader).aLimitBuy()
    },
    cursor: /, picture of the trade$/,
    button: /^Export picture of the trade$/,
    hasAmounts: false,
  },
  {
    page: 'grid bot',
    open: async (trader) => {
      await openPage(trader, 'Grid bots')
      await firstOf(trader, 'Grid bots').click()
    },
    cursor: /, price in the range$/,
    button: /^Export price in the range$/,
    hasAmounts: false,
  },
  {
    page: 'DCA bot',
    open: async (trader) => {
      await openPage(trader, 'DCA bots')
      await firstOf(trader, 'DCA bots').click()
    },
    cursor: /, deal( \d+)?$/,
    button: /^Export deal( \d+)?$/,
    hasAmounts: false,
  },
  {
    page: 'history',
    open: async (trader) => {
      await trader.goto(new URL(`/history?period=${lastMonth()}`, trader.url()).href)
    },
    cursor: /, profit by day$/,
    button: /^Export profit by day$/,
    hasAmounts: true,
    words: /^Profit by day, \d+ \w+ to \d+ \w+, USD$/,
  },
]

test('the picture of every page is read by keys and exported as image and data', async ({
  trader,
}, info) => {
  test.slow()
  for (const one of CASES) await test.step(one.page, () => judge(trader, info, one))
})

async function judge(
  trader: Page,
  info: TestInfo,
  { page, open, cursor, button, hasAmounts, hasDerived, words }: Case,
): Promise<void> {
  await open(trader)
  const slider = trader.getByRole('slider', { name: cursor })
  const figure = trader.locator('figure', { has: slider })
  // A picture that is drawn anew closes its menu.
  await expect(trader.locator('main [aria-busy=true]')).toHaveCount(0)
  await slider.focus()
  await trader.keyboard.press('Home')
  await expect(slider).toHaveValue('0')
  const first = await spoken(trader, cursor)
  await trader.keyboard.press('End')
  await expect(slider).not.toHaveValue('0')
  expect(await spoken(trader, cursor)).not.toBe(first)

  const image = await saved(trader, button, 'Image (PNG)')
  await info.attach(page, { body: image, contentType: 'image/png' })
  expect(image.subarray(1, 4).toString()).toBe('PNG')
  expect(image.readUInt32BE(16)).toBeGreaterThanOrEqual(1_200)
  expect(image.readUInt32BE(20)).toBeGreaterThan(500)
  expect(await paintedPart(trader, image)).toBeGreaterThan(0.002)

  if (words) {
    await expect(figure.locator('[role=img]')).toHaveAccessibleName(words)
    const vector = (await saved(trader, button, 'Image (SVG)')).toString()
    expect(vector).toMatch(/^<svg [^>]*width="1200"/)
    expect(vector).not.toMatch(/var\(|NaN|class=|undefined/)
    expect(vector).toMatch(/<path d="M\d.*<text .*<\/svg>$/)
  }

  const figures = cellsOf(await saved(trader, button, 'Data (CSV)')).filter((cell) =>
    /^-?\d+(\.\d+)?$/.test(cell),
  )
  // The last point of a price moves on.
  await slider.focus()
  await trader.keyboard.press('Home')
  const said = figuresIn(await spoken(trader, cursor)).slice(0, hasDerived ? 1 : undefined)
  expect(said.length).toBeGreaterThan(0)
  for (const { value, places } of said) {
    const half = 0.5 * 10 ** -places + 1e-9
    const isInFile = figures.some((figure) => Math.abs(Number(figure) - value) <= half)
    expect(isInFile, `${value} is in the file`).toBe(true)
  }

  await trader.getByRole('button', { name: 'Hide amounts' }).click()
  const data = trader.getByRole('menuitem', { name: /CSV/ })
  await trader.getByRole('button', { name: button }).click()
  await expect(data).toHaveText(hasAmounts ? 'Data with the hidden amounts (CSV)' : 'Data (CSV)')
  await trader.keyboard.press('Escape')
  if (hasAmounts) {
    expect(await spoken(trader, cursor)).toContain('hidden')
    const axis = figure.locator('svg text')
    await expect(axis.filter({ hasText: '••••' }).first()).toBeVisible()
    // Bars would show the sign of each hidden amount.
    await expect(figure.locator('.recharts-bar-rectangle')).toHaveCount(0)
  }
  await trader.getByRole('button', { name: 'Hide amounts' }).click()
}

const spoken = async (trader: Page, cursor: RegExp): Promise<string> =>
  (await trader.getByRole('slider', { name: cursor }).getAttribute('aria-valuetext')) ?? ''

async function saved(trader: Page, button: RegExp, item: string): Promise<Buffer> {
  const entry = trader.getByRole('menuitem', { name: item, exact: true })
  await expect(async () => {
    if (!(await entry.isVisible())) await trader.getByRole('button', { name: button }).click()
    await expect(entry).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const waiting = trader.waitForEvent('download')
  await entry.click()
  return readFileSync(await (await waiting).path())
}

const cellsOf = (file: Buffer): string[] => {
  const text = file.toString().replace(/^\uFEFF/, '')
  return papaparse
    .parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    .data.flatMap(Object.values)
}

/** The figures with decimals in a sentence. */
const figuresIn = (text: string) =>
  [...text.matchAll(/([−+]?)(\d[\d,]*\.(\d+))/g)].map(([, sign, digits = '', decimals = '']) => ({
    value: Number(digits.replaceAll(',', '')) * (sign === '−' ? -1 : 1),
    places: decimals.length,
  }))

test('the chart of a SmartTrade is zoomed, panned and read, with older candles and its fills', async ({
  trader,
}) => {
  await openPage(trader, 'SmartTrades')
  await firstOf(trader, 'SmartTrades').click()
  const drawer = trader.getByRole('complementary', { name: /^SmartTrade/ })
  const cursor = drawer.getByRole('slider', { name: /^Chart cursor/ })
  const chart = drawer.getByRole('img', { name: /with the prices of the trade: .*entry / })
  await expect(chart).toBeVisible()
  const readout = drawer.locator('figcaption')
  const newest = await readout.textContent()
  expect(newest).toMatch(/volume.*open.*high.*low.*close/)

  await chart.hover({ position: { x: 200, y: 100 } })
  await expect(readout).not.toHaveText(newest ?? '')
  const under = await readout.textContent()
  await chart.hover({ position: { x: 60, y: 100 } })
  await trader.mouse.wheel(0, -400)
  await chart.hover({ position: { x: 200, y: 100 } })
  await expect(readout, 'nearer, another candle is there').not.toHaveText(under ?? '')

  const count = async () => Number(await cursor.getAttribute('max'))
  const before = await count()
  const box = await chart.boundingBox()
  if (!box) throw new Error('The chart is drawn')
  for (let turn = 0; turn < 8; turn += 1) await trader.mouse.wheel(0, 200)
  await expect(async () => {
    await trader.mouse.move(box.x + 20, box.y + 60)
    await trader.mouse.down()
    await trader.mouse.move(box.x + 280, box.y + 60, { steps: 4 })
    await trader.mouse.up()
    expect(await count()).toBeGreaterThan(before)
  }).toPass()

  await drawer.getByRole('button', { name: /^Fit prices/ }).click()
  const fill = drawer.getByRole('button', { name: /^(Bought|Sold) / }).first()
  const stop = drawer.locator('[data-at] > button[tabindex="0"]')
  await expect(stop, 'the tab stop of the fills is one in sight').toBeVisible()
  await fill.focus()
  const mark = await fill.boundingBox()
  const at = Number(await fill.locator('xpath=..').getAttribute('data-at'))
  if (!mark) throw new Error('The fill is in sight')
  await trader.mouse.move(mark.x + mark.width / 2, box.y + 30)
  const candle = Date.parse(`${/^.* \d\d:\d\d/.exec((await readout.textContent()) ?? '')?.[0]} UTC`)
  expect(at - candle, 'a fill stands at the candle that it lies in').toBeGreaterThanOrEqual(0)
  const length = drawer.getByRole('combobox', { name: /^Length of the candles/ })
  const interval = (await length.inputValue()) as CandleInterval
  expect(at - candle).toBeLessThan(CANDLE_LENGTHS[interval])
  const order = drawer.getByRole('link', { name: 'Open the order' }).first()
  await expect(order).toBeVisible()
  await trader.keyboard.press('Escape')
  await expect(order, 'Escape closes the tooltip alone').toBeHidden()

  const drawn = () =>
    chart
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const dark = await drawn()
  await trader.emulateMedia({ colorScheme: 'light' })
  await expect.poll(drawn, 'the theme of the page is that of the canvas').not.toBe(dark)

  await length.selectOption('1m')
  await expect(cursor).toHaveAttribute('max', '239')
  await expect(fill, 'a fill before the oldest candle stands over none').toBeHidden()
  await length.selectOption('1d')
  await expect(cursor).toHaveAttribute('aria-valuetext', /, 00:00( UTC)?: open /)
  await cursor.focus()
  await trader.keyboard.press('Home')
  await trader.setViewportSize({ width: 480, height: 900 })
  const now = await chart.boundingBox()
  await chart.hover({ position: { x: (now?.width ?? 0) * 0.7, y: 60 } })
  const seen = async () =>
    Date.parse(`${/^.* \d\d:\d\d/.exec((await readout.textContent()) ?? '')?.[0]} UTC`)
  await expect
    .poll(seen, 'another width leaves the view where keys have it')
    .toBeLessThan(at - 60 * CANDLE_LENGTHS['1d'])
})

/** How much of an image, below its words, has another colour than its ground. */
const paintedPart = (trader: Page, image: Buffer): Promise<number> =>
  trader.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (!pen) throw new Error('An image can be read')
    pen.drawImage(bitmap, 0, 0)
    const top = 160
    const { data } = pen.getImageData(0, top, bitmap.width, bitmap.height - top)
    let painted = 0
    for (let at = 0; at < data.length; at += 4) {
      const isGround = [0, 1, 2].every((part) => data[at + part] === data[part])
      if (!isGround) painted += 1
    }
    return painted / (data.length / 4)
  }, image.toString('base64'))
