import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react'

import { type Decimal, toNumber } from '#money/decimal.ts'
import { formatPrice, shortPrice } from '#money/price-places.ts'

import { PictureCandles, useRecentCandles } from './picture-candles.tsx'
import { PictureFrame } from './picture-frame.tsx'
import { nudged, priceThere } from './picture-moves.ts'
import {
  AXIS,
  HEIGHT,
  isMarket,
  isOnAxis,
  NOW,
  type PictureLine,
  type PicturePlan,
  priceOnAxis,
  type Scale,
  WIDTH,
  wordsAt,
  yOnAxis,
} from './picture-plan.ts'

type PictureDrawingProps = {
  plan: PicturePlan
  last: Decimal | undefined
  pair: string
  exchange: string | undefined
  isMovable: (line: PictureLine) => boolean
  moves: LineMoves | undefined
  /** Whose trade it is, in exported files; without it nothing is exported. */
  source?: string | undefined
}

/** Zones behind candles behind lines, each line that stands for a field one to take hold of. */
export function PictureDrawing(props: PictureDrawingProps) {
  const { plan, last, pair, exchange, isMovable, moves, source } = props
  const candles = useRecentCandles({ pair, exchange })
  const { lines, profitZone, lossZone, scale } = plan
  return (
    <div className={moves ? 'max-w-110' : 'max-w-90'}>
      <PictureFrame
        plan={plan}
        pair={pair}
        candles={candles}
        nameOf={(line) => nameOf(line, lines)}
        source={source}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${scale.height ?? HEIGHT}`}
          role={moves ? 'group' : 'img'}
          aria-label={`Prices of the trade: ${lines.map(inWords).join(', ')}`}
          className="block w-full text-[0.75rem] select-none"
        >
          <Zone zone={profitZone} fill="var(--up-soft)" opacity={0.55} />
          <Zone zone={lossZone} fill="var(--down-soft)" opacity={0.7} />
          <PictureCandles candles={candles} {...scale} />
          {last && <circle cx={NOW} cy={yOnAxis(scale, toNumber(last))} r={3} fill="var(--text)" />}
          {lines.map((line) =>
            moves && isMovable(line) ? (
              <MovableLine
                key={`${line.kind} ${line.index}`}
                line={line}
                label={`${nameOf(line, lines)} line`}
                spoken={`${formatPrice(line.price)}${line.detail && `, ${line.detail}`}`}
                moves={moves}
              />
            ) : (
              <g key={line.kind} aria-hidden="true">
                <DrawnLine {...line} />
              </g>
            ),
          )}
        </svg>
      </PictureFrame>
    </div>
  )
}

const KIND_WORDS: Record<PictureLine['kind'], string> = {
  target: 'target',
  ask: 'ask',
  now: 'last price',
  bid: 'bid',
  trigger: 'trigger',
  entry: 'entry',
  'break-even': 'break-even',
  stop: 'stop',
  'stop-limit': 'stop limit',
  liquidation: 'estimated liquidation',
}

const inWords = ({ kind, price }: PictureLine): string =>
  `${KIND_WORDS[kind]} ${formatPrice(price)}`

/** "Target 2", "Stop limit": the fields beside it are called after the same things. */
function nameOf({ kind, index }: PictureLine, lines: readonly PictureLine[]): string {
  const [first = '', ...rest] = KIND_WORDS[kind]
  const isOneOfMany = kind === 'target' && lines.filter((line) => line.kind === kind).length > 1
  return `${first.toUpperCase()}${rest.join('')}${isOneOfMany ? ` ${index + 1}` : ''}`
}

type ZoneProps = {
  zone: [number, number] | undefined
  fill: string
  opacity: number
}

const Zone = ({ zone, fill, opacity }: ZoneProps) =>
  zone && <rect y={zone[0]} width={AXIS} height={zone[1] - zone[0]} fill={fill} opacity={opacity} />

type Colours = { line: string; text: string; tag?: string }

const UP: Colours = {
  line: 'var(--up)',
  tag: 'var(--up-soft)',
  text: 'var(--up)',
}
const DOWN: Colours = {
  line: 'var(--down)',
  tag: 'var(--down-soft)',
  text: 'var(--down)',
}
const QUOTE: Colours = { line: 'var(--text-3)', text: 'var(--text-2)' }

const COLOURS: Record<PictureLine['kind'], Colours> = {
  target: UP,
  stop: DOWN,
  'stop-limit': DOWN,
  entry: { line: 'var(--text)', tag: 'var(--active)', text: 'var(--text)' },
  trigger: { line: 'var(--text-2)', tag: 'var(--active)', text: 'var(--text)' },
  now: { line: 'var(--text-3)', tag: 'var(--active)', text: 'var(--text-2)' },
  'break-even': { line: 'var(--text-3)', text: 'var(--text-2)' },
  liquidation: {
    line: 'var(--caution)',
    tag: 'var(--caution-soft)',
    text: 'var(--caution)',
  },
  ask: QUOTE,
  bid: QUOTE,
}

const QUOTE_WORDS: Partial<Record<PictureLine['kind'], string>> = {
  ask: 'Ask ',
  bid: 'Bid ',
}

/** Keeps words readable on candles. */
const HALO = {
  paintOrder: 'stroke',
  stroke: 'var(--canvas)',
  strokeOpacity: 0.7,
  strokeWidth: 3,
  strokeLinejoin: 'round',
} as const

/** A price of the trade as it is drawn: its line, its words, its tag. Given as its members, so that it is drawn again only for one of them. */
const DrawnLine = memo(function DrawnLine(line: PictureLine) {
  const { kind, name, price, y, tagY, detail, words } = line
  const colours = COLOURS[kind]
  return (
    <>
      <path
        d={isMarket(line) ? `M${NOW + 5} ${y}h8` : `M0 ${y}H${AXIS}`}
        stroke={colours.line}
        strokeDasharray={kind === 'break-even' || kind === 'liquidation' ? '3 3' : undefined}
        shapeRendering="crispEdges"
      />
      {colours.tag && (
        <rect x={AXIS} y={tagY - 10} width={WIDTH - AXIS} height={20} rx={3} fill={colours.tag} />
      )}
      {kind !== 'break-even' && (
        <text
          x={352}
          y={tagY + 4}
          textAnchor="end"
          fill={colours.text}
          fontWeight={colours.tag && 500}
          className="tabular-nums"
        >
          {QUOTE_WORDS[kind] && <tspan fill="var(--text-3)">{QUOTE_WORDS[kind]}</tspan>}
          {shortPrice(price)}
        </text>
      )}
      {words && (
        <>
          <text {...HALO} y={wordsAt(y, words)} fill="var(--text)">
            {name}
          </text>
          <text {...HALO} x={AXIS - 14} y={wordsAt(y, words)} textAnchor="end" fill="var(--text-2)">
            {detail}
          </text>
        </>
      )}
    </>
  )
})

type LineMoves = {
  tick: Decimal | undefined
  scale: Scale
  /** Keeps the axis as it is, until it is released. */
  onHold: () => void
  onMove: (line: PictureLine, price: Decimal) => void
  /** Whether a line stands at a price in the form, which the rest of the picture follows later. */
  isAt: (line: PictureLine, price: Decimal) => boolean
  onRelease: () => void
}

type MovableLineProps = {
  line: PictureLine
  label: string
  spoken: string
  moves: LineMoves
}

/**
 * A line that is taken with the pointer or moved with the arrow keys; it never leaves the tick. It and
 * its field are where the hand is at once; receipt and the rest of the picture come after it.
 */
function MovableLine({ line, label, spoken, moves }: MovableLineProps) {
  const { tick, scale } = moves
  const [moved, setMoved] = useState(line.price)
  const isAhead = moved !== line.price && moves.isAt(line, moved)
  const price = isAhead ? moved : line.price
  const y = isAhead ? yOnAxis(scale, toNumber(moved)) : line.y
  const shown = { ...line, price, y }
  /** How far from the line it was taken, in units of the drawing. */
  const grip = useRef<number | undefined>(undefined)
  const move = (there: Decimal | undefined) => {
    if (there === undefined || there === price) return
    setMoved(there)
    moves.onMove(line, there)
  }
  const take = (event: PointerEvent<SVGGElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = heightOf(event) - y
    moves.onHold()
  }
  const drag = (event: PointerEvent<SVGGElement>) => {
    if (grip.current === undefined) return
    move(priceThere(shown, priceOnAxis(scale, heightOf(event) - grip.current), tick))
  }
  const drop = () => {
    if (grip.current === undefined) return
    grip.current = undefined
    moves.onRelease()
  }
  const press = (event: KeyboardEvent) => {
    const there = nudged(shown, event, tick)
    if (there === undefined) return
    event.preventDefault()
    // Beyond the axis there is nothing to see: it is made to fit again.
    if (isOnAxis(scale, toNumber(there))) moves.onHold()
    else moves.onRelease()
    move(there)
  }
  return (
    <g
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={toNumber(line.price) * 2}
      aria-valuenow={toNumber(line.price)}
      aria-valuetext={spoken}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={press}
      onBlur={moves.onRelease}
      className="group/line pointer-events-auto cursor-ns-resize outline-none"
    >
      <g transform={isAhead ? `translate(0 ${y - line.y})` : undefined}>
        <DrawnLine {...line} price={price} />
        <Grip y={line.y} tagY={line.tagY} />
      </g>
    </g>
  )
}

/** What the pointer takes hold of, and what shows that the keyboard does. */
const Grip = memo(function Grip({ y, tagY }: Pick<PictureLine, 'y' | 'tagY'>) {
  return (
    <>
      <rect y={y - 12} width={AXIS} height={24} fill="transparent" className="touch-pan-y" />
      <rect
        x={AXIS}
        y={tagY - 16}
        width={WIDTH - AXIS}
        height={32}
        fill="transparent"
        className="touch-none"
      />
      <path
        d={`M0 ${y}H${AXIS}`}
        stroke="var(--accent)"
        strokeWidth={2}
        className="opacity-0 group-hover/line:opacity-40 group-focus-visible/line:opacity-100"
      />
      <rect
        x={AXIS + 1}
        y={tagY - 9}
        width={WIDTH - AXIS - 2}
        height={18}
        rx={2}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={2}
        className="opacity-0 group-focus-visible/line:opacity-100"
      />
    </>
  )
})

/** Where the pointer is on the drawing, whatever size the drawing has on the screen. */
function heightOf({ currentTarget, clientX, clientY }: PointerEvent<SVGGElement>): number {
  const toScreen = currentTarget.ownerSVGElement?.getScreenCTM()
  return toScreen ? new DOMPoint(clientX, clientY).matrixTransform(toScreen.inverse()).y : clientY
}
