import type { ReactNode } from 'react'

import { type Decimal, ZERO } from '#money/decimal.ts'

import { Amount } from '#ui/amount.tsx'
import { money } from '#ui/facts.tsx'
import type { KeyFact } from '#ui/key-figures.tsx'

import { isRounded, missingWords, type Sums, wholeOf } from './sums.ts'

type SumAmountProps = {
  amount: Decimal | undefined
  currency: string | undefined
  /** Names of the parts that are not in it. */
  missing: readonly string[]
  isSigned?: boolean | undefined
  /** Off where the unit stands elsewhere, or is unknown. */
  hasUnit?: boolean | undefined
  /** Reason of a missing amount. */
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

type SumLook = {
  /** Text below the sum; the names of missing rows replace it. */
  detail: ReactNode
  /** Reason of an unknown amount; without one there is nothing to add up, and the sum is zero. */
  reason: string | undefined
  /** Noun for a row. */
  noun?: string
  /** A gain or a loss. */
  isSigned?: boolean
  hasUnit?: boolean
}

/** The sum in the currency of most rows, then sums in other currencies, and the rows in none of them. */
export function sumFact({ sums, missing }: Sums, look: SumLook): KeyFact {
  const { detail, reason, noun, isSigned = false, hasUnit } = look
  const [first, ...others] = sums
  return {
    value: (
      <SumAmount
        amount={first?.amount ?? (reason === undefined ? ZERO : undefined)}
        currency={first?.currency}
        missing={missing}
        isSigned={isSigned}
        hasUnit={hasUnit}
        reason={reason}
      />
    ),
    detail: (
      <>
        {others.map(({ currency, amount }) => (
          <span key={currency}>
            and {money(amount, currency, { signed: isSigned, glyph: false, hasColour: false })}
            ,{' '}
          </span>
        ))}
        {first && missing.length > 0 ? missingWords(missing, noun) : detail}
        {sums.some(isRounded) && ', rounded'}
      </>
    ),
  }
}

type TotalAmountProps = { of: Sums; isSigned?: boolean; unit?: string | undefined; glyph?: boolean }

/** A total below its column: unknown as soon as one row is. */
export function TotalAmount({ of, isSigned = false, unit, glyph }: TotalAmountProps) {
  const { sum, reason } = wholeOf(of)
  return (
    <Amount
      value={sum?.amount}
      signed={isSigned}
      glyph={glyph}
      currency={sum?.currency ?? ''}
      unit={unit}
      reason={reason}
    />
  )
}
