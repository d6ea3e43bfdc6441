import {
  type KeyboardEvent,
  type PointerEvent,
  startTransition,
  useOptimistic,
  useRef,
} from 'react'

import { type Decimal, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'

import { nudged, priceThere } from './picture-moves.ts'
import type { PictureLine } from './picture-plan.ts'
import { pricePlaces } from './price.tsx'

export const WIDTH = 360
export const AXIS = 276

export const writePrice = (price: Decimal): string =>
  formatAmount(price, { places: pricePlaces(price) })

const COLOURS: Record<PictureLine['kind'], { line: string; tag: string; text: string }> = {
  target: { line: 'var(--up)', tag: 'var(--up-soft)', text: 'var(--up)' },
  stop: { line: 'var(--down)', tag: 'var(--down-soft)', text: 'var(--down)' },
  entry: { line: 'var(--text)', tag: 'var(--active)', text: 'var(--text)' },
  now: { line: 'var(--text-3)', tag: 'var(--active)', text: 'var(--text-2)' },
  'break-even': { line: 'var(--text-3)', tag: '', text: 'var(--text-2)' },
}

/** A price of the trade as it is drawn: its line, its words, its tag. */
export function DrawnLine({ line }: { line: PictureLine }) {
  const { kind, name, price, y, tagY, detail } = line
  const colours = COLOURS[kind]
  // The entry's words lie under its line, where break-even's would run into them.
  const wordsY = kind === 'entry' ? y + 14 : y - 6
  return (
    <>
      {kind !== 'now' && (
        <path
          d={`M0 ${y}H${AXIS}`}
          stroke={colours.line}
          strokeDasharray={kind === 'break-even' ? '3 3' : undefined}
        />
      )}
      {kind !== 'break-even' && (
        <>
          <rect x={AXIS} y={tagY - 10} width={84} height={20} rx={3} fill={colours.tag} />
          <text
            x={352}
            y={tagY + 4}
            textAnchor="end"
            fill={colours.text}
            fontWeight={500}
            className="tabular-nums"
          >
            {writePrice(price)}
          </text>
        </>
      )}
      <text y={wordsY} fill="var(--text)">
        {name}
      </text>
      <text x={AXIS - 8} y={wordsY} textAnchor="end" fill="var(--text-2)">
        {detail}
      </text>
    </>
  )
}

export type LineMoves = {
  tick: Decimal | undefined
  /** The price at a height of the drawing. */
  priceAt: (y: number) => number
  yOf: (price: number) => number
  onGrab: () => void
  onMove: (line: PictureLine, price: Decimal) => void
  onRelease: () => void
}

type MovableLineProps = { line: PictureLine; label: string; spoken: string; moves: LineMoves }

/**
 * A line that is taken with the pointer or moved with the arrow keys; it never leaves the tick. It is
 * where the hand is at once, and fields, receipt and the rest of the picture come after it.
 */
export function MovableLine({ line, label, spoken, moves }: MovableLineProps) {
  const [shown, show] = useOptimistic(line)
  const { y, tagY, price } = shown
  /** How far from the line it was taken, in units of the drawing. */
  const grip = useRef<number | undefined>(undefined)
  const move = (there: Decimal | undefined, by: number) => {
    if (there === undefined || there === price) return
    startTransition(() => {
      show({ ...shown, price: there, y: y + by, tagY: tagY + by })
      moves.onMove(line, there)
    })
  }
  const take = (event: PointerEvent<SVGGElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = heightOf(event) - y
    moves.onGrab()
  }
  const drag = (event: PointerEvent<SVGGElement>) => {
    if (grip.current === undefined) return
    const there = priceThere(shown, moves.priceAt(heightOf(event) - grip.current), moves.tick)
    move(there, there === undefined ? 0 : moves.yOf(toNumber(there)) - y)
  }
  const drop = () => {
    if (grip.current === undefined) return
    grip.current = undefined
    moves.onRelease()
  }
  const press = (event: KeyboardEvent) => {
    const there = nudged(shown, event, moves.tick)
    if (there === undefined) return
    event.preventDefault()
    // A key may move the axis instead of the line, so that its place waits for the picture.
    move(there, 0)
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
      className="group/line cursor-ns-resize outline-none"
    >
      <DrawnLine line={shown} />
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
        width={82}
        height={18}
        rx={2}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={2}
        className="opacity-0 group-focus-visible/line:opacity-100"
      />
    </g>
  )
}

/** Where the pointer is on the drawing, whatever size the drawing has on the screen. */
function heightOf({ currentTarget, clientX, clientY }: PointerEvent<SVGGElement>): number {
  const toScreen = currentTarget.ownerSVGElement?.getScreenCTM()
  return toScreen ? new DOMPoint(clientX, clientY).matrixTransform(toScreen.inverse()).y : clientY
}
