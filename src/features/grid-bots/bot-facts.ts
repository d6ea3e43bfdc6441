import { type GridBot, STOP_ACTIONS } from '#contract/grid-bots.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  subtract,
} from '#money/decimal.ts'
import { formatPercent, widestPlaces } from '#money/format.ts'
import { widestMoney } from '#money/money-places.ts'
import { placesThatAddUp } from '#money/places-that-add-up.ts'
import { type PairParts, splitPair } from '#trading/pair.ts'

/** What a bot has earned so far, as its service sends it. */
type GridResult = {
  /** From closed round trips. */
  realised: Decimal | undefined
  realisedUnit: string | undefined
  /** On what it still holds. */
  unrealised: Decimal | undefined
  total: Decimal | undefined
  unit: string | undefined
  /** In percent points; of the total where the service sends it, else of the realised part. */
  roi: Decimal | undefined
  roiOf: 'total' | 'realised'
  /** So many decimals that the parts shown add up to the total shown. */
  places: number
  /** Coins have all of theirs: a hundredth of one may be much. */
  realisedPlaces: number
}

export function gridResult(bot: GridBot): GridResult {
  const pair = currenciesOf(bot)
  const kept = bot.profit_currency_type
  const isInQuote = kept === 'quote'
  const realised = bot.current_profit
  const unrealised = bot.unrealized_profit_loss
  // A profit kept in coins, or nobody knows in what, is not added to one counted in the quote currency.
  const added = isInQuote && realised && unrealised ? add(realised, unrealised) : undefined
  const total = bot.current_profit_loss ?? added
  const isOfTotal = bot.current_profit_loss_percent != null
  const from = widestMoney(pair?.quote ?? '', [isInQuote ? realised : undefined, unrealised, total])
  const places = isInQuote ? placesThatAddUp([realised, unrealised], total, from) : from
  return {
    realised,
    realisedUnit: isInQuote ? pair?.quote : kept === 'base' ? pair?.base : undefined,
    unrealised,
    total,
    unit: pair?.quote,
    roi: isOfTotal ? (bot.current_profit_loss_percent ?? undefined) : bot.profit_percentage,
    roiOf: isOfTotal ? 'total' : 'realised',
    places,
    realisedPlaces: isInQuote ? places : Math.max(2, widestPlaces([realised])),
  }
}

/** The two currencies of a bot's pair, once the pair is known. */
export const currenciesOf = (bot: Pick<GridBot, 'pair'>): PairParts | undefined =>
  bot.pair === undefined ? undefined : splitPair(bot.pair)

/** What a line's quantity is counted in; the service may say something else or nothing. */
export function orderCurrency(bot: Pick<GridBot, 'order_currency_type' | 'pair'>): string {
  const pair = currenciesOf(bot)
  const { order_currency_type: type } = bot
  const currency = type === 'base' ? pair?.base : type === 'quote' ? pair?.quote : undefined
  return currency ?? 'of an unknown currency,'
}

/** Where the last price stands in a bot's range. */
export type RangePosition = {
  place: 'inside' | 'above' | 'below'
  /** The edge the price is next to, or that it has passed. */
  edge: 'top' | 'bottom'
  /** How far that edge is, in percent of the last price. */
  distance: Decimal
}

const PLACES = 6

/** Unknown when one of the three prices is, or when the range is none. */
export function rangePosition(bot: GridBot): RangePosition | undefined {
  const { lower_price: lower, upper_price: upper, current_price: last } = bot
  if (!lower || !upper || !last || !isPositive(last) || compare(lower, upper) >= 0) return undefined
  const percent = (gap: Decimal) => divide(multiply(gap, HUNDRED), last, PLACES, 'half-even')
  const toTop = subtract(upper, last)
  const toBottom = subtract(last, lower)
  if (compare(last, upper) > 0) {
    return { place: 'above', edge: 'top', distance: percent(subtract(last, upper)) }
  }
  if (compare(last, lower) < 0) {
    return { place: 'below', edge: 'bottom', distance: percent(subtract(lower, last)) }
  }
  const isTopNearer = compare(toTop, toBottom) <= 0
  return {
    place: 'inside',
    edge: isTopNearer ? 'top' : 'bottom',
    distance: percent(isTopNearer ? toTop : toBottom),
  }
}

/** "2.41% to the top", "1.05% below the range". */
export function rangeWords({ place, edge, distance }: RangePosition): string {
  const percent = formatPercent(distance)
  return place === 'inside' ? `${percent} to the ${edge}` : `${percent} ${place} the range`
}

/** Whether it runs while the price has left its range: no order of it is near the price. */
export const isOutOfRange = (bot: GridBot): boolean =>
  bot.is_enabled && (rangePosition(bot)?.place ?? 'inside') !== 'inside'

type StopAction = (typeof STOP_ACTIONS)[number]

export const STOP_ACTION_WORDS: Readonly<Record<StopAction, string>> = {
  stop_bot: 'Stop the bot',
  stop_bot_and_buy: 'Stop and buy',
  stop_bot_and_sell: 'Stop and sell',
  stop_bot_and_close_position: 'Stop and close the position',
}

/** What a bot can do at its stop loss: a futures bot has a position to close, another one coins. */
export const stopActionsOf = (isFutures: boolean): readonly StopAction[] =>
  STOP_ACTIONS.filter(
    (action) => action === 'stop_bot' || (action === 'stop_bot_and_close_position') === isFutures,
  )
