import { type Decimal, toNumber } from '#money/decimal.ts'

import { entryOf, nowOf, stepPrice, stepsOf, stopOf, type Trade } from '../trade-facts.ts'

export type ExitMark = {
  name: string
  price: Decimal
  /** From the left end, in the line's own units. */
  x: number
  anchor: 'start' | 'middle' | 'end'
  /** Off where its words would run into others. */
  hasWords: boolean
  isEntry: boolean
}

export type ExitLinePlan = {
  marks: ExitMark[]
  entryX: number | undefined
  nowX: number | undefined
}

/** What 12 px figures take a sign, with a gap between words. */
const SIGN_WIDTH = 6.5
const GAP = 6

/**
 * Places stop, entry and targets along a line of `width`. Where words would overlap, the ends and
 * the entry keep theirs. `undefined` when there is nothing but an entry.
 */
export function planExitLine(
  trade: Trade,
  width: number,
  write: (price: Decimal) => string,
): ExitLinePlan | undefined {
  const stop = stopOf(trade)
  const entry = entryOf(trade)
  const steps = stepsOf(trade)
  const targets = steps.flatMap((step, index) => {
    const price = stepPrice(trade, step)
    return price ? [{ name: steps.length === 1 ? 'Target' : `Target ${index + 1}`, price }] : []
  })
  if (entry === undefined || (stop === undefined && targets.length === 0)) return undefined

  const now = nowOf(trade)
  const named = [
    ...(stop ? [{ name: 'Stop', price: stop, isEntry: false }] : []),
    { name: 'Entry', price: entry, isEntry: true },
    ...targets.map((target) => ({ ...target, isEntry: false })),
  ]
  const from = toNumber(named[0]?.price ?? entry)
  const to = toNumber(named.at(-1)?.price ?? entry)
  const placeOf = (price: Decimal) => {
    const share = to === from ? 0 : (toNumber(price) - from) / (to - from)
    return Math.min(1, Math.max(0, share)) * width
  }
  const marks = named.map(({ name, price, isEntry }, index): ExitMark => ({
    name,
    price,
    isEntry,
    x: placeOf(price),
    anchor: index === 0 ? 'start' : index === named.length - 1 ? 'end' : 'middle',
    hasWords: false,
  }))
  const spanOf = ({ name, price, x, anchor }: ExitMark): [number, number] => {
    const length = Math.max(name.length, write(price).length) * SIGN_WIDTH + GAP
    const left = anchor === 'start' ? x : anchor === 'end' ? x - length : x - length / 2
    return [left, left + length]
  }
  const taken: [number, number][] = []
  for (const mark of byImportance(marks)) {
    const [left, right] = spanOf(mark)
    if (taken.some(([from, to]) => left < to && right > from)) continue
    taken.push([left, right])
    mark.hasWords = true
  }
  return { marks, entryX: placeOf(entry), nowX: now && placeOf(now) }
}

const byImportance = (marks: readonly ExitMark[]): ExitMark[] => {
  const rank = (mark: ExitMark) =>
    mark === marks[0] || mark === marks.at(-1) ? 0 : mark.isEntry ? 1 : 2
  return marks.toSorted((a, b) => rank(a) - rank(b))
}
