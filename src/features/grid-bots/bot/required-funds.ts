import type { RequiredBalances } from '#contract/grid-bots.ts'
import {
  compare,
  decimal,
  type Decimal,
  divide,
  isPositive,
  subtract,
  toNumber,
  ZERO,
  ONE,
} from '#money/decimal.ts'
import { widestPlaces } from '#money/format.ts'
import { DOLLARS } from '#trading/dollars.ts'
import { isFar } from '#trading/price-move.ts'

export type FundsSide = {
  currency: string | undefined
  required: Decimal | undefined
  missing: Decimal | undefined
  /** Available part; the real balance is unknown and may be higher. */
  covered: Decimal | undefined
  /** From 0 to 1, for the bar. */
  share: number | undefined
}

const PLACES = 6

/**
 * Effect of newer prices on a reviewed start, as a sentence; `undefined` if the bot still needs
 * about the same and the same would be bought or sold.
 */
export function needsMoved(before: RequiredBalances, now: RequiredBalances): string | undefined {
  if (fundsVerdict(before).kind !== fundsVerdict(now).kind) {
    return 'The required first trade has changed since it was read.'
  }
  const needs = fundsSides(now)
  const moved = fundsSides(before).find(({ required }, index) => {
    const needed = needs[index]?.required
    return required && needed && isFar(required, needed)
  })
  return (
    moved &&
    `The required ${moved.currency ?? 'amount'} has changed by more than 1% since it was read.`
  )
}

export function fundsSides(balances: RequiredBalances): FundsSide[] {
  return (['base', 'quote'] as const).map((side) => {
    const required = balances.required_balance[side].quantity
    const missing = balances.missing_balance[side].quantity
    const covered = required && missing && coveredOf(required, missing)
    return {
      currency: balances.required_balance[side].currency,
      required,
      missing,
      covered,
      share: required && covered && shareOf(covered, required),
    }
  })
}

export type FundsVerdict =
  | { kind: 'ready' }
  | { kind: 'trades first'; quantity: Decimal | undefined; currency: string | undefined }
  | { kind: 'not enough' }

export function fundsVerdict(balances: RequiredBalances): FundsVerdict {
  if (!balances.need_balancing) return { kind: 'ready' }
  if (!balances.balancing_available) return { kind: 'not enough' }
  const { quantity, currency } = balances.necessary_quantities
  return { kind: 'trades first', quantity, currency }
}

/** Currencies that fall short; `undefined` if unknown. */
export function lackingSides(balances: RequiredBalances): FundsSide[] | undefined {
  const sides = fundsSides(balances)
  const lacking = sides.filter(({ missing }) => missing && isPositive(missing))
  const areKnown = sides.every(({ missing }) => missing !== undefined)
  return lacking.length > 0 || areKnown ? lacking : undefined
}

function coveredOf(required: Decimal, missing: Decimal): Decimal {
  const covered = subtract(required, missing)
  return compare(covered, ZERO) < 0 ? ZERO : covered
}

/** Share of the need that is covered; 1 if nothing is needed. */
const shareOf = (covered: Decimal, required: Decimal): number =>
  isPositive(required) ? toNumber(divide(covered, required, PLACES, 'down')) : 1

/** Decimals for both amounts: 2 for money; for coins up to 4 with whole units, else up to 8. */
export function placesFor(
  currency: string,
  required: Decimal | undefined,
  missing: Decimal | undefined,
): number {
  if (DOLLARS.has(currency) && !isLessThanACent(missing)) return 2
  const isWhole = required && compare(required, ONE) >= 0
  return Math.max(2, widestPlaces([required, missing], isWhole ? 4 : 8))
}

/** Would round to zero although something is missing. */
const isLessThanACent = (missing: Decimal | undefined): boolean =>
  missing !== undefined && isPositive(missing) && compare(missing, CENT) < 0

const CENT = decimal('0.01')
