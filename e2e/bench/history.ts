import { bigAccount } from './answers.ts'
import { shiftOf, weight } from './compare.ts'
import { floorSite } from './floor-site.ts'
import { loadAll } from './full-history.ts'
import { heapOf, watchFrames } from './in-page.ts'
import type { Figure } from './report.ts'
import { openBrowser, type Sample, sample, slowDown } from './sample.ts'
import { median, quantile, spread } from './statistics.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const PAGE = '/history?period=all'
const ROW = 'main table tbody tr a'
const TRADES = 10_000
const WHEELS = 90
const FRAME = 16
/** px an event: a steady hand, and one that flicks. */
const STEADY = 120
const FLICK = 1_500

/** Goals 7, 8, 9, 14 and 15: a history of 10,000 orders, its first rows and scrolling all of them. */
export async function measure(): Promise<Figure[]> {
  const few = await bigAccount({ trades: 100 })
  const many = await bigAccount({ trades: TRADES })
  const floor = await floorSite(staticRows())
  const virtual = await floorSite(staticRows(), 'virtual.html')
  try {
    const found: { few: Sample[]; many: Sample[] } = { few: [], many: [] }
    for (let round = 0; round < ROUNDS; round++) {
      found.few.push(await firstRows(few))
      found.many.push(await firstRows(many))
    }
    const least = median(found.few.map(({ ready }) => ready))
    const own = found.many.map(({ ready }) => ready)
    const ours = await scrolled(many.origin + PAGE, ROW, await many.link())
    const theirs = await scrolled(floor.origin, 'tbody tr')
    const flicked = await scrolled(many.origin + PAGE, ROW, await many.link(), FLICK)
    const bare = await scrolled(virtual.origin, 'tbody td', undefined, FLICK)
    return [
      {
        goal: 7,
        metric: 'History of 10,000, cold, slow: first rows; floor: of 100',
        ours: median(own),
        floor: least,
        spread: spread(own),
        unit: 'ms',
        budget: '≤ 1.2×',
        isMet: median(own) <= 1.2 * least,
      },
      {
        goal: 8,
        metric: 'a frame while scrolling them, p99; floor: a static list',
        ours: ours.frame,
        floor: theirs.frame,
        unit: 'ms',
        budget: '≤ 17 ms or ≤ 1.1×',
        isMet: ours.frame <= Math.max(17, 1.1 * theirs.frame),
      },
      { ...weight(8, 'frames over 25 ms', ours.late, '%', 1), floor: theirs.late },
      { ...weight(8, 'frames without a row', ours.blank, '%', 1), floor: theirs.blank },
      {
        ...weight(
          8,
          'flicks of 1,500 px: a frame, p95; floor: a bare virtual list',
          flicked.p95,
          'ms',
          17,
        ),
        floor: bare.p95,
      },
      { ...weight(8, 'flicks: frames without a row', flicked.blank, '%', 0), floor: bare.blank },
      { ...weight(8, 'flicks: frames without a head', flicked.headless, '%', 0) },
      { ...weight(9, 'jump to the far end', ours.jump, 'ms', 100), floor: theirs.jump },
      weight(14, 'layout shift', shiftOf({ ours: found.many, floor: [] }), '', 0.02),
      weight(15, 'heap with 10,000 rows', ours.heap, 'MB', 25),
    ]
  } finally {
    floor.close()
    virtual.close()
    await few.remove()
    await many.remove()
  }
}

type Account = Awaited<ReturnType<typeof bigAccount>>

async function firstRows({ origin, link }: Account): Promise<Sample> {
  const browser = await openBrowser(await link())
  try {
    return await sample(browser.context, origin + PAGE, ROW, { speed: 'slow' })
  } finally {
    await browser.close()
  }
}

/** Scrolls what is shown at an address, once all of it is loaded. */
async function scrolled(url: string, row: string, pairWith?: string, step = STEADY) {
  const browser = await openBrowser(pairWith)
  try {
    const page = await browser.context.newPage()
    await slowDown(page, 'desktop', false)
    await page.goto(url)
    await page.locator(row).first().waitFor()
    if (pairWith) await loadAll(page)
    // Where rows are on this page.
    const x = ((await page.locator(row).first().boundingBox())?.x ?? 0) + 4
    await page.mouse.move(x, 600)
    await page.mouse.wheel(0, 1_000)
    await page.evaluate(watchFrames)
    await page.evaluate(watchRows, x)
    for (let wheel = 0; wheel < WHEELS; wheel++) {
      await page.mouse.wheel(0, step)
      await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), FRAME)
    }
    const frames = await page.evaluate(() => Reflect.get(window, 'benchFrames') as number[])
    const rows = await page.evaluate(() => Reflect.get(window, 'benchRows') as boolean[])
    const heads = await page.evaluate(() => Reflect.get(window, 'benchHeads') as boolean[])
    const jump = await page.evaluate(jumpToEnd, x)
    return {
      frame: quantile(frames, 0.99),
      p95: quantile(frames, 0.95),
      headless: shareOf(heads, (isThere) => !isThere),
      late: shareOf(frames, (frame) => frame > 25),
      blank: shareOf(rows, (isThere) => !isThere),
      jump,
      heap: await heapOf(page),
    }
  } finally {
    await browser.close()
  }
}

const shareOf = <T>(all: readonly T[], is: (one: T) => boolean): number =>
  (all.filter(is).length / all.length) * 100

/** Runs in the page: whether a row of a table stands in the middle of the screen, frame by frame. */
function watchRows(x: number): void {
  const seen: boolean[] = []
  const heads: boolean[] = []
  Reflect.set(window, 'benchRows', seen)
  Reflect.set(window, 'benchHeads', heads)
  const isInSight = (part: Element | null | undefined) => {
    const { top = -1, bottom = -1 } = part?.getBoundingClientRect() ?? {}
    return top >= 0 && bottom <= innerHeight
  }
  const look = () => {
    const there = document.elementFromPoint(x, 500)?.closest('tr')
    seen.push(there !== null && there !== undefined && there.getAttribute('aria-hidden') !== 'true')
    heads.push(isInSight(there?.closest('table')?.tHead))
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Runs in the page: milliseconds from the jump until a row is painted in the middle of the screen. */
function jumpToEnd(x: number): Promise<number> {
  const from = performance.now()
  window.scrollTo(0, document.documentElement.scrollHeight)
  return new Promise((resolve) => {
    const look = () => {
      const there = document.elementFromPoint(x, 500)?.closest('tr')
      const isBlank = !there || there.getAttribute('aria-hidden') === 'true'
      // One that never comes is a miss, not a wait without end.
      if (isBlank && performance.now() - from < 10_000) return void requestAnimationFrame(look)
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(performance.now() - from)
      channel.port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  })
}

/** As many rows as the history has, all of them in the page at once. */
const staticRows = (): string =>
  JSON.stringify(
    Array.from({ length: TRADES }, (_, index) =>
      Object.fromEntries(
        Array.from({ length: 8 }, (_, column) => [`c${column}`, `${index * 31 + column}`]),
      ),
    ),
  )
