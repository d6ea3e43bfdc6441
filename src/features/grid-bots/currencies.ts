import type { GridBot } from '#contract/grid-bots.ts'
import { type PairParts, splitPair } from '#trading/pair.ts'

/** The two currencies of a bot's pair, once the pair is known. */
export const currenciesOf = (bot: Pick<GridBot, 'pair'>): PairParts | undefined =>
  bot.pair === undefined ? undefined : splitPair(bot.pair)

/** What a line's quantity is counted in; the service may say something else or nothing. */
export function orderCurrency(bot: Pick<GridBot, 'order_currency_type' | 'pair'>): string {
  const pair = currenciesOf(bot)
  const { order_currency_type: type } = bot
  const currency = type === 'base' ? pair?.base : type === 'quote' ? pair?.quote : undefined
  return currency ?? 'of a currency not told,'
}
