import type { Decimal } from '#money/decimal.ts'
import { list, plural } from '#money/words.ts'

import { Amount } from './amount.tsx'

type SumAmountProps = {
  amount: Decimal | undefined
  currency: string | undefined
  /** Names of the parts that are not in it. */
  missing: readonly string[]
  isSigned?: boolean | undefined
  /** Off where the unit stands elsewhere, or is unknown. */
  hasUnit?: boolean | undefined
  /** Why there is no amount. */
  reason?: string | undefined
}

/** A sum. One that lacks a part says so and is neutral: a missing loss could turn its sign. */
export function SumAmount(props: SumAmountProps) {
  const { amount, currency, missing, isSigned = false, hasUnit = true, reason } = props
  const isPartial = amount !== undefined && missing.length > 0
  return (
    <>
      {isPartial && (
        <span className="text-caption font-normal text-ink-3">
          {isSigned ? 'known part ' : 'at least '}
        </span>
      )}
      <Amount
        value={amount}
        signed={isSigned}
        hasColour={!isPartial}
        glyph={isSigned && !isPartial}
        currency={currency ?? ''}
        unit={hasUnit ? currency : undefined}
        reason={reason}
        glyphSize={10}
      />
    </>
  )
}

/** "without Bot A and Bot B", "without 5 bots". */
export function missingWords(missing: readonly string[], noun = 'bot'): string {
  return `without ${missing.length > 2 ? plural(missing.length, noun) : list(missing)}`
}

type OtherSumsProps = {
  sums: readonly { currency: string; amount: Decimal }[]
  isSigned: boolean
}

/** Below a sum: what it comes to in further currencies, "and 1.5 ETH, and 20 EUR, ". */
export const OtherSums = ({ sums, isSigned }: OtherSumsProps) =>
  sums.map(({ currency, amount }) => (
    <span key={currency}>
      and{' '}
      <Amount
        value={amount}
        currency={currency}
        unit={currency}
        signed={isSigned}
        glyph={false}
        hasColour={false}
      />
      ,{' '}
    </span>
  ))
