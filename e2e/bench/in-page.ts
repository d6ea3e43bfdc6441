import type { Page } from '@playwright/test'

/** Runs in the page: the time from each frame to the next, in `benchFrames`. */
export function watchFrames(): void {
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

/** What a page keeps after two collections, in MB. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}
