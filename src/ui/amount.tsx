import { createContext, type ReactNode, use } from 'react'

import { type Decimal, isNegative, isZero, round, toText } from '#money/decimal.ts'
import {
  countedZeros,
  figure,
  formatAmount,
  formatPercent,
  formatRate,
  HIDDEN,
  moneyPlaces,
  padding,
} from '#money/format.ts'

import { classNames } from './class-names.ts'
import { type DisplayPreferences, useDisplayPreferences } from './display-preferences.tsx'
import { type Display, drawn } from './drawn.ts'
import { GLYPHS, glyphSize } from './glyphs.ts'
import { Tooltip } from './tooltip.tsx'

/** Default reason of dashes, such as of a list of facts. */
export const UnknownReason = createContext<string | undefined>(undefined)

/** Reason of a missing field. */
export const NOT_SENT = 'The service did not send it.'

type UnknownValueProps = { reason?: string | undefined; className?: string | undefined }

/** A dash for an unknown value, with the reason on hover and focus. Never for zero. */
export const UnknownValue = drawn(drawUnknown, () => ({ unknownReason: use(UnknownReason) }))

function drawUnknown(
  { className = '', ...props }: UnknownValueProps,
  { unknownReason }: Pick<Display, 'unknownReason'>,
) {
  const reason = props.reason ?? unknownReason
  const dash = <span aria-hidden="true">—</span>
  if (reason === undefined) {
    return (
      <span className={`text-ink-3 ${className}`}>
        {dash}
        <span className="sr-only">unknown</span>
      </span>
    )
  }
  return (
    <Tooltip text={reason}>
      <button type="button" className={`cursor-help rounded-s text-ink-3 ${className}`}>
        {dash}
        <span className="sr-only">unknown</span>
      </button>
    </Tooltip>
  )
}

export type AmountProps = {
  /** A dash if missing: give the cause in `reason`. */
  value: Decimal | null | undefined
  reason?: string | undefined
  unit?: string | undefined
  /** Reserves 34 px for the unit, for rows with different units. */
  hasUnitSlot?: boolean | undefined
  /** A money direction: sign, colour and glyph. */
  signed?: boolean | undefined
  /** On by default for signed amounts; "slot" reserves its room in unsigned ones. */
  glyph?: boolean | 'slot' | undefined
  /** Off for a signed figure with its colour elsewhere. */
  hasColour?: boolean | undefined
  places?: number | undefined
  /** Sets the decimals unless `places` is given; "" if unknown. */
  currency?: string | undefined
  minPlaces?: number | undefined
  /** Pads with invisible zeros to this many decimals, to align the points. */
  padTo?: number | undefined
  /** Decimals at full strength: four, or 0 in the page's large figure. */
  mainPlaces?: number | undefined
  /** A market price: visible while amounts are hidden, and rounded to at least four digits. */
  isPrice?: boolean | undefined
  glyphSize?: number | undefined
  className?: string | undefined
}

/** Draws a `Decimal`. Copying gives the exact value (`exact-copy.ts`), or nothing while hidden. */
export const Amount = drawn(drawAmount, useDisplayPreferences)

function drawAmount(props: AmountProps, { areAmountsHidden }: DisplayPreferences) {
  const { value, unit, signed = false, hasColour = true, isPrice = false, className } = props
  const glyph = props.glyph ?? signed

  if (value == null) {
    return <UnknownFigure {...props} glyph={glyph} />
  }
  const isHidden = areAmountsHidden && !isPrice
  const title = isHidden ? undefined : titleOf(value, unit)
  const exact = isHidden ? undefined : toText(value)
  const { digits, pad, isNothing } = isHidden ? HIDDEN_DIGITS : digitsOf(value, props)
  const direction = isNothing ? 'none' : isNegative(value) ? 'down' : 'up'
  const text = classNames(
    'align-top whitespace-nowrap tabular-nums',
    signed && hasColour && COLOURS[direction],
    className,
  )
  // Fast path for most table cells: digits only.
  if (unit === undefined && glyph === false) {
    return (
      <bdi title={title} data-exact={exact} data-pad={pad} className={text}>
        {digits}
      </bdi>
    )
  }
  return (
    <span
      className={classNames(
        'inline-flex items-baseline gap-1',
        glyph === true ? GLYPHS[direction] : glyph === 'slot' && GLYPHS.none,
        text,
      )}
      style={glyphSize(props.glyphSize)}
    >
      <bdi title={title} data-exact={exact} data-pad={pad}>
        {digits}
      </bdi>
      {unit !== undefined && (
        <span
          className={classNames(
            'font-normal text-ink-3',
            props.mainPlaces === 0 && 'text-body tracking-normal',
            props.hasUnitSlot && 'min-w-8.5 text-left',
          )}
        >
          {unit}
        </span>
      )}
    </span>
  )
}

