import type { Page } from '@playwright/test'

import { openAnswerProxy } from '../read-proxy.ts'
import { floorSite } from './floor-site.ts'
import { watchFrames } from './in-page.ts'
import type { Figure } from './report.ts'
import { atRest, openBrowser, sample } from './sample.ts'
import { median, quantile, spread } from './statistics.ts'
import { demoService, read } from './world.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const LIST = '/api/v1/bots/grid'
const BOTS = 1_000
const FEW = 30
const MANY = 300
const LADDER_ROW = 'main table tbody tr'
const WHEELS = 60
const FRAME = 16

type Bot = { id: number; current_price: string; lower_price: string; upper_price: string }

/** Goals 8 and 17: a thousand grid bots scroll as a plain list, 300 lines of one as 30 do. */
export async function measure(): Promise<Figure[]> {
  const site = await manyBots(BOTS)
  const floor = await floorSite(plainRows())
  try {
    const ready: Record<number, number[]> = { [FEW]: [], [MANY]: [] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const lines of [FEW, MANY]) ready[lines]?.push(await firstLines(site, lines))
    }
    const [few = [], many = []] = [ready[FEW], ready[MANY]]
    const frames = {
      few: await scrolled(`${site.origin}/grid-bots/${FEW}`, LADDER_ROW, await site.link()),
      many: await scrolled(`${site.origin}/grid-bots/${MANY}`, LADDER_ROW, await site.link()),
      opened: await scrolled(
        `${site.origin}/grid-bots/${MANY}`,
        LADDER_ROW,
        await site.link(),
        openAll,
      ),
      list: await scrolled(`${site.origin}/grid-bots`, 'tbody tr a', await site.link()),
      plain: await scrolled(floor.origin, 'tbody tr'),
    }
    return [
      {
        goal: 17,
        metric: 'a grid bot of 300 lines: ready; floor: of 30',
        ours: median(many),
        floor: median(few),
        spread: spread(many),
        unit: 'ms',
        budget: '≤ 1.2×',
        isMet: median(many) <= 1.2 * median(few),
      },
      beside('a frame while scrolling it, p99; floor: of 30', frames.many, frames.few, 1.2),
      beside('the same, all 300 lines opened', frames.opened, frames.few, 1.2),
      beside(
        'a frame while scrolling 1,000 grid bots, p99; floor: a static list',
        frames.list,
        frames.plain,
        1.1,
      ),
    ]
  } finally {
    floor.close()
    await site.remove()
  }
}

const beside = (metric: string, ours: number, floor: number, times: number): Figure => ({
  goal: 8,
  metric,
  ours,
  floor,
  unit: 'ms',
  budget: `≤ 17 ms or ≤ ${times}×`,
  isMet: ours <= Math.max(17, times * floor),
})

/** The demo's first running bot so many times over, and with as many lines as its id says. */
export async function manyBots(count: number) {
  const demo = await demoService()
  const { service, key } = demo
  const bots = JSON.parse(await read(service.origin, key, LIST, '')) as (Bot & {
    is_enabled: boolean
  })[]
  const bot = bots.find(({ is_enabled: isEnabled }) => isEnabled)
  if (!bot) throw new Error('No grid bot of the demo is running.')
  const list = Array.from({ length: count }, (_, index) => ({
    ...bot,
    id: index + 1,
    name: `Grid ${index + 1}`,
  }))
  const proxy = await openAnswerProxy(service.origin, ({ pathname }) => {
    if (pathname === LIST) return list
    const id = Number(/\/bots\/grid\/(\d+)$/.exec(pathname)?.[1])
    return id === FEW || id === MANY ? withLines(bot, id) : undefined
  })
  return {
    origin: proxy.origin,
    link: async () => proxy.through((await service.command('pair')).trim()),
    async remove() {
      proxy.close()
      await demo.remove()
    },
  }
}

/** So many lines from the lower price to the upper one: buys below the last price, sells above. */
function withLines(bot: Bot, count: number) {
  const [lower, upper, last] = [bot.lower_price, bot.upper_price, bot.current_price].map(Number)
  const step = ((upper ?? 0) - (lower ?? 0)) / (count - 1)
  return {
    ...bot,
    id: count,
    grids_quantity: String(count),
    grid_lines: Array.from({ length: count }, (_, index) => {
      const price = (lower ?? 0) + index * step
      return {
        id: index + 1,
        price: price.toFixed(2),
        side: price < (last ?? 0) ? 'buy' : 'sell',
        order_placed: true,
      }
    }),
  }
}

type Site = Awaited<ReturnType<typeof manyBots>>

async function firstLines(site: Site, lines: number): Promise<number> {
  const browser = await openBrowser(await site.link())
  try {
    const url = `${site.origin}/grid-bots/${lines}`
    return (await sample(browser.context, url, LADDER_ROW, { speed: 'slow' })).ready
  } finally {
    await browser.close()
  }
}

async function openAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^Show \d+ more lines$/ })
  while ((await more.count()) > 0) await more.first().click()
}

/** The 99th of a hundred frames while the page is scrolled down and up again. */
async function scrolled(
  url: string,
  row: string,
  pairWith?: string,
  before: (page: Page) => Promise<void> = async () => {},
): Promise<number> {
  const browser = await openBrowser(pairWith)
  try {
    const page = await browser.context.newPage()
    await page.goto(url)
    await page.locator(row).first().waitFor()
    await before(page)
    // Of so few frames the slowest counts: none that starts the other pages' code, fetched ahead.
    await atRest(page)
    await page.mouse.move(300, 500)
    await page.mouse.wheel(0, 120)
    await page.evaluate(watchFrames)
    for (let wheel = 0; wheel < WHEELS; wheel++) {
      await page.mouse.wheel(0, wheel < WHEELS / 2 ? 120 : -120)
      await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), FRAME)
    }
    return quantile(await page.evaluate(() => Reflect.get(window, 'benchFrames') as number[]), 0.99)
  } finally {
    await browser.close()
  }
}

/** As many rows as there are bots, all of them in the page at once. */
const plainRows = (): string =>
  JSON.stringify(
    Array.from({ length: BOTS }, (_, index) =>
      Object.fromEntries(
        Array.from({ length: 12 }, (_column, column) => [`c${column}`, `${index * 31 + column}`]),
      ),
    ),
  )
