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
 * All of it is the background of one element: a list has a hundred of them.
 */
export function ProgressBar(props: ProgressBarProps) {
  const { entry, now, direction, ticks = [], label, width, className = '' } = props
  const colour = COLOURS[direction]
  const background = [
    ...(now === undefined ? [] : [layer(dotOf(direction), at(now, DOT), `${DOT}px 8px`)]),
    tick(entry, 'var(--text)'),
    ...[0, ...ticks, 1].map((place) => tick(place, 'var(--text-3)')),
    ...(now === undefined ? [] : [line(Math.min(entry, now), Math.max(entry, now), colour)]),
    line(0, 1, 'var(--hairline-2)'),
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

const within = (place: number): number => Math.min(1, Math.max(0, place))

const layer = (image: string, left: string, size: string): string =>
  `${image} ${left} 50% / ${size} no-repeat content-box border-box`

const plain = (colour: string): string => `linear-gradient(${colour} 0 0)`

/** Where a layer of so many px has its middle on a place: percents alone would keep it inside. */
function at(place: number, size: number): string {
  const share = within(place)
  return `calc(${share * 100}% + ${(share - 0.5) * size}px)`
}

const tick = (place: number, colour: string): string =>
  layer(plain(colour), at(place, TICK), `${TICK}px 8px`)

function line(from: number, to: number, colour: string): string {
  const length = within(to) - within(from)
  // A percent is of the room that the layer leaves.
  const left = length === 1 ? 0 : within(from) / (1 - length)
  return layer(plain(colour), `${left * 100}%`, `${length * 100}% 2px`)
}

const dotOf = (direction: ProgressBarProps['direction']): string =>
  direction === 'none'
    ? 'radial-gradient(closest-side, var(--canvas) 58%, var(--text-3) 66% 94%, transparent)'
    : `radial-gradient(closest-side, ${COLOURS[direction]} 80%, var(--canvas) 88% 98%, transparent)`
