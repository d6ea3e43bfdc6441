import type { SteadyClock } from './http/rate-limits.ts'

/** In milliseconds: short, so that waiting requests get their turn. */
const SLICE_MS = 20

type Slice<T> = (enough: () => boolean) => T | Promise<T>

export type Slices = ReturnType<typeof slicesOf>

/** Runs all worlds' work in slices, each in its own turn of the event loop. */
export function slicesOf(steady: SteadyClock) {
  const waiting: ((enough: () => boolean) => Promise<void>)[] = []
  let isRunning = false

  function begin(): () => boolean {
    const end = steady() + SLICE_MS
    return () => steady() >= end
  }

  async function run(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const enough = begin()
      await next(enough)
      while (waiting.length > 0 && !enough()) await waiting.shift()?.(enough)
      // Twice: pending commits need their own turn of the event loop.
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

/** A turn of the event loop; timers in a page are too slow. */
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

export async function noLongerThan(patience: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)))
  await Promise.race([work, over])
  clearTimeout(timer)
}
