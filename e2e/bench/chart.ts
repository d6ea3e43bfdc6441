import type { CDPSession, Page } from '@playwright/test'

import { bigAccount } from './answers.ts'
import { weight } from './compare.ts'
import { floorSite } from './floor-site.ts'
import { heapOf, watchFrames } from './in-page.ts'
import type { Figure } from './report.ts'
import { openBrowser, slowDown } from './sample.ts'
import { median, quantile, spread } from './statistics.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const POINTS = 50_000
const FEW = 365
const MOVES = 120
/** Moves that are not counted, the slowest: the page's own reads fall into them. */
const WITH_READS = 5
const KINDS = ['ours', 'uPlot', 'path'] as const
type Kind = (typeof KINDS)[number]

/** Goals 10, 11 and 15: the chart of 50,000 points beside uPlot and a bare path on one page. */
export async function chartFigures(): Promise<Figure[]> {
  const floor = await floorSite('[]', 'chart.html')
  const account = await bigAccount({ points: POINTS })
  try {
    const drawn = await drawnIn(floor.origin)
    const theirs = await hovered({ url: floor.origin, isFloor: true })
    const ours = await hovered({
      url: `${account.origin}/portfolio?range=all`,
      pairWith: await account.link(),
    })
    const least = median(drawn.uPlot)
    return [
      {
        goal: 10,
        metric: '50,000 points: in memory to painted',
        ours: median(drawn.ours),
        floor: least,
        spread: spread(drawn.ours),
        unit: 'ms',
        budget: '≤ 150 ms, ≤ 3× uPlot',
        isMet: median(drawn.ours) <= Math.min(150, 3 * least),
      },
      {
        goal: 10,
        metric: 'a bare SVG path of them',
        ours: median(drawn.path),
        floor: least,
        unit: 'ms',
        budget: '(floor)',
      },
      {
        goal: 11,
        metric: 'the page under the pointer: work a move, CPU 4× slower',
        ours: ours.work,
        floor: theirs.work,
        unit: 'ms',
        budget: '≤ 2× uPlot',
        isMet: ours.work <= 2 * theirs.work,
      },
      { ...weight(11, 'a frame meanwhile, p95', ours.frame, 'ms', 17), floor: theirs.frame },
      weight(15, 'heap with 50,000 points', ours.heap, 'MB', 25),
    ]
  } finally {
    floor.close()
    await account.remove()
  }
}

async function drawnIn(url: string): Promise<Record<Kind, number[]>> {
  const found: Record<Kind, number[]> = { ours: [], uPlot: [], path: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of [...KINDS.slice(round % 3), ...KINDS.slice(0, round % 3)]) {
      const browser = await openBrowser()
      const page = await browser.context.newPage()
      await page.goto(url)
      // The first drawing fetches and warms the code.
      await draw(page, kind, FEW)
      found[kind].push(await draw(page, kind, POINTS))
      await browser.close()
    }
  }
  return found
}

const draw = (page: Page, kind: Kind, count: number): Promise<number> =>
  page.evaluate(
    ([name, points]) => {
      const kinds = Reflect.get(window, 'benchDraw') as Record<
        string,
        (n: number) => Promise<number>
      >
      return kinds[name]?.(points) ?? Promise.reject(new Error(`Nothing draws ${name}.`))
    },
    [kind, count] as const,
  )

type Hover = { url: string; pairWith?: string; isFloor?: boolean }

/** A pointer that travels over the chart, one step a frame. */
async function hovered({ url, pairWith, isFloor = false }: Hover) {
  const browser = await openBrowser(pairWith)
  const page = await browser.context.newPage()
  await page.goto(url)
  if (isFloor) await draw(page, 'uPlot', POINTS)
  const plot = page.locator(isFloor ? '.u-over' : '[aria-label^="Chart cursor"]').first()
  await plot.waitFor()
  if (!isFloor) await page.locator('path.recharts-curve').first().waitFor()
  await slowDown(page, 'slow', false)
  const box = await plot.boundingBox()
  if (!box) throw new Error('The chart has no place.')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await nextFrame(page)
  await page.evaluate(watchFrames)
  const moves: number[] = []
  let before = await workOf(session)
  for (let move = 1; move <= MOVES; move++) {
    await page.mouse.move(box.x + (box.width * move) / (MOVES + 1), box.y + box.height / 2)
    await nextFrame(page)
    const now = await workOf(session)
    moves.push(now - before)
    before = now
  }
  const counted = moves.toSorted((a, b) => a - b).slice(0, -WITH_READS)
  const work = counted.reduce((sum, one) => sum + one, 0) / counted.length
  const frames = await page.evaluate(() => Reflect.get(window, 'benchFrames') as number[])
  const heap = await heapOf(page)
  await browser.close()
  return { work, frame: quantile(frames, 0.95), heap }
}

const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))

/** Milliseconds of the main thread so far; those of others that share the processor do not count. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}
