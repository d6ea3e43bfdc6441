import { type Decimal, isNegative, isZero, round } from '#money/decimal.ts'
import { formatPercent, formatRate } from '#money/format.ts'

import { classNames } from './class-names.ts'
import { GLYPHS } from './glyphs.ts'
import { UnknownValue } from './unknown-value.tsx'

type PercentProps = {
  /** In percent points: 3.64 is "3.64%". */
  value: Decimal | null | undefined
  reason?: string | undefined
  signed?: boolean | undefined
  glyph?: boolean | 'slot' | undefined
  hasColour?: boolean | undefined
  places?: number | undefined
  /** A configured percentage keeps its own decimals. */
  isRate?: boolean | undefined
  /** Reserves 58 px, after an amount. */
  hasSlot?: boolean | undefined
  className?: string | undefined
}

/** A share or a change; visible while amounts are hidden. */
export function Percent(props: PercentProps) {
  const { value, signed = false, hasColour = true, places = 2, hasSlot = false, className } = props
  const glyph = props.glyph ?? signed
  const slot = hasSlot && 'min-w-14.5 justify-end'
  if (value == null) {
    return (
      <span
        className={classNames(
          'inline-flex items-center gap-1 align-top',
          glyph !== false && GLYPHS.none,
          slot,
          className,
        )}
      >
        <UnknownValue reason={props.reason} />
      </span>
    )
  }
  const isNothing = isZero(round(value, places, 'half-even'))
  const direction = isNothing ? 'none' : isNegative(value) ? 'down' : 'up'
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 align-top whitespace-nowrap tabular-nums',
        signed && hasColour && COLOURS[direction],
        glyph === true ? GLYPHS[direction] : glyph === 'slot' && GLYPHS.none,
        slot,
        className,
      )}
    >
      {props.isRate
        ? formatRate(value)
        : formatPercent(value, { places, signed, mainPlaces: places })}
    </span>
  )
}

const COLOURS = { up: 'text-up', down: 'text-down', none: 'text-ink-2' }
