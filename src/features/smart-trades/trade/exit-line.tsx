import { useWidth } from '#charts/use-width.ts'
import { type Decimal, toNumber } from '#money/decimal.ts'
import { shortPrice } from '#money/price-places.ts'

import { directionOf, progressOf } from '../progress.ts'
import {
  entryOf,
  nowOf,
  stepPrice,
  stepsOf,
  stopOf,
  tickPlacesOf,
  type Trade,
} from '../trade-facts.ts'

const MIDDLE = 32
const EDGE = 2

/** The drawer's large bar: stop, entry, every target and the present price, with their figures. */
export function ExitLine({ trade }: { trade: Trade }) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const places = tickPlacesOf(trade)
  const write = (price: Decimal) => shortPrice(price, places)
  const plan = planExitLine(trade, Math.max(0, width - 2 * EDGE), write)
  if (!plan) return null
  const direction = directionOf(trade)
  const colour = { up: 'var(--up)', down: 'var(--down)', none: 'var(--text-3)' }[direction]
  const { marks, entryX, nowX } = plan
  return (
    <div ref={frame} className="border-b border-hairline pt-3.5 pb-2.5">
      <svg
        width={width}
        height={64}
        role="img"
        aria-label={progressOf(trade)?.label ?? 'Stop, entry and targets'}
        className="block tabular-nums"
      >
        <path d={`M${EDGE} ${MIDDLE}H${width - EDGE}`} stroke="var(--hairline-2)" strokeWidth={3} />
        {direction !== 'none' && entryX !== undefined && nowX !== undefined && (
          <path
            d={`M${EDGE + Math.min(entryX, nowX)} ${MIDDLE}H${EDGE + Math.max(entryX, nowX)}`}
            stroke={colour}
            strokeWidth={3}
          />
        )}
        {marks.map((mark) => (
          <g key={mark.name} transform={`translate(${EDGE + mark.x} 0)`}>
            <path
              d={`M0 ${MIDDLE - 6}v12`}
              stroke={mark.isEntry ? 'var(--text)' : 'var(--text-3)'}
              strokeWidth={1.5}
            />
            {mark.hasWords && (
              <g textAnchor={mark.anchor} fontSize={12}>
                <text y={14} fill="var(--text-2)">
                  {mark.name}
                </text>
                <text y={60} fill="var(--text-3)">
                  {write(mark.price)}
                </text>
              </g>
            )}
          </g>
        ))}
        {nowX !== undefined && (
          <circle
            cx={EDGE + nowX}
            cy={MIDDLE}
            r={5.5}
            fill={direction === 'none' ? 'var(--overlay)' : colour}
            stroke={direction === 'none' ? 'var(--text-3)' : 'var(--overlay)'}
            strokeWidth={2}
          />
        )}
      </svg>
    </div>
  )
}

type ExitMark = {
  name: string
  price: Decimal
  /** From the left end, in the line's own units. */
  x: number
  anchor: 'start' | 'middle' | 'end'
  /** Off where its words would run into others. */
  hasWords: boolean
  isEntry: boolean
}

type ExitLinePlan = {
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
