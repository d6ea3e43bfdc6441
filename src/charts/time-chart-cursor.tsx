import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'

import { nearestIndex } from './line.ts'
import { FOOT, type Plan } from './time-chart-plan.ts'

export type CursorStops = {
  /** Instants or places, the least first. */
  at: Float64Array
  /** Where its dot stands; without, there is only the line. */
  valueAt?: ((index: number) => number | undefined) | undefined
}

type TimeChartCursorProps = {
  plan: Plan
  /** Of the chart. */
  name: string
  stops: CursorStops
  index: number | undefined
  onMove: (index: number | undefined) => void
  describe: (at: number) => string
  /** Called with a period that was dragged with the mouse. */
  onSelect?: ((from: number, to: number) => void) | undefined
}

/** A shorter drag, in px, is taken for a click. */
const LEAST = 8

/** A line and a dot over the chart, moved by pointer and by keys. A slider beside it, never inside. */
export function TimeChartCursor(props: TimeChartCursorProps) {
  const { plan, name, stops, index, onMove, describe, onSelect } = props
  const { at: places } = stops
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  // What is read out follows the keys alone: a pointer would have it written anew every frame.
  const [spoken, setSpoken] = useState<number>()
  const last = places.length - 1
  const spokenAt = Math.min(spoken ?? last, last)
  const spokenPlace = places[spokenAt] ?? 0
  const words = useMemo(() => describe(spokenPlace), [spokenPlace, describe])

  const xOf = (event: PointerEvent<HTMLElement>) =>
    Math.min(
      plan.plotWidth,
      Math.max(0, event.clientX - event.currentTarget.getBoundingClientRect().left),
    )
  const follow = (event: PointerEvent<HTMLElement>) => {
    const x = xOf(event)
    onMove(nearestIndex(places, plan.at(x)))
    if (drag) setDrag({ from: drag.from, to: x })
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    follow(event)
    // A finger scrolls and points; a range is drawn with the mouse or typed.
    if (!onSelect || event.pointerType !== 'mouse' || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ from: xOf(event), to: xOf(event) })
  }
  const end = () => {
    if (!drag) return
    setDrag(undefined)
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)]
    if (right - left >= LEAST) onSelect?.(plan.at(left), plan.at(right))
  }
  const step = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, Math.min(index ?? spokenAt, last), last)
    if (next === undefined) {
      if (event.key === 'Escape' && (drag || index !== undefined)) {
        event.preventDefault()
        setDrag(undefined)
        setSpoken(undefined)
        onMove(undefined)
      }
      return
    }
    event.preventDefault()
    setSpoken(next)
    onMove(next)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`Chart cursor, ${name}`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, spokenAt)}
      aria-valuetext={words}
      onKeyDown={step}
      onPointerMove={follow}
      onPointerDown={begin}
      onPointerUp={end}
      onLostPointerCapture={() => setDrag(undefined)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onMove(undefined)}
      className="absolute top-0 left-0 touch-pan-y overflow-hidden"
      style={{ width: plan.plotWidth, height: plan.height - FOOT }}
    >
      {drag && (
        <div
          className="pointer-events-none absolute inset-y-0 left-0 border-x border-accent bg-accent/15"
          style={{
            transform: `translateX(${Math.min(drag.from, drag.to)}px)`,
            width: Math.abs(drag.to - drag.from),
          }}
        />
      )}
      {index !== undefined && <Hair plan={plan} stops={stops} index={Math.min(index, last)} />}
    </div>
  )
}

type HairProps = { plan: Plan; stops: CursorStops; index: number }

/** The cursor: a line across the chart, and a dot on what it reads. */
function Hair({ plan, stops, index }: HairProps) {
  const place = stops.at[index]
  if (place === undefined) return null
  const value = stops.valueAt?.(index)
  return (
    <div
      className="pointer-events-none absolute inset-y-0 left-0 w-px bg-edge will-change-transform"
      style={{ transform: `translateX(${plan.x(place).toFixed(1)}px)` }}
    >
      {value !== undefined && (
        <span
          className="absolute -left-[5.5px] size-3 rounded-full border-2 border-canvas bg-accent"
          style={{ top: plan.y(value) - 6 }}
        />
      )}
    </div>
  )
}

/** The place that a key takes a cursor to; `undefined` for a key that moves nothing. */
export function keyTarget(key: string, at: number, last: number): number | undefined {
  const page = Math.max(1, Math.round(last / 10))
  const target = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - page,
    PageUp: at + page,
    Home: 0,
    End: last,
  }[key]
  return target === undefined ? undefined : Math.min(last, Math.max(0, target))
}
