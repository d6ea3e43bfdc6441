import type { DcaBot } from '#contract/dca-bots.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import { compare } from '#money/decimal.ts'
import { inNumbers, inWords, orderBy, type RowOrder } from '#ui/order-by.ts'

import type { DcaSearch, DcaSort } from '../search.ts'
import { dealsDone, pairWords, profitCurrencyOf } from '../words.ts'
import { type BotNow, moneyOf } from './bots-figures.ts'

type Row = { bot: DcaBot; now: BotNow }

const ORDERS: Record<Exclude<DcaSort, 'service'>, RowOrder<Row>> = {
  name: orderBy(({ bot }) => bot.name?.toLowerCase(), inWords),
  pair: orderBy(({ bot }) => pairWords(bot), inWords),
  status: orderBy(({ bot }) => bot.status, inWords),
  invested: orderBy(
    ({ now }) => moneyOf(now).invested,
    compare,
    ({ bot }) => bot.quote_currency,
  ),
  result: orderBy(
    // Without a deal there is no result, also where the sum over none is 0.
    ({ bot, now }) => (bot.active_trades === 0 ? undefined : moneyOf(now).result),
    compare,
    ({ bot }) => bot.quote_currency,
  ),
  deals: orderBy(({ bot }) => dealsDone(bot), inNumbers),
  profit: orderBy(
    ({ bot }) => bot.total_profit,
    compare,
    ({ bot }) => profitCurrencyOf(bot),
  ),
}

/** The bots in the order asked for, by what was read of them so far; unreadable rows stand last. */
export function orderedBots(
  bots: Rows<DcaBot>,
  nows: ReadonlyMap<string, BotNow>,
  { sort, direction }: Pick<DcaSearch, 'sort' | 'direction'>,
): Rows<DcaBot> {
  if (sort === 'service') return bots
  const turn = direction === 'asc' ? 1 : -1
  const rows = readableRows(bots).map((bot) => ({
    bot,
    now: nows.get(bot.id) ?? { bot, open: undefined, price: undefined },
  }))
  const sorted = rows.toSorted((a, b) => ORDERS[sort](a, b, turn)).map(({ bot }) => bot)
  return [...sorted, ...unreadableRows(bots)]
}
