import { type KeyboardEvent, type PointerEvent, useState } from 'react'

import { useWidth } from '#charts/use-width.ts'
import {
  add,
  type Decimal,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  larger,
  multiply,
  quotient,
  subtract,
  toNumber,
  toText,
} from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'
import { nonZero } from '#money/numbers.ts'
import { formatPrice, shortPrice } from '#money/price-places.ts'
import { nearestTick } from '#trading/lots.ts'

export type Edge = 'lower' | 'upper'

type RangeChartProps = {
  /** Names the picture. */
  label: string
  /** The last week's prices, the oldest first; none where the service offers no candles. */
  prices: readonly number[]
  last: Decimal | undefined
  /** Where the lines of the range stand, and whether they are only a suggestion. */
  edges: Record<Edge, { price: Decimal; isSuggested: boolean }>
  /** The lines of the grid. */
  lines: readonly { price: Decimal; side: 'buy' | 'sell' | null }[]
  tick: Decimal | undefined
  onMove: (edge: Edge, price: Decimal) => void
}

const HEIGHT = 260
const AIR = 20
const GUTTER = 92
/** More of them would be a wall. */
const MOST_LINES = 60
const NAMES = { lower: 'Lower price', upper: 'Upper price' }
const STROKES = { buy: 'var(--up)', sell: 'var(--down)' }

/** The price of the last week with the range to set: its two lines are sliders. */
export function RangeChart(props: RangeChartProps) {
  const { label, prices, last, edges, lines, tick, onMove } = props
  const [box, width] = useWidth<HTMLDivElement>()
  // While a line is in hand the axis stands still, or the line would flee the hand.
  const [held, setHeld] = useState<{ low: number; high: number }>()
  const drawn = last === undefined ? prices : [...prices, toNumber(last)]
  const [lower, upper] = [toNumber(edges.lower.price), toNumber(edges.upper.price)]
  const scale = held ?? {
    low: Math.min(lower, upper, ...drawn),
    high: Math.max(lower, upper, ...drawn),
  }
  const span = nonZero(scale.high - scale.low)
  const y = (price: number) => AIR + (1 - (price - scale.low) / span) * (HEIGHT - 2 * AIR)
  const plot = Math.max(0, width - GUTTER)
  const x = (index: number) => (index / Math.max(1, drawn.length - 1)) * plot
  const path = drawn.map((price, index) => `${x(index).toFixed(1)} ${y(price).toFixed(1)}`)

  const moveTo = (edge: Edge, there: Decimal) => {
    const price = nearestTick(there, tick ?? tickFor(there))
    const other = edges[edge === 'lower' ? 'upper' : 'lower'].price
    const isBefore = edge === 'lower' ? toNumber(price) < toNumber(other) : true
    const isAfter = edge === 'upper' ? toNumber(price) > toNumber(other) : true
    if (isPositive(price) && isBefore && isAfter) onMove(edge, price)
  }
  const drag = (edge: Edge) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setHeld(scale)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!held || !event.currentTarget.hasPointerCapture(event.pointerId)) return
      const top = box.current?.getBoundingClientRect().top ?? 0
      const part = (event.clientY - top - AIR) / (HEIGHT - 2 * AIR)
      const place = scale.high - Math.min(1.08, Math.max(-0.08, part)) * span
      if (place > 0) moveTo(edge, fromNumber(Number(place.toPrecision(8))))
    },
    onPointerUp: () => setHeld(undefined),
    onPointerCancel: () => setHeld(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const next = nudged(edges[edge].price, event, tick)
      if (!next) return
      event.preventDefault()
      moveTo(edge, next)
    },
  })
  return (
    <div ref={box} role="group" aria-label={label} className="relative h-65 select-none">
      {width > 0 && (
        <>
          <svg aria-hidden="true" width={width} height={HEIGHT} className="absolute inset-0">
            <rect
              y={y(upper)}
              width={plot}
              height={Math.max(0, y(lower) - y(upper))}
              fill="var(--hover)"
            />
            {lines.length <= MOST_LINES &&
              lines.map(({ price, side }) => (
                <path
                  key={toText(price)}
                  d={`M0 ${Math.round(y(toNumber(price))) + 0.5}H${plot}`}
                  stroke={side ? STROKES[side] : 'var(--text-3)'}
                  strokeOpacity={0.4}
                  strokeDasharray={side ? undefined : '2 3'}
                />
              ))}
            {path.length > 1 && (
              <path
                d={`M${path.join('L')}`}
                fill="none"
                stroke="var(--text)"
                strokeWidth={1.25}
                strokeLinejoin="round"
              />
            )}
            {last && (
              <>
                <circle cx={plot} cy={y(toNumber(last))} r={3.5} fill="var(--text)" />
                <text
                  x={plot + 10}
                  y={y(toNumber(last)) + 4}
                  fontSize={12}
                  fontWeight={500}
                  fill="var(--text)"
                  className="tabular-nums"
                >
                  {isFree(y(toNumber(last)), [y(lower), y(upper)]) && shortPrice(last)}
                </text>
              </>
            )}
          </svg>
          {(['upper', 'lower'] as const).map((edge) => {
            const { price, isSuggested } = edges[edge]
            const away = last && awayFrom(price, last)
            return (
              <div
                key={edge}
                role="slider"
                tabIndex={0}
                aria-label={isSuggested ? `${NAMES[edge]}, suggested` : NAMES[edge]}
                aria-orientation="vertical"
                aria-valuenow={toNumber(price)}
                aria-valuemin={0}
                aria-valuemax={Math.max(toNumber(price), scale.high) * 2}
                aria-valuetext={`${formatPrice(price)}${away === undefined ? '' : `, ${away}`}`}
                {...drag(edge)}
                className="group absolute inset-x-0 flex h-6 -translate-y-1/2 cursor-ns-resize touch-none items-center max-sm:h-11"
                style={{ top: y(toNumber(price)) }}
              >
                <span
                  className={`h-0 flex-1 border-t group-hover:border-accent ${isSuggested ? 'border-dashed border-edge' : 'border-ink-2'}`}
                />
                <span
                  className={`flex h-5 flex-none items-center justify-end rounded-s px-1.5 text-caption tabular-nums group-hover:text-accent ${isSuggested ? 'border border-dashed border-edge text-ink-2' : 'bg-active font-medium text-ink'}`}
                  style={{ width: GUTTER - 8 }}
                >
                  {shortPrice(price)}
                </span>
                <span
                  className={`pointer-events-none absolute left-0 max-w-[calc(100%-6rem)] truncate bg-canvas/80 pr-1.5 text-caption text-ink-3 ${edge === 'upper' ? 'bottom-full -mb-2.5' : 'top-full -mt-2.5'} max-sm:my-[-1.25rem]`}
                >
                  {isSuggested ? `Suggested ${NAMES[edge].toLowerCase()}` : NAMES[edge]}
                  {away !== undefined && `, ${away}`}
                </span>
              </div>
            )
          })}
        </>
      )}
    </div>
  )
}

