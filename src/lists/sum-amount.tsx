import type { ReactNode } from 'react'

import { ZERO } from '#money/decimal.ts'

import { Amount } from '#ui/amount.tsx'
import { money } from '#ui/facts.tsx'
import type { KeyFact } from '#ui/key-figures.tsx'

import { isRounded, missingWords, type Sums, wholeOf } from './sums.ts'

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

/**
 * The sum in the currency of most rows; sums in other currencies stand below it. If a row is missing,
 * it is the least amount, or a dash with the known part below: a missing loss could turn its sign.
 */
export function sumFact({ sums, missing }: Sums, look: SumLook): KeyFact {
  const { detail, reason, noun, isSigned = false, hasUnit = true } = look
  const [first, ...others] = sums
  const isPartial = first !== undefined && missing.length > 0
  const isUnknown = isPartial && isSigned
  const without = missingWords(missing, noun)
  const below = { signed: isSigned, glyph: false, hasColour: false }
  return {
    value: (
      <>
        {isPartial && !isSigned && (
          <span className="text-caption font-normal text-ink-3 narrow:before:content-['≥_'_/_'']">
            <span className="narrow:sr-only">at least </span>
          </span>
        )}
        <Amount
          value={
            isUnknown ? undefined : (first?.amount ?? (reason === undefined ? ZERO : undefined))
          }
          signed={isSigned}
          currency={first?.currency ?? ''}
          unit={hasUnit ? first?.currency : undefined}
          reason={isUnknown ? `There is no total ${without}.` : reason}
          glyphSize={10}
        />
      </>
    ),
    detail: (
      <span className="line-clamp-2" title={isPartial ? without : undefined}>
        {isUnknown && <>known part {money(first.amount, first.currency, below)}, </>}
        {others.map(({ currency, amount }) => (
          <span key={currency}>and {money(amount, currency, below)}, </span>
        ))}
        {isPartial ? without : detail}
        {sums.some(isRounded) && ', rounded'}
      </span>
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
