import type { Page } from '@playwright/test'

import { slowestInteraction } from './interaction.ts'
import type { Figure } from './report.ts'
import { openBrowser } from './sample.ts'
import { median, spread } from './statistics.ts'
import { demoService } from './world.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** Between the pointer's coming to a link and its press, in ms. */
const HOVER = 150
/** How long somebody looks at the first page, in ms. */
const LOOK = 5_000

const ROWS = 'main tbody tr a'
/** What a page has once it shows what it is for. */
const PLACES = [
  { name: 'Portfolio', shown: 'main dl dd [title]' },
  { name: 'Grid bots', shown: ROWS },
  { name: 'DCA bots', shown: ROWS },
  { name: 'History', shown: ROWS },
  { name: 'Activity', shown: 'main p' },
  { name: 'Settings', shown: 'main h2' },
  { name: 'SmartTrades', shown: ROWS },
] as const
type Name = (typeof PLACES)[number]['name']

type Click = { answered: number; rows: number }
type Clicks = Record<Name, Click[]>

/** Goal 13: clicks in the rail with the processor four times slower, the first one to each page and a later one. */
export async function measure(): Promise<Figure[]> {
  const demo = await demoService(6_000)
  const first = noClicks()
  const later = noClicks()
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const browser = await openBrowser((await demo.service.command('pair')).trim())
      try {
        const page = await browser.context.newPage()
        await page.goto(`${demo.service.origin}/smart-trades`)
        await page.locator(ROWS).first().waitFor()
        await pass(page, LOOK)
        for (const clicks of [first, later]) {
          // Another page first each time, so that none is always opened from the same one.
          for (const place of [...PLACES.slice(round), ...PLACES.slice(0, round)]) {
            clicks[place.name].push(await clickTo(page, place))
          }
        }
      } finally {
        await browser.close()
      }
    }
  } finally {
    await demo.remove()
  }
  return (['first', 'later'] as const).flatMap((which) => {
    const clicks = which === 'first' ? first : later
    // Of each round the page that answers last.
    const slowest = clicks.History.map((_, round) =>
      Math.max(...PLACES.map(({ name }) => clicks[name][round]?.answered ?? 0)),
    )
    return [
      within(`${which} click to a page, 4× CPU: INP of the slowest page`, slowest, 80),
      ...PLACES.map(({ name }) =>
        within(
          `${which} click to ${name}: rows`,
          clicks[name].map(({ rows }) => rows),
          200,
        ),
      ),
    ]
  })
}

const noClicks = (): Clicks =>
  Object.fromEntries(PLACES.map(({ name }) => [name, [] as Click[]])) as Clicks

function within(metric: string, times: readonly number[], most: number): Figure {
  return {
    goal: 13,
    metric,
    ours: median(times),
    spread: spread(times),
    unit: 'ms',
    budget: `≤ ${most} ms`,
    isMet: median(times) <= most,
  }
}

/** As a hand does it: to the link, a moment over it, a press. */
async function clickTo(
  page: Page,
  { name, shown }: { name: string; shown: string },
): Promise<Click> {
  const link = page.getByRole('link', { name, exact: true }).first()
  const box = await link.boundingBox()
  if (!box) throw new Error(`The rail has no ${name}.`)
  let rows = 0
  const answered = await slowestInteraction(page, async () => {
    await page.evaluate(watchArrival, { name, shown })
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
    await pass(page, HOVER)
    await page.mouse.down()
    await page.mouse.up()
    await page.waitForFunction(() => Reflect.has(window, 'benchArrived'))
    rows = await page.evaluate(() => Reflect.get(window, 'benchArrived') as number)
  })
  await pass(page, LOOK / 5)
  return { answered, rows }
}

/** Runs in the page: milliseconds from the next press until a page of that name shows what it is for. */
function watchArrival({ name, shown }: { name: string; shown: string }): void {
  Reflect.deleteProperty(window, 'benchArrived')
  const press = ({ timeStamp }: Event) => {
    const look = () => {
      const isThere =
        document.querySelector('main h1')?.textContent === name &&
        document.querySelector(shown)?.checkVisibility() === true
      if (!isThere) return void requestAnimationFrame(look)
      const channel = new MessageChannel()
      channel.port1.onmessage = () =>
        Reflect.set(window, 'benchArrived', performance.now() - timeStamp)
      channel.port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  }
  addEventListener('click', press, { capture: true, once: true })
}

const pass = (page: Page, time: number): Promise<void> =>
  page.evaluate((wait) => new Promise<void>((resolve) => setTimeout(resolve, wait)), time)
