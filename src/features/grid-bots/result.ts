import type { GridBot } from '#contract/grid-bots.ts'
import { currenciesOf } from './currencies.ts'
import { add, type Decimal } from '#money/decimal.ts'
import { widestPlaces } from '#money/format.ts'
import { widestMoney } from '#money/money-places.ts'
import { placesThatAddUp } from '#money/places-that-add-up.ts'

/** What a bot has earned so far, as its service tells it. */
export type GridResult = {
  /** From closed round trips. */
  realised: Decimal | undefined
  realisedUnit: string | undefined
  /** On what it still holds. */
  unrealised: Decimal | undefined
  total: Decimal | undefined
  unit: string | undefined
  /** In percent points; of the total where the service tells it, else of the realised part. */
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
