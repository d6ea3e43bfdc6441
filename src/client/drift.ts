import type { Drift } from '#contract/read.ts'

/** One way in which answers differ from the contract, and how often it was seen. */
export type DriftEntry = {
  /** The request line of the endpoint. */
  endpoint: string
  /** With `[]` for every index: a list of a thousand rows is one entry. */
  path: string
  expected: string
  got: string
  count: number
}

export type DriftReport = ReturnType<typeof createDriftReport>

/** More kinds than this are one drift: the service speaks another language. */
const MOST = 500

/** What the answers of one connection had that the contract did not expect, counted. */
export function createDriftReport() {
  const counted = new Map<string, DriftEntry>()
  const listeners = new Set<() => void>()
  let entries: readonly DriftEntry[] = []

  return {
    count(endpoint: string, drift: readonly Drift[]): void {
      if (drift.length === 0) return
      for (const { path, expected, got } of drift) {
        const place = path.replace(/\[\d+\]/g, '[]')
        const name = JSON.stringify([endpoint, place, expected, got])
        const known = counted.get(name)
        if (known) counted.set(name, { ...known, count: known.count + 1 })
        else if (counted.size < MOST) {
          counted.set(name, { endpoint, path: place, expected, got, count: 1 })
        }
      }
      entries = Array.from(counted.values())
      listeners.forEach((listener) => listener())
    },
    /** The same array until something is counted. */
    entries: () => entries,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