/** Whether a label fits between those of other lines. */
const isFree = (at: number, others: readonly number[]): boolean =>
  others.every((other) => Math.abs(other - at) >= 16)

/** "10.00% below the price". */
function awayFrom(price: Decimal, last: Decimal): string | undefined {
  if (!isPositive(last)) return undefined
  const percent = formatPercent(
    divide(multiply(subtract(price, last), HUNDRED), last, 6, 'half-even'),
  )
  return percent.startsWith('−')
    ? `${percent.slice(1)} below the price`
    : `${percent} above the price`
}

/** What a price is rounded to where the exchange's own step is not known: its fifth digit. */
const tickFor = (price: Decimal): Decimal =>
  fromNumber(10 ** (Math.floor(Math.log10(toNumber(price))) - 4))

/** A key moves a line by about a tenth of a percent, with Shift by one step of the exchange. */
function nudged(
  price: Decimal,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  tick = tickFor(price),
): Decimal | undefined {
  const coarse = larger(tick, nearestTick(quotient(price, fromNumber(1_000), 'up'), tick))
  const step = shiftKey ? tick : coarse
  const ways: Record<string, Decimal> = {
    ArrowUp: add(price, step),
    ArrowRight: add(price, step),
    ArrowDown: subtract(price, step),
    ArrowLeft: subtract(price, step),
    PageUp: add(price, multiply(coarse, fromNumber(10))),
    PageDown: subtract(price, multiply(coarse, fromNumber(10))),
  }
  return ways[key]
}
