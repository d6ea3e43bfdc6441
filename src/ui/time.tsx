import { useDisplayPreferences, useNow } from './display-preferences.tsx'
import { type Display, drawn } from './drawn.ts'
import { formatAge, formatInstant, formatSpan, type InstantStyle } from './instant.ts'
import { UnknownValue } from './amount.tsx'

type TimeProps = {
  /** Epoch milliseconds. */
  at: number | null | undefined
  /** "19 Nov 2026, 21:05 UTC" if omitted. */
  style?: InstantStyle | undefined
  reason?: string | undefined
  className?: string | undefined
}

/** An instant, with the exact one in its title. */
export const Time = drawn(drawTime, useDisplayPreferences)

function drawTime(
  { at, style = 'minute', reason, className }: TimeProps,
  { timeZone }: Pick<Display, 'timeZone'>,
) {
  if (at == null) return <UnknownValue reason={reason} className={className} />
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatInstant(at, 'second', timeZone)}
      className={className}
    >
      {formatInstant(at, style, timeZone)}
    </time>
  )
}

type AgeProps = {
  at: number | null | undefined
  /** "12 s ago", or the span alone: "49 d 6 h". */
  as?: 'age' | 'span' | undefined
  reason?: string | undefined
  className?: string | undefined
}

/** Time since an event; follows `NowContext`. */
export const Age = drawn(drawAge, () => ({ ...useDisplayPreferences(), now: useNow() }))

function drawAge(
  { at, as = 'age', reason, className }: AgeProps,
  { timeZone, now }: Pick<Display, 'timeZone' | 'now'>,
) {
  if (at == null || now === undefined) {
    return <UnknownValue reason={reason} className={className} />
  }
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatInstant(at, 'second', timeZone)}
      className={className}
    >
      {as === 'age' ? formatAge(now - at) : formatSpan(now - at)}
    </time>
  )
}
