import { compare, decimal, HUNDRED, isPositive, ZERO } from '#money/decimal.ts'

import {
  at,
  type DraftRule,
  entryPriceOf,
  exactPriceOf,
  type MarketView,
  type PartialDraft,
  stepsOf,
  stopOf,
} from './draft-rule.ts'
import { isNotPositive, isTrailingOutOfRange, TRAILING_RANGE } from './entry-rules.ts'

/** In seconds. */
const YEAR = decimal('31536000')

type Stop = NonNullable<ReturnType<typeof stopOf>>

const MEMBERS = ['price', 'conditional.price'] as const

/** Checks both prices of the stop: limit and trigger. */
const ofPrices =
  (
    member: 'value' | 'percent',
    isBroken: (price: NonNullable<Stop['price']>) => boolean,
  ): DraftRule['broken'] =>
  (draft) => {
    const stop = stopOf(draft)
    const prices = [stop?.price, stop?.conditional?.price]
    return prices.flatMap((price, index) =>
      at(`stop_loss.${MEMBERS[index] ?? ''}.${member}`, price && isBroken(price)),
    )
  }

export const stopLossRules: readonly DraftRule[] = [
  {
    id: 'stop-order-type',
    source: '4.2',
    sentence: 'An enabled stop loss needs an order type.',
    broken: (draft) => {
      const stop = stopOf(draft)
      return at('stop_loss.order_type', stop && stop.order_type === undefined)
    },
  },
  {
    id: 'stop-price-needed',
    sentence: 'A stop loss needs a price or a percent.',
    broken: (draft) => {
      const stop = stopOf(draft)
      const isBare = stop && !hasPrice(stop.price) && !hasPrice(stop.conditional?.price)
      return at('stop_loss.price.value', isBare && stop.order_type !== 'limit')
    },
  },
  {
    id: 'stop-limit-complete',
    sentence: 'A limit stop needs a limit price and a trigger price.',
    broken: (draft) => {
      const stop = stopOf(draft)
      if (stop?.order_type !== 'limit') return []
      return [
        ...at('stop_loss.price.value', !hasPrice(stop.price)),
        ...at('stop_loss.conditional.price.value', !hasPrice(stop.conditional?.price)),
      ]
    },
  },
  {
    id: 'stop-limit-side',
    sentence: ({ position }) =>
      position?.type === 'sell'
        ? 'The limit of the stop of a sell must not be below its trigger.'
        : 'The limit of the stop of a buy must not be above its trigger.',
    broken: (draft, market) => {
      if (!isStopLimitBetter(draft, market)) return []
      const stop = stopOf(draft)
      return [stop?.price, stop?.conditional?.price].map(
        (price, index) =>
          `stop_loss.${MEMBERS[index] ?? ''}.${price?.value === undefined ? 'percent' : 'value'}`,
      )
    },
  },
  {
    id: 'stop-price-single',
    source: '4.2',
    sentence: 'Give the stop as a price or as a percent, not both.',
    broken: ofPrices(
      'percent',
      ({ value, percent }) => value !== undefined && percent !== undefined,
    ),
  },
  {
    id: 'stop-value-positive',
    sentence: 'The price of a stop must be more than 0.',
    broken: ofPrices('value', ({ value }) => isNotPositive(value)),
  },
  {
    id: 'stop-percent-positive',
    sentence: 'The percent of a stop is written as a positive number.',
    broken: ofPrices('percent', ({ percent }) => isNotPositive(percent)),
  },
  {
    id: 'stop-trailing-market',
    sentence: 'Only a market stop can trail.',
    broken: (draft) => {
      const stop = stopOf(draft)
      const trails = stop?.conditional?.trailing?.enabled
      return at('stop_loss.conditional.trailing.enabled', trails && stop.order_type === 'limit')
    },
  },
  {
    id: 'stop-trailing-percent',
    sentence: TRAILING_RANGE,
    broken: (draft, { stopTrailsAtItsDistance }) => {
      const trailing = stopOf(draft)?.conditional?.trailing
      return at(
        'stop_loss.conditional.trailing.percent',
        trailing?.enabled &&
          stopTrailsAtItsDistance !== true &&
          isTrailingOutOfRange(trailing.percent),
      )
    },
  },
  {
    id: 'break-even',
    source: '8',
    sentence: 'Break-even needs at least two targets.',
    broken: (draft) =>
      at('stop_loss.breakeven', stopOf(draft)?.breakeven && stepsOf(draft).length < 2),
  },
  {
    id: 'timeout',
    sentence: 'The delay of a stop loss must be more than 0 seconds and at most one year.',
    broken: (draft) => {
      const { enabled, value = ZERO } = stopOf(draft)?.timeout ?? {}
      const isInRange = isPositive(value) && compare(value, YEAR) <= 0
      return at('stop_loss.timeout.value', enabled && !isInRange)
    },
  },
]

/** Returns true if a limit beats its trigger: it would rest while the price runs away. */
export function isStopLimitBetter(draft: PartialDraft, market: MarketView): boolean {
  const stop = stopOf(draft)
  const { type } = draft.position ?? {}
  if (stop?.order_type !== 'limit' || type === undefined) return false
  const areBothPercent =
    stop.price?.value === undefined && stop.conditional?.price?.value === undefined
  // Two percents compare the same at any entry.
  const entry = areBothPercent ? HUNDRED : entryPriceOf(draft, market)
  const isAbove = type === 'sell'
  const limit = exactPriceOf(stop.price, isAbove, entry)
  const trigger = exactPriceOf(stop.conditional?.price, isAbove, entry)
  if (limit === undefined || trigger === undefined) return false
  return compare(limit, trigger) === (isAbove ? -1 : 1)
}

const hasPrice = (price: Stop['price']): boolean =>
  price?.value !== undefined || price?.percent !== undefined
