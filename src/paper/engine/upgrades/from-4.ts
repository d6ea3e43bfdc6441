import type { Instant } from '#contract/primitives.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  isZero,
  multiply,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'

import type { Account } from '../balances/accounts.ts'
import type { Stored } from '../changes.ts'
import { seededMarket } from '../market/market.ts'
import { priceOf } from '../market/quotes.ts'
import { replayMarket, type ReplayRow } from '../market/replay-market.ts'
import type { HistoryRecord } from '../past.ts'
import { readRecord } from '../record-shapes.ts'
import { parsed, type Upgrade, type WorldBefore } from './upgrade.ts'

const PLACES = 12

/**
 * To format 5: grid bot results include each run's end; DCA bots count closed deals. Unknown pauses
 * count as running time, and coins kept from earlier runs as nothing.
 */
export function from4(_now: Instant, world: WorldBefore): Upgrade {
  let rowsBySource: Map<string, HistoryRecord[]> | undefined
  const historyOf = (id: number): HistoryRecord[] => {
    rowsBySource ??= gridRows(world.history())
    return rowsBySource.get(String(id)) ?? []
  }
  return {
    records: {
      grid_bot(bot: OldGridBot) {
        const price = bot.isEnabled ? ZERO : lastPriceAt(world.stored, bot)
        return gridBot(bot, historyOf(bot.id), price)
      },
      // Deals that never filled look like closed ones.
      dca_bot: (bot: { dealsOpened: number; deals: object[] }) => ({
        ...bot,
        dealsClosed: bot.dealsOpened - bot.deals.length,
      }),
    },
  }
}

function gridRows(history: Iterable<Stored>): Map<string, HistoryRecord[]> {
  const rows = new Map<string, HistoryRecord[]>()
  for (const stored of history) {
    if (!stored.json.includes('"grid_bot"')) continue
    const row = parsed(stored) as HistoryRecord
    if (row.source.type !== 'grid_bot') continue
    const id = String(row.source.id)
    rows.set(id, [...(rows.get(id) ?? []), row])
  }
  return rows
}

type OldGridBot = {
  id: number
  accountId: number
  pair: string
  isEnabled: boolean
  orders: { owner: { role: string } }[]
  startBase: Decimal
  startQuote: Decimal
  startCost: Decimal
  bought: Decimal
  sold: Decimal
  spent: Decimal
  received: Decimal
  fees: Decimal
  gridProfit: Decimal
  profitAtStart: Decimal
  createdAt: Instant
  updatedAt: Instant
}

function lastPriceAt(
  stored: readonly Stored[],
  { accountId, pair, updatedAt }: OldGridBot,
): Decimal {
  const [meta] = stored.filter(({ kind }) => kind === 'world')
  const replayed = stored.find(({ kind }) => kind === 'market')
  const origin = readRecord('world', 'meta', meta?.json ?? '')
  const usual = replayed
    ? replayMarket(parsed(replayed) as ReplayRow[], origin.firstDay)
    : seededMarket(origin)
  const account = stored.find(({ kind, id }) => kind === 'account' && id === String(accountId))
  const { exchange } = account ? (parsed(account) as Account) : { exchange: '' }
  const market = usual.elsewhere?.get(exchange) ?? usual
  const instrument = market.instrument(pair)
  return instrument ? priceOf(instrument, market.last(pair, updatedAt)) : ZERO
}

/** `price`: at the stop. */
function gridBot(old: OldGridBot, rows: readonly HistoryRecord[], price: Decimal): object {
  const profitOf = (some: readonly HistoryRecord[]): Decimal =>
    sum(some.flatMap(({ profit }) => profit?.amount ?? []))
  const charges = rows.filter(({ order }) => order.type === 'interest' || order.type === 'funding')
  const realised = profitOf(rows)
  const gridProfit = subtract(old.gridProfit, profitOf(charges))
  const isClosing = old.orders.some(({ owner }) => owner.role === 'close')
  const isOver = !old.isEnabled && !isClosing
  const isLast = ({ closed_at: at }: HistoryRecord): boolean => at === old.updatedAt
  const before = isOver ? charges.filter((row) => !isLast(row)) : charges
  const profitAtStart = subtract(old.profitAtStart, profitOf(before))
  const bot = { ...old, gridProfit, profitAtStart, otherCosts: ZERO }
  const run = subtract(gridProfit, profitAtStart)
  if (!isOver) {
    const startedAt = old.isEnabled ? old.createdAt : null
    const ranBefore = old.isEnabled ? 0 : old.updatedAt - old.createdAt
    return { ...bot, startedAt, ranBefore, earlierResult: subtract(realised, run), ended: null }
  }
  const last = rows.find(({ order, ...row }) => {
    const isAtStop = order.role === undefined ? order.side === 'sell' : order.role === 'close'
    return isLast({ order, ...row }) && order.type === 'market' && isAtStop
  })
  const after = { ...bot, ...countedWith(old, last) }
  const open = openAtStop(after, {
    run,
    price,
    sale: last?.order.side === 'sell' ? last : undefined,
  })
  return {
    ...after,
    startedAt: null,
    ranBefore: old.updatedAt - old.createdAt,
    earlierResult: ZERO,
    ended: { result: add(realised, open), open },
  }
}

/** Counts the order at the stop, which format 3 left out. */
function countedWith(bot: OldGridBot, last: HistoryRecord | undefined) {
  if (!last) return {}
  const { filled, commission, order } = last
  const fees = add(bot.fees, commission.amount)
  return order.side === 'sell'
    ? { fees, sold: add(bot.sold, filled.units), received: add(bot.received, filled.total) }
    : { fees, bought: add(bot.bought, filled.units), spent: add(bot.spent, filled.total) }
}

type AtStop = { run: Decimal; price: Decimal; sale: HistoryRecord | undefined }

/** Part of the result before the sale from coins that the stop kept. */
function openAtStop(bot: OldGridBot, { run, price, sale }: AtStop): Decimal {
  const kept = subtract(add(bot.startBase, bot.bought), bot.sold)
  if (isZero(kept)) return ZERO
  const held = add(kept, sale?.filled.units ?? ZERO)
  const proceeds = sale ? subtract(sale.filled.total, sale.commission.amount) : ZERO
  const spent = add(add(bot.spent, bot.fees), proceeds)
  const money = subtract(add(bot.startQuote, bot.received), spent)
  const worth = add(money, multiply(held, price))
  const open = subtract(subtract(worth, add(bot.startCost, bot.startQuote)), run)
  return compare(kept, held) === 0 ? open : divide(multiply(open, kept), held, PLACES, 'half-even')
}
