import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { openDataDirectory } from '#paper/store/sqlite/data-directory.ts'
import { openSqliteStore } from '#paper/store/sqlite/sqlite-store.ts'
import { storeBigWorld } from '#testing/big-world.ts'

import { inOwnProcess, openPaperService } from '../paper-service.ts'
import { manyBots } from './bots.ts'
import { heapOf, watchFrames } from './in-page.ts'
import { slowestInteraction } from './interaction.ts'
import type { Figure } from './report.ts'
import { openBrowser, sample } from './sample.ts'
import { median, quantile } from './statistics.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SIZES = { SmartTrades: [100, 1_000, 10_000], 'Grid bots': [100, 1_000] } as const
const PATHS = { SmartTrades: '/smart-trades?status=active&per_page=100', 'Grid bots': '/grid-bots' }
const FIELDS = { SmartTrades: 'Pair', 'Grid bots': 'Search grid bots' }
type List = keyof typeof SIZES

const ROW = 'main tbody tr a, #static-shell tbody tr a'
/** In ms. */
const KEY_PAUSE = 80
const FRAME = 16
const WHEELS = 60
/** In ms until the page has read and loaded all that it wants. */
const REST = 4_000

type Site = { origin: string; link: () => Promise<string>; remove: () => Promise<void> }
type Costs = Record<'ready' | 'heap' | 'typing' | 'frame', number>

const MEASURES: Record<keyof Costs, { name: string; unit: string; most?: number }> = {
  ready: { name: 'ready, desktop', unit: 'ms' },
  heap: { name: 'heap', unit: 'MB' },
  typing: { name: 'typing in the filter, 4× CPU: INP', unit: 'ms', most: 56 },
  frame: { name: 'a frame while scrolling, p95', unit: 'ms' },
}

/** Lists of big accounts: at most twice the figures of 100 rows. */
export async function measure(): Promise<Figure[]> {
  const found: Figure[] = []
  for (const list of Object.keys(SIZES) as List[]) {
    const costs = new Map<number, Costs>()
    for (const size of SIZES[list]) costs.set(size, await costsOf(list, size))
    const [few, ...sizes] = SIZES[list]
    for (const size of sizes) found.push(...compared(list, costs.get(few)!, costs.get(size)!, size))
  }
  return found
}

const compared = (list: List, few: Costs, many: Costs, size: number): Figure[] =>
  (Object.keys(MEASURES) as (keyof Costs)[]).map((measure) => {
    const { name, unit, most = Infinity } = MEASURES[measure]
    return {
      goal: 23,
      metric: `${size} ${list}: ${name}; floor: of 100`,
      ours: many[measure],
      floor: few[measure],
      unit,
      budget: most < Infinity ? `≤ 2× and ≤ ${most} ${unit}` : '≤ 2×',
      isMet: many[measure] <= Math.min(most, 2 * few[measure]),
    }
  })

async function costsOf(list: List, size: number): Promise<Costs> {
  const site = await (list === 'SmartTrades' ? manyTrades(size) : manyBots(size))
  const rounds: Costs[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) rounds.push(await costsIn(site, list))
  } finally {
    await site.remove()
  }
  const of = (measure: keyof Costs) => median(rounds.map((round) => round[measure]))
  return { ready: of('ready'), heap: of('heap'), typing: of('typing'), frame: of('frame') }
}

async function costsIn(site: Site, list: List): Promise<Costs> {
  const browser = await openBrowser(await site.link())
  try {
    const url = site.origin + PATHS[list]
    const { ready } = await sample(browser.context, url, ROW, { speed: 'desktop' })
    const page = await browser.context.newPage()
    await page.goto(url)
    await page.locator(ROW).first().waitFor()
    await pass(page, REST)
    const heap = await heapOf(page)
    const frame = await scrolled(page)
    const field = page.getByRole('search').getByLabel(FIELDS[list])
    const typing = await slowestInteraction(page, async () => {
      await field.click()
      for (const text of ['btc', 'eth']) {
        await field.pressSequentially(text, { delay: KEY_PAUSE })
        // The list follows after a pause, which a further key may meet.
        await pass(page, 300)
        await field.press('ControlOrMeta+a')
      }
    })
    return { ready, heap, typing, frame }
  } finally {
    await browser.close()
  }
}

async function scrolled(page: Page): Promise<number> {
  await page.mouse.move(300, 500)
  await page.evaluate(watchFrames)
  for (let wheel = 0; wheel < WHEELS; wheel++) {
    await page.mouse.wheel(0, wheel < WHEELS / 2 ? 120 : -120)
    await pass(page, FRAME)
  }
  return quantile(await page.evaluate(() => Reflect.get(window, 'benchFrames') as number[]), 0.95)
}

const pass = (page: Page, time: number): Promise<void> =>
  page.evaluate((wait) => new Promise<void>((resolve) => setTimeout(resolve, wait)), time)

/** A service with so many open SmartTrades, each of which waits far below the market. */
async function manyTrades(count: number): Promise<Site> {
  const world = mkdtempSync(join(tmpdir(), 'quarterdeck-accounts-'))
  try {
    const store = openSqliteStore(openDataDirectory(world))
    await storeBigWorld(store, 0, Math.floor(Date.now() / 1_000) * 1_000, count)
    await store.close()
    const service = await openPaperService(['--rate-limit', 'off'], world, inOwnProcess)
    return {
      origin: service.origin,
      link: async () => (await service.command('pair')).trim(),
      remove: () => service.remove(),
    }
  } finally {
    rmSync(world, { recursive: true, force: true })
  }
}
