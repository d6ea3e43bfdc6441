import type { Page } from '@playwright/test'

/** Event Timing tells of nothing shorter. */
const LEAST = 16

/**
 * The interaction of `work` that took longest until the next paint, with the processor four times
 * slower. With fewer than fifty of them that is what INP says.
 */
export async function slowestInteraction(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  try {
    await page.evaluate(watchInteractions, LEAST)
    await work()
    return await page.evaluate(slowest)
  } finally {
    await session.detach()
  }
}

function watchInteractions(least: number): void {
  Reflect.set(window, 'benchSlowest', least)
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!Reflect.get(entry, 'interactionId')) continue
      const before = Number(Reflect.get(window, 'benchSlowest'))
      Reflect.set(window, 'benchSlowest', Math.max(before, entry.duration))
    }
  })
  observer.observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit)
}

/** Entries come some time after the frame they are about. */
const slowest = (): Promise<number> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(Number(Reflect.get(window, 'benchSlowest'))), 500)
  })