type UnknownFigureProps = Pick<AmountProps, 'reason' | 'glyph' | 'glyphSize' | 'className'>

const UnknownFigure = ({ reason, glyph, glyphSize: size, className }: UnknownFigureProps) => (
  <span
    className={classNames(
      'inline-flex items-center gap-1 align-top',
      glyph !== false && GLYPHS.none,
      className,
    )}
    style={glyphSize(size)}
  >
    <UnknownValue reason={reason} />
  </span>
)

/** No limit: all digits of a price are equal. */
const ALL_PLACES = 400

const COLOURS = { up: 'text-up', down: 'text-down', none: 'text-ink-2' }

type Digits = {
  digits: ReactNode
  pad: string | undefined
  /** Hidden or printed as zero, so neither gain nor loss. */
  isNothing: boolean
}

function digitsOf(value: Decimal, props: AmountProps): Digits {
  const mainPlaces = props.mainPlaces ?? (props.isPrice ? ALL_PLACES : undefined)
  const places =
    props.places ?? (props.currency === undefined ? undefined : moneyPlaces(props.currency, value))
  const parts = figure(value, { ...props, places, mainPlaces })
  const { sign, main, minor } = parts
  const short = countedZeros(parts)
  if (short !== undefined) {
    const digits = (
      <>
        <span aria-hidden="true">{short}</span>
        <span className="sr-only">{sign + main + minor}</span>
      </>
    )
    return { digits, pad: undefined, isNothing: false }
  }
  const pad = props.padTo === undefined ? '' : padding(main + minor, props.padTo)
  return {
    digits:
      minor !== '' ? (
        <>
          {sign + main}
          <span className="text-ink-3">{minor}</span>
        </>
      ) : (
        sign + main
      ),
    pad: pad === '' ? undefined : pad,
    isNothing: !/[1-9]/.test(main + minor),
  }
}

/** Placeholder of constant width. */
function Hidden() {
  return (
    <span className="text-ink-2 select-none">
      <span aria-hidden="true">{HIDDEN}</span>
      <span className="sr-only">hidden</span>
    </span>
  )
}

const HIDDEN_DIGITS: Digits = { digits: <Hidden />, pad: undefined, isNothing: true }

const titleOf = (value: Decimal, unit: string | undefined): string =>
  formatAmount(value) + (unit === undefined ? '' : ` ${unit}`)

type ProfitProps = {
  value: Decimal | null | undefined
  percent?: Decimal | null | undefined
  /** Sets the decimals. */
  currency: string
  reason?: string | undefined
}

/** A result with its percentage and one glyph after both. */
export function Profit({ value, percent, currency, reason }: ProfitProps) {
  if (value == null || percent == null) {
    return <Amount value={value} signed currency={currency} reason={reason} />
  }
  return (
    <span className="inline-flex items-center align-top whitespace-nowrap">
      <Amount value={value} signed glyph={false} currency={currency} />
      <Percent value={percent} signed hasSlot className="ml-2" />
    </span>
  )
}

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
  /** Reserves 70 px, after an amount. */
  hasSlot?: boolean | undefined
  className?: string | undefined
}

/** A share or a change; visible while amounts are hidden. */
export function Percent(props: PercentProps) {
  const { value, signed = false, hasColour = true, places = 2, hasSlot = false, className } = props
  const glyph = props.glyph ?? signed
  const slot = hasSlot && 'min-w-17.5 justify-end'
  if (value == null) {
    return (
      <UnknownFigure glyph={glyph} reason={props.reason} className={classNames(slot, className)} />
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
