import type { Instant } from '#contract/primitives.ts'

/** Something due at a moment. Its owner checks that it still is. */
export type Due = {
  at: Instant
  kind: 'order' | 'smart_trade' | 'dca_bot' | 'interest' | 'protection'
  id: string
}

export type Agenda = ReturnType<typeof createAgenda>

/** A binary heap, ordered by moment, kind and id, regardless of the order of adding. */
export function createAgenda() {
  const heap: Due[] = []
  const isBefore = (a: Due, b: Due): boolean => {
    if (a.at !== b.at) return a.at < b.at
    if (a.kind !== b.kind) return a.kind < b.kind
    return a.id.length === b.id.length ? a.id < b.id : a.id.length < b.id.length
  }
  const swap = (a: number, b: number): void => {
    const [x, y] = [heap[a], heap[b]]
    if (x && y) [heap[a], heap[b]] = [y, x]
  }
  const earlier = (a: number, b: number): boolean => {
    const [x, y] = [heap[a], heap[b]]
    return x !== undefined && (y === undefined || isBefore(x, y))
  }

  return {
    push(due: Due): void {
      heap.push(due)
      for (let at = heap.length - 1; at > 0;) {
        const parent = (at - 1) >> 1
        if (!earlier(at, parent)) return
        swap(at, parent)
        at = parent
      }
    },
    peek: (): Due | undefined => heap[0],
    all: (): readonly Due[] => heap,
    pop(): Due | undefined {
      const first = heap[0]
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first
      heap[0] = last
      for (let at = 0; ;) {
        const child = earlier(2 * at + 2, 2 * at + 1) ? 2 * at + 2 : 2 * at + 1
        if (!earlier(child, at)) return first
        swap(at, child)
        at = child
      }
    },
  }
}
