import { memo, type ReactNode } from 'react'

import { type Decimal, isNegative, isZero } from '#money/decimal.ts'
import { figure, formatAmount, HIDDEN, padding, tinyFigure } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'

import { classNames } from './class-names.ts'
import { useDisplayPreferences } from './display-preferences.tsx'
import { DownGlyph, NoGlyph, UpGlyph } from './icons.tsx'
import { Percent } from './percent.tsx'
import { UnknownValue } from './unknown-value.tsx'

type AmountProps = {
  /** `undefined` is drawn as a dash: say why in `reason`. */
  value: Decimal | undefined
  reason?: string | undefined
  unit?: string | undefined
  /** Gives the unit 34 px, for rows whose units differ. */
  hasUnitSlot?: boolean | undefined
  /** A money direction: sign, colour and glyph. */
  signed?: boolean | undefined
  /** Without it signed amounts have a glyph; "slot" keeps its room free in unsigned ones. */
  glyph?: boolean | 'slot' | undefined
  /** Off for a signed figure whose colour stands elsewhere. */
  hasColour?: boolean | undefined
  places?: number | undefined
  /** Its decimals are those of this currency, where no `places` are given; "" when it is unknown. */
  currency?: string | undefined
  minPlaces?: number | undefined
  /** Invisible zeros up to this many decimals, so that points stand under points. */
  padTo?: number | undefined
  /** Decimals at full strength: four, or 0 in the page's one big figure. */
  mainPlaces?: number | undefined
  /** A market price: it stays when amounts are hidden and may take the `0.0₅1234` form. */
  isPrice?: boolean | undefined
  glyphSize?: number | undefined
  className?: string | undefined
}

/** The one way from a `Decimal` to the screen. Beside a figure that changes the others are not drawn again. */
export const Amount = memo(function Amount(props: AmountProps) {
  const { value, unit, signed = false, hasColour = true, isPrice = false, className } = props
  const { areAmountsHidden } = useDisplayPreferences()
  const glyph = props.glyph ?? signed

  if (value === undefined) {
    return (
      <span className={classNames('inline-flex items-center gap-1 align-top', className)}>
        <UnknownValue reason={props.reason} />
        {glyph !== false && <NoGlyph size={props.glyphSize} />}
      </span>
    )
  }
  const isHidden = areAmountsHidden && !isPrice
  const direction = isHidden || isZero(value) ? 'none' : isNegative(value) ? 'down' : 'up'
  const title = isHidden ? undefined : titleOf(value, unit)
  const digits = isHidden ? <Hidden /> : digitsOf(value, props)
  const text = classNames(
    'align-top whitespace-nowrap tabular-nums',
    signed && hasColour && COLOURS[direction],
    className,
  )
  // Most cells of most tables: nothing beside the digits that would have to be set out.
  if (unit === undefined && glyph === false) {
    return (
      <span title={title} className={text}>
        {digits}
      </span>
    )
  }
  return (
    <span className={classNames('inline-flex items-baseline gap-1', text)}>
      <span title={title}>{digits}</span>
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
      {glyph === true && GLYPHS[direction]({ size: props.glyphSize })}
      {glyph === 'slot' && <NoGlyph size={props.glyphSize} />}
    </span>
  )
})

/** No digit of a price is minor. */
const ALL_PLACES = 400

const COLOURS = { up: 'text-up', down: 'text-down', none: 'text-ink-2' }
const GLYPHS = { up: UpGlyph, down: DownGlyph, none: NoGlyph }

function digitsOf(value: Decimal, props: AmountProps): ReactNode {
  const tiny = props.isPrice && props.places === undefined ? tinyFigure(value) : undefined
  if (tiny) {
    return (
      <>
        <span aria-hidden="true">
          {tiny.sign}0.0<sub>{tiny.zeros}</sub>
          {tiny.digits}
        </span>
        <span className="sr-only">{formatAmount(value)}</span>
      </>
    )
  }
  const mainPlaces = props.mainPlaces ?? (props.isPrice ? ALL_PLACES : undefined)
  const places =
    props.places ?? (props.currency === undefined ? undefined : moneyPlaces(props.currency, value))
  const { sign, main, minor } = figure(value, { ...props, places, mainPlaces })
  const point = (main + minor).lastIndexOf('.')
  const shown = point < 0 ? 0 : (main + minor).length - point - 1
  const pad = props.padTo === undefined ? '' : padding(shown, props.padTo)
  return (
    <>
      {sign}
      {main}
      {minor && <span className="text-ink-3">{minor}</span>}
      {pad && (
        <span aria-hidden="true" className="invisible select-none">
          {pad}
        </span>
      )}
    </>
  )
}

/** What stands where an amount is hidden, always equally wide. */
function Hidden() {
  return (
    <span className="text-ink-2">
      <span aria-hidden="true">{HIDDEN}</span>
      <span className="sr-only">hidden</span>
    </span>
  )
}

const titleOf = (value: Decimal, unit: string | undefined): string =>
  formatAmount(value) + (unit === undefined ? '' : ` ${unit}`)

type ProfitProps = {
  value: Decimal | undefined
  percent?: Decimal | undefined
  /** What it is counted in, whose decimals it has. */
  currency: string
  reason?: string | undefined
}

/** A result with its percentage and one glyph after both, as tables of trades show it. */
export function Profit({ value, percent, currency, reason }: ProfitProps) {
  if (value === undefined || percent === undefined) {
    return <Amount value={value} signed currency={currency} reason={reason} />
  }
  return (
    <span className="inline-flex items-center align-top whitespace-nowrap">
      <Amount value={value} signed glyph={false} currency={currency} />
      <Percent value={percent} signed hasSlot className="ml-2" />
    </span>
  )
}
