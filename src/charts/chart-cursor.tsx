import { type KeyboardEvent, type PointerEvent } from 'react'
import { nearestIndex, type Point } from './decimate.ts'
import type { Plot } from './plot.ts'
import { TIME_AXIS } from './theme.ts'

type ChartCursorProps = {
  plot: Plot
  points: readonly Point[]
  index: number | undefined
  onMove: (index: number | undefined) => void
  describe: (at: number) => string
}

/** A line and a dot over the picture, moved by pointer and by keys. A slider beside it, never inside. */
export function ChartCursor({ plot, points, index, onMove, describe }: ChartCursorProps) {
  const last = points.length - 1
  const at = Math.min(index ?? last, last)
  const point = points[at]

  const follow = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    onMove(nearestIndex(points, plot.from + (x / plot.plotWidth) * (plot.to - plot.from)))
  }
  const step = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, at, last)
    if (next === undefined) {
      if (event.key === 'Escape' && index !== undefined) {
        event.preventDefault()
        onMove(undefined)
      }
      return
    }
    event.preventDefault()
    onMove(next)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Chart cursor"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={point && describe(point.at)}
      onKeyDown={step}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onMove(undefined)}
      className="absolute top-0 left-0 touch-pan-y overflow-hidden"
      style={{ width: plot.plotWidth, height: plot.height - TIME_AXIS }}
    >
      {index !== undefined && point && (
        <div
          className="pointer-events-none absolute inset-y-0 left-0 w-px bg-edge"
          style={{ transform: `translateX(${plot.x(point.at).toFixed(1)}px)` }}
        >
          <span
            className="absolute -left-[5.5px] size-3 rounded-full border-2 border-canvas bg-accent"
            style={{ top: plot.y(point.value) - 6 }}
          />
        </div>
      )}
    </div>
  )
}

function keyTarget(key: string, at: number, last: number): number | undefined {
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
