import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

import { nearestIndex } from './line.ts'
import { FOOT, type Plan } from './time-chart-plan.ts'

export type CursorStops = {
  /** Instants or positions, ascending. */
  at: Float64Array
  /** Dot position; no dot if omitted. */
  valueAt?: ((index: number) => number | undefined) | undefined
}

type TimeChartCursorProps = {
  plan: Plan
  name: string
  stops: CursorStops
  index: number | undefined
  onMove: (index: number | undefined) => void
  describe: (at: number) => string
  onSelect?: ((from: number, to: number) => void) | undefined
}

/** Minimum ms between readout updates, because figures cannot be read faster. */
const READ_MS = 100
/** In px. A shorter drag counts as a click. */
const LEAST = 8

export function TimeChartCursor(props: TimeChartCursorProps) {
  const { plan, name, stops, index, onMove, describe, onSelect } = props
  const { at: places } = stops
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const last = places.length - 1
  const place = Math.min(index ?? last, last)

  const hair = useRef<HTMLDivElement>(null)
  const reading = useRef<{ timer: ReturnType<typeof setTimeout>; index: number }>(undefined)
  const read = (next: number | undefined) => {
    clearTimeout(reading.current?.timer)
    reading.current = undefined
    onMove(next)
  }
  useEffect(() => () => clearTimeout(reading.current?.timer), [])

  /** Moves the line in every frame without React, and updates the readout less often. */
  const point = (next: number) => {
    if (index === undefined || !hair.current) return onMove(next)
    const [line = '', dot = ''] = hairAt(plan, stops, next)
    hair.current.style.transform = line
    hair.current.querySelector('span')?.style.setProperty('transform', dot)
    if (reading.current) reading.current.index = next
    else
      reading.current = {
        index: next,
        timer: setTimeout(() => read(reading.current?.index), READ_MS),
      }
  }
  const xOf = ({ nativeEvent }: PointerEvent) =>
    Math.min(plan.plotWidth, Math.max(0, nativeEvent.offsetX))
  const follow = (event: PointerEvent) => {
    const x = xOf(event)
    point(nearestIndex(places, plan.at(x)))
    if (drag) setDrag({ from: drag.from, to: x })
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    follow(event)
    // Touch scrolls and points; ranges need the mouse or the date fields.
    if (!onSelect || event.pointerType !== 'mouse' || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ from: xOf(event), to: xOf(event) })
  }
  const end = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.querySelector('input')?.focus({ preventScroll: true })
    if (!drag) return
    setDrag(undefined)
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)]
    if (right - left >= LEAST) onSelect?.(plan.at(left), plan.at(right))
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || (!drag && index === undefined)) return
    event.preventDefault()
    setDrag(undefined)
    read(undefined)
  }
  const hairPlaces = hairAt(plan, stops, place)
  return (
    <div
      onPointerMove={follow}
      onPointerDown={begin}
      onPointerUp={end}
      onLostPointerCapture={() => setDrag(undefined)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && read(undefined)}
      className={`${CURSOR} touch-pan-y overflow-hidden`}
      style={{ width: plan.plotWidth, height: plan.height - FOOT }}
    >
      <CursorKeys
        {...{ name, last }}
        index={place}
        words={describe(places[place] ?? 0)}
        onMove={read}
        onKeyDown={leave}
      />
      {drag && (
        <div
          className="pointer-events-none absolute inset-y-0 left-0 border-x border-accent bg-accent/15"
          style={{
            transform: `translateX(${Math.min(drag.from, drag.to)}px)`,
            width: Math.abs(drag.to - drag.from),
          }}
        />
      )}
      {index !== undefined && (
        <div
          ref={hair}
          className="pointer-events-none absolute inset-y-0 left-0 w-px bg-edge will-change-transform"
          style={{ transform: hairPlaces[0] }}
        >
          {stops.valueAt && (
            <span
              className="absolute -top-1.5 -left-[5.5px] size-3 rounded-full border-2 border-canvas bg-accent will-change-transform"
              style={{ transform: hairPlaces[1] }}
            />
          )}
        </div>
      )}
    </div>
  )
}

export const CURSOR =
  'absolute top-0 left-0 -outline-offset-2 outline-accent has-focus-visible:outline-2'

type CursorKeysProps = {
  name: string
  last: number
  index: number
  words: string
  onMove: (index: number) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur?: () => void
}

/** Keyboard control of a cursor: a hidden native slider beside the picture. */
export const CursorKeys = ({ name, last, index, words, onMove, ...rest }: CursorKeysProps) => (
  <input
    type="range"
    aria-label={`Chart cursor, ${name}`}
    aria-valuetext={words}
    // Otherwise Enter would submit a surrounding form.
    form=""
    min={0}
    max={last}
    value={index}
    onChange={({ currentTarget }) => onMove(currentTarget.valueAsNumber)}
    {...rest}
    className="pointer-events-none absolute inset-0 size-full opacity-0"
  />
)

function hairAt({ x, y }: Plan, { at, valueAt }: CursorStops, index: number) {
  const value = valueAt?.(index) ?? 0
  return [`translateX(${x(at[index] ?? 0).toFixed(1)}px)`, `translateY(${y(value).toFixed(1)}px)`]
}
