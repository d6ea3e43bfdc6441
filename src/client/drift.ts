import type { Drift } from '#contract/read.ts'

/** A difference between responses and the contract. */
export type DriftEntry = {
  /** Request line, such as "GET /api/v1/smart_trades". */
  endpoint: string
  /** JSON path with `[]` for every index, so that all rows of a list count as one entry. */
  path: string
  expected: string
  got: string
  count: number
}

export type DriftReport = ReturnType<typeof createDriftReport>

/** A service with more differences has another API. */
const MAX_ENTRIES = 500

/** Counts how the responses of one connection differ from the contract. */
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
        else if (counted.size < MAX_ENTRIES) {
          counted.set(name, { endpoint, path: place, expected, got, count: 1 })
        }
      }
      entries = Array.from(counted.values())
      listeners.forEach((listener) => listener())
    },
    entries: () => entries,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
