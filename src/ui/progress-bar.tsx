import { dotLayer, lineLayer, ringLayer, tickLayer } from './bar-layers.ts'

type ProgressBarProps = {
  /** Places between the stop (0) and the last target (1), also for shorts. */
  entry: number
  now: number | undefined
  /** Which way the money went; `none` while the entry is not filled. */
  direction: 'up' | 'down' | 'none'
  /** Targets between, as ticks. */
  ticks?: readonly number[] | undefined
  /** Says the four prices in words. */
  label: string
  /** In px; without it the bar takes the width it is given. */
  width?: number | undefined
  className?: string | undefined
}

const COLOURS = { up: 'var(--up)', down: 'var(--down)', none: 'transparent' }
const TICK = 1.5
const DOT = 8

/**
 * Stop left, target right, the entry as a tick, the present as a dot. Unfilled: hollow, no colour.
 */
export function ProgressBar(props: ProgressBarProps) {
  const { entry, now, direction, ticks = [], label, width, className = '' } = props
  const colour = COLOURS[direction]
  const dot = (place: number) =>
    direction === 'none' ? ringLayer(place, 'var(--text-3)', DOT) : dotLayer(place, colour, DOT)
  const background = [
    ...(now === undefined ? [] : [dot(now)]),
    tickLayer(entry, 'var(--text)', TICK),
    ...[0, ...ticks, 1].map((place) => tickLayer(place, 'var(--text-3)', TICK)),
    ...(now === undefined ? [] : [lineLayer(Math.min(entry, now), Math.max(entry, now), colour)]),
    lineLayer(0, 1, 'var(--hairline-2)'),
  ].join(', ')
  return (
    <span
      role="img"
      aria-label={label}
      className={`mt-0.5 inline-block h-4 px-1 align-top ${width === undefined ? 'w-full' : ''} ${className}`}
      style={{ background, ...(width !== undefined && { width: `${width / 16}rem` }) }}
    />
  )
}
