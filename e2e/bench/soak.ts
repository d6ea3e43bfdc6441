import type { BrowserContext, CDPSession, Page, Request } from '@playwright/test'

import { weight } from './compare.ts'
import { heapOf } from './in-page.ts'
import type { Figure } from './report.ts'
import { openBrowser } from './sample.ts'
import { demoService } from './world.ts'

/** Of the page’s clock, which is moved by hand a minute at a time. */
const HOURS = Number(process.env['BENCH_HOURS'] ?? 8)
const MINUTE = 60_000
const PAGE = '/smart-trades?status=all&per_page=100'
const ROW = 'tbody tr a'

/** Goals 15 and 16: what a list keeps in memory, and what it keeps more after hours in an open tab. */
export async function measure(): Promise<Figure[]> {
  const { service, remove } = await demoService()
  const browser = await openBrowser((await service.command('pair')).trim())
  try {
    const heap = await heapOfList(browser.context, service.origin + PAGE)
    const page = await browser.context.newPage()
    await page.clock.install()
    await page.goto(service.origin + PAGE)
    await page.locator(ROW).first().waitFor()
    const session = await page.context().newCDPSession(page)

    await passHour(page)
    const before = await weigh(page, session)
    for (let hour = 1; hour < HOURS; hour++) await passHour(page)
    const after = await weigh(page, session)
    return [
      weight(15, 'heap with 100 rows', heap, 'MB', 10),
      weight(
        16,
        `heap gained an hour, over ${HOURS - 1} h after the first`,
        (after.heap - before.heap) / (HOURS - 1),
        'MB',
        0.5,
      ),
      weight(16, 'nodes gained', Math.abs(after.nodes - before.nodes), '', 50),
      weight(16, 'listeners gained', after.listeners - before.listeners, '', 0),
    ]
  } finally {
    await browser.close()
    await remove()
  }
}

/**
 * The list as somebody has it before them, after a few reads. Not on the page of the long hours: the
 * clock that is moved by hand keeps the call stack of each timer, and so answers that the product let
 * go; and what Playwright puts into a page to look for things in it weighs a megabyte of its own.
 */
async function heapOfList(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Page.navigate', { url })
  await new Promise((resolve) => setTimeout(resolve, MINUTE))
  const heap = await heapOf(page)
  // Only now, since it puts its own things there.
  await page.locator(ROW).first().waitFor()
  await page.close()
  return heap
}

async function passHour(page: Page): Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  for (let minute = 0; minute < 60; minute++) {
    await page.clock.fastForward(MINUTE)
    // What was asked for in that minute is answered before the next; the page's own clock stands.
    do await new Promise((resolve) => setTimeout(resolve, 20))
    while (open.size > 0)
  }
  page.removeAllListeners()
}

async function weigh(page: Page, session: CDPSession) {
  const heap = await heapOf(page)
  const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
  return { heap, nodes, listeners }
}
