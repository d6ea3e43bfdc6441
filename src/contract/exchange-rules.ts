import {
  add,
  compare,
  type Decimal,
  HUNDRED,
  isMultipleOf,
  multiply,
  ZERO,
} from '#money/decimal.ts'

import { commission, marginOf } from './commission.ts'
import {
  at,
  balanceProblem,
  NOT_ENOUGH,
  type DraftRule,
  entryPriceOf,
  type MarketView,
  type Needed,
  type PartialDraft,
  stepsOf,
  stopOf,
  written,
} from './draft-rule.ts'

const unitsOf = (draft: PartialDraft): Decimal | undefined => draft.position?.units?.value

function totalOf(draft: PartialDraft, market: MarketView): Decimal | undefined {
  const units = unitsOf(draft)
  const price = entryPriceOf(draft, market)
  return units && price && multiply(units, price)
}

function limitPriceOf({ position }: PartialDraft): Decimal | undefined {
  const isLimit =
    position?.order_type === 'limit' ||
    (position?.order_type === 'conditional' && position.conditional?.order_type === 'limit')
  return isLimit ? position.price?.value : undefined
}

/** Returns the entry's leverage; a position held before was bought without. */
export function borrowingLeverage({ leverage, skip_enter_step }: PartialDraft): number | undefined {
  if (!leverage?.enabled || skip_enter_step) return undefined
  const value = leverage.value ?? 1
  return value >= 1 ? value : undefined
}

/**
 * Returns the free balance that an entry needs: cost to buy, units to sell, margin with leverage. A
 * held long needs its units, a held short the money to buy them back.
 */
export function fundsNeeded(draft: PartialDraft, market: MarketView): Needed | undefined {
  const units = unitsOf(draft)
  const total = totalOf(draft, market)
  const fee = total && commission(total, market.feeRate ?? ZERO)
  const leverage = borrowingLeverage(draft)
  if (leverage !== undefined) {
    const margin = total && marginOf(total, leverage)
    return margin && fee && { currency: 'quote', amount: add(margin, fee) }
  }
  // A held long will be sold, so it needs units.
  const takesQuote = (draft.position?.type === 'buy') !== (draft.skip_enter_step ?? false)
  if (!takesQuote) return units && { currency: 'base', amount: units }
  return total && fee && { currency: 'quote', amount: add(total, fee) }
}

const shortage = (draft: PartialDraft, market: MarketView): string | undefined =>
  balanceProblem(fundsNeeded(draft, market), market, draft.pair)

const shortSentence = (draft: PartialDraft, market: MarketView): string =>
  shortage(draft, market) ?? NOT_ENOUGH

const isShort = (draft: PartialDraft, market: MarketView, currency: 'base' | 'quote'): boolean =>
  fundsNeeded(draft, market)?.currency === currency && shortage(draft, market) !== undefined

/** Prices of limit orders by path. Percent prices are rounded to a tick, so they can't fail. */
function limitPricesOf(draft: PartialDraft): { path: string; price: Decimal | undefined }[] {
  const stop = stopOf(draft)
  return [
    { path: 'position.price', price: limitPriceOf(draft) },
    ...stepsOf(draft)
      .filter(({ step }) => step.order_type === 'limit')
      .map(({ step, path }) => ({
        path: `${path}.price.value`,
        price: step.price?.value,
      })),
    ...(stop?.order_type === 'limit'
      ? [{ path: 'stop_loss.price.value', price: stop.price?.value }]
      : []),
  ]
}

export const exchangeRules: readonly DraftRule[] = [
  {
    id: 'tick',
    sentence: (_draft, { tick }) => `The price must be a multiple of ${written(tick)}.`,
    broken: (draft, { tick }) =>
      limitPricesOf(draft).flatMap(({ path, price }) =>
        at(path, tick && price && !isMultipleOf(price, tick)),
      ),
  },
  {
    id: 'target-lot',
    sentence: (_draft, { lot }) => `A target needs at least ${written(lot)} units.`,
    // The last target also gets the rounding remainder of the others.
    broken: (draft, { lot }) =>
      stepsOf(draft).flatMap(({ step, path, isLast }) => {
        const units = unitsOf(draft)
        const part = units && step.volume && multiply(units, step.volume)
        return at(
          `${path}.volume`,
          !isLast && lot && part && compare(part, multiply(lot, HUNDRED)) < 0,
        )
      }),
  },
  {
    id: 'lot',
    sentence: (_draft, { lot }) => `Units must be a multiple of ${written(lot)}.`,
    broken(draft, { lot }) {
      const units = unitsOf(draft)
      return at('position.units', lot && units && !isMultipleOf(units, lot))
    },
  },
  {
    id: 'min-total',
    sentence: (_draft, { minTotal }) => `The total must be at least ${written(minTotal)}.`,
    broken(draft, market) {
      const total = totalOf(draft, market)
      return at('position.total', market.minTotal && total && compare(total, market.minTotal) < 0)
    },
  },
  {
    id: 'free-base',
    sentence: shortSentence,
    broken: (draft, market) => at('position.units', isShort(draft, market, 'base')),
  },
  {
    id: 'free-quote',
    sentence: shortSentence,
    broken: (draft, market) => at('position.total', isShort(draft, market, 'quote')),
  },
]
