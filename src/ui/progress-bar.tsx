/**
 * Marks on a bar as background layers of one element, topmost first: lists have hundreds of bars.
 * Places are fractions of its length without padding.
 */
const layer = (image: string, left: string, size: string): string =>
  `${image} ${left} 50% / ${size} no-repeat content-box border-box`

const plain = (colour: string): string => `linear-gradient(${colour} 0 0)`

const within = (place: number): number => Math.min(1, Math.max(0, place))

/** Centres a layer of some px: percents alone would keep it inside. */
function middleAt(place: number, size: number): string {
  const share = within(place)
  return `calc(${share * 100}% + ${(share - 0.5) * size}px)`
}

/** A line across the bar, `width` px wide. */
export const tickLayer = (place: number, colour: string, width: number): string =>
  layer(plain(colour), middleAt(place, width), `${width}px 8px`)

export function lineLayer(from: number, to: number, colour: string): string {
  const length = within(to) - within(from)
  // Percents refer to the room that the layer leaves.
  const left = length === 1 ? 0 : within(from) / (1 - length)
  return layer(plain(colour), `${left * 100}%`, `${length * 100}% 2px`)
}

export const dotLayer = (place: number, colour: string, size: number): string =>
  layer(
    `radial-gradient(closest-side, ${colour} 80%, var(--canvas) 88% 98%, transparent)`,
    middleAt(place, size),
    `${size}px ${size}px`,
  )

export const ringLayer = (place: number, colour: string, size: number): string =>
  layer(
    `radial-gradient(closest-side, var(--canvas) 58%, ${colour} 66% 94%, transparent)`,
    middleAt(place, size),
    `${size}px ${size}px`,
  )

type MeterProps = {
  /** From 0 to 1. */
  value: number
  label: string
  /** Accent for covered amounts, neutral for counts and budgets. */
  tone?: 'accent' | 'neutral' | undefined
  height?: 2 | 4 | undefined
}

/** Part of a whole: funds covered, requests used. */
export function Meter({ value, label, tone = 'accent', height = 4 }: MeterProps) {
  const share = Math.min(1, Math.max(0, value))
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="bg-active"
      style={{ height }}
    >
      <div
        className={`h-full ${tone === 'accent' ? 'bg-accent' : 'bg-ink-3'}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

type ProgressBarProps = {
  /** Places between the stop (0) and the last target (1), also for shorts. */
  entry: number
  now: number | undefined
  /** Direction of the money; `none` until the entry is filled. */
  direction: 'up' | 'down' | 'none'
  /** Targets in between, as ticks. */
  ticks?: readonly number[] | undefined
  /** The four prices in words. */
  label: string
  /** In px; full width if omitted. */
  width?: number | undefined
  className?: string | undefined
}

const COLOURS = { up: 'var(--up)', down: 'var(--down)', none: 'transparent' }
const TICK = 1.5
const DOT = 8

/** Stop left, target right, entry as a tick, price as a dot; hollow and uncoloured if unfilled. */
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
