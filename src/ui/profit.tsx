import type { Decimal } from '#money/decimal.ts'
import { Amount } from './amount.tsx'
import { Percent } from './percent.tsx'

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
