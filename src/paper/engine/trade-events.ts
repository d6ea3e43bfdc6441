import * as z from 'zod/mini'

import { TRADE_EVENTS, type TradeEventKind } from '#contract/alerts.ts'
import { mode } from '#contract/system.ts'
import { type Decimal, isNegative } from '#money/decimal.ts'
import { formatAmount, textOr } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'

import type { Owner } from './orders/order.ts'
import { text, whole } from './record-parts.ts'
import { accountOf, instrumentOf, type World } from './world.ts'

/** An event of a trade or bot, kept until all subscriptions have read it. */
export const tradeEventShape = z.object({
  at: whole,
  kinds: z.array(z.enum(TRADE_EVENTS)),
  owner: z.object({ type: z.enum(['smart_trade', 'grid_bot', 'dca_bot']), id: text }),
  account: whole,
  mode,
  /** Display name of the trade or bot. */
  name: text,
  text,
  /** Price, units and profit; sent only on request. */
  amounts: text,
})
export type TradeEvent = z.infer<typeof tradeEventShape>

type Subject = { id: number | string; accountId: number; pair: string; name?: string | undefined }

type Figures = {
  units?: Decimal | null | undefined
  price?: Decimal | null | undefined
  /** In the quote currency. */
  profit?: Decimal | null | undefined
}

const TYPES = { smart_trade: 'SmartTrade', grid_bot: 'Grid bot', dca_bot: 'DCA bot' } as const

/** Records an event, if it is of any kind that can be subscribed to. */
export function recordEvent(
  world: World,
  type: Owner['type'],
  { id, accountId, pair, name = '' }: Subject,
  kinds: readonly TradeEventKind[],
  message: string,
  { units, price, profit }: Figures = {},
): void {
  if (kinds.length === 0) return
  const { base, quote } = instrumentOf(world, pair)
  const subject = `${TYPES[type]} ${type === 'dca_bot' ? '' : `${id} `}· ${toSlashPair(pair)}`
  const amounts = [
    units ? `${formatAmount(units)} ${base}` : '',
    price ? `at ${formatAmount(price)} ${quote}` : '',
    profit ? `${isNegative(profit) ? 'loss' : 'profit'} ${formatAmount(profit)} ${quote}` : '',
  ]
  const event: TradeEvent = {
    at: world.meta.now,
    kinds: [...kinds],
    owner: { type, id: String(id) },
    account: accountId,
    mode: accountOf(world, accountId).mode,
    name: textOr(name, subject),
    text: message,
    amounts: amounts.filter((part) => part !== '').join(', '),
  }
  world.changes.append({ journal: 'trade_events', at: event.at, json: JSON.stringify(event) })
}
