import { besideFloor, ready, shiftOf, weight } from './compare.ts'
import type { Figure } from './report.ts'
import { openBrowser, slowDown } from './sample.ts'
import { quantile } from './statistics.ts'
import { demoService, read } from './world.ts'

const PAGE = '/history'
const ROW = 'main table tbody tr a'
const WHEELS = 60

/** Goals 7, 8 and 14 over the demo year's closed orders: the first rows, and scrolling them. */
export async function measure(): Promise<Figure[]> {
  const first = await besideFloor(
    ({ service, key }) =>
      read(service.origin, key, '/api/v1/smart_trades', 'page=1&per_page=100&status=all'),
    async ({ take }) => {
      const slow = await take(PAGE, ROW, 'slow')
      return [
        ready(7, 'History, cold, slow: first rows', slow, 1.5),
        weight(14, 'layout shift', shiftOf(slow), '', 0.02),
      ]
    },
  )
  return [...first, ...(await scrolled())]
}

async function scrolled(): Promise<Figure[]> {
  const { service, remove } = await demoService()
  try {
    const browser = await openBrowser(service.link)
    const page = await browser.context.newPage()
    await slowDown(page, 'desktop', false)
    await page.goto(`${service.origin}${PAGE}`)
    await page.locator(ROW).first().waitFor()
    await page.mouse.move(700, 600)
    await page.evaluate(watchFrames)
    for (let wheel = 0; wheel < WHEELS; wheel++) await page.mouse.wheel(0, 120)
    const frames = await page.evaluate(() => Reflect.get(window, 'benchFrames') as number[])
    await browser.close()
    const late = frames.filter((frame) => frame > 25).length / frames.length
    return [
      weight(8, 'a frame while scrolling, p99', quantile(frames, 0.99), 'ms', 17),
      weight(8, 'frames over 25 ms', late * 100, '%', 1),
    ]
  } finally {
    await remove()
  }
}

/** Runs in the page: the time from each frame to the next. */
function watchFrames(): void {
  const frames: number[] = []
  Reflect.set(window, 'benchFrames', frames)
  let before = performance.now()
  const look = (now: number) => {
    frames.push(now - before)
    before = now
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
