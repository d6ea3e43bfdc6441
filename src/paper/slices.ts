import type { SteadyClock } from './http/rate-limits.ts'

/** In milliseconds: short enough for requests that wait meanwhile. */
const SLICE = 20

/** Work that ends itself once it has done `enough`. */
type Slice<T> = (enough: () => boolean) => T | Promise<T>

export type Slices = ReturnType<typeof slicesOf>

/**
 * Runs the work of all worlds in slices, one after another, and returns to the event loop after each.
 * A slice never waits for another one.
 */
export function slicesOf(steady: SteadyClock) {
  const waiting: ((enough: () => boolean) => Promise<void>)[] = []
  let isRunning = false

  function begin(): () => boolean {
    const end = steady() + SLICE
    return () => steady() >= end
  }

  async function run(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const enough = begin()
      await next(enough)
      while (waiting.length > 0 && !enough()) await waiting.shift()?.(enough)
      // Twice: commits handed to the store meanwhile need a turn of the event loop of their own.
      await turnOfTheLoop()
      await turnOfTheLoop()
    }
    isRunning = false
  }

  return {
    begin,
    next: <T>(work: Slice<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push(async (enough) => {
          try {
            resolve(await work(enough))
          } catch (error) {
            reject(error)
          }
        })
        if (isRunning) return
        isRunning = true
        void run()
      }),
  }
}

/** After what waits already, which timers in a page are too slow for. */
export const turnOfTheLoop = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') return void setImmediate(resolve)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Waits for work, but no longer than so many milliseconds. */
export async function noLongerThan(patience: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)))
  await Promise.race([work, over])
  clearTimeout(timer)
}
