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

const COLOURS = { up: 'bg-up', down: 'bg-down', none: 'bg-transparent' }

/** Stop left, target right, the entry as a tick, the present as a dot. Unfilled: hollow, no colour. */
export function ProgressBar(props: ProgressBarProps) {
  const { entry, now, direction, ticks = [], label, width, className = '' } = props
  const at = (place: number) => `${within(place) * 100}%`
  const low = now === undefined ? entry : Math.min(entry, now)
  const high = now === undefined ? entry : Math.max(entry, now)
  return (
    <span
      role="img"
      aria-label={label}
      className={`mt-0.5 inline-block h-4 px-1 align-top ${width === undefined ? 'w-full' : ''} ${className}`}
      style={width === undefined ? undefined : { width: `${width / 16}rem` }}
    >
      <span className="relative block h-4">
        <span className="absolute inset-x-0 top-1.75 h-0.5 bg-hairline-2" />
        <span
          className={`absolute top-1.75 h-0.5 ${COLOURS[direction]}`}
          style={{ left: at(low), right: `${(1 - within(high)) * 100}%` }}
        />
        <Tick left="0%" />
        {ticks.map((tick) => (
          <Tick key={tick} left={at(tick)} />
        ))}
        <Tick left="100%" />
        <Tick left={at(entry)} isEntry />
        {now !== undefined && <Dot left={at(now)} direction={direction} />}
      </span>
    </span>
  )
}

const within = (place: number): number => Math.min(1, Math.max(0, place))

function Tick({ left, isEntry = false }: { left: string; isEntry?: boolean }) {
  return (
    <span
      className={`absolute top-1 h-2 w-[1.5px] -translate-x-1/2 ${isEntry ? 'bg-ink' : 'bg-ink-3'}`}
      style={{ left }}
    />
  )
}

function Dot({ left, direction }: { left: string; direction: ProgressBarProps['direction'] }) {
  return (
    <span
      className={`absolute top-1 size-2 -translate-x-1/2 rounded-full ${
        direction === 'none'
          ? 'border-[1.5px] border-ink-3 bg-canvas'
          : `border-[0.5px] border-canvas ${COLOURS[direction]}`
      }`}
      style={{ left }}
    />
  )
}
