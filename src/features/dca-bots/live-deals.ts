import type { DcaBot, DcaDeal } from '#contract/dca-bots.ts'
import type { HistoricalTrade } from '#contract/history.ts'
import type { MarketPair } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import {
  absolute,
  add,
  compare,
  decimal,
  type Decimal,
  divide,
  fromNumber,
  isPositive,
  multiply,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import {
  type DcaSettings,
  dcaLadder,
  type DcaStep,
  dcaStop,
  knownSettings,
  takeProfitOf,
} from '#trading/dca-ladder.ts'
import { nearestTick } from '#trading/lots.ts'
import { fromSlashPair, splitSlashPair } from '#trading/pair.ts'
import { percentOf } from '#trading/profit.ts'

/** An order of a deal that was filled, as the history has it. The first one is the base order. */
export type DealFill = { at: Instant; price: Decimal; units: Decimal; total: Decimal }

/** A deal that is open, as far as history and settings say. */
export type LiveDeal = {
  /** None where the service keeps the deal itself. */
  fills: readonly DealFill[]
  /** How many safety orders are filled. */
  filled: number
  since: Instant | undefined
  /** Of a bot on several pairs, and the price there by the service. */
  pair?: string
  price?: Decimal | undefined
  /** What went in, in the quote currency and in coins. */
  spent: Decimal
  units: Decimal
  /** Coins that were taken out again already. */
  closed: Decimal
  average: Decimal
  /** Paid so far, in the quote currency; `undefined` where some were paid in another. */
  fees: Decimal | undefined
  /** The rest follows from the bot's settings, and is unknown where they are. */
  target: Decimal | undefined
  stop: Decimal | undefined
  /** The safety order that waits for the price; `undefined` after the last. */
  next: DcaStep | undefined
  /** The price of the last safety order, filled or not. */
  lastOrder: Decimal | undefined
}

/** The open deals of a bot, or why they cannot be told from what was read. */
export type OpenDeals =
  | {
      kind: 'known'
      deals: readonly LiveDeal[]
      /** Open ones of which no order is filled. */ unfilled: number
    }
  | { kind: 'unknown'; reason: string }

/** What was read of the history, the newest row first; whole where no older row is missing. */
export type ReadHistory = { rows: readonly HistoricalTrade[]; isWhole: boolean }

const PLACES = 18

/**
 * The open deals by the orders in the history, which does not say to which deal an order belongs. An
 * order joins the only deal that can be open, or the one whose next safety order it matches. The
 * result counts only when it has as many deals as the service says are open.
 */
export function openDealsOf(
  bot: DcaBot,
  history: ReadHistory,
  market?: Pick<MarketPair, 'tick' | 'lot'>,
): OpenDeals {
  const { active_trades: open, max_active_trades: most, strategy } = bot
  if (bot.deals !== undefined) return keptDealsOf(bot.deals)
  if (open === undefined) return unknown('The service does not say how many deals are open.')
  if (open === 0) return { kind: 'known', deals: [], unfilled: 0 }
  if (strategy !== 'Long' && strategy !== 'Short') {
    return unknown('The service does not say whether the bot buys or sells first.')
  }
  const settings = knownSettings(bot)
  if (!settings && most !== 1) {
    return unknown('The service did not send the settings that tell the deals apart.')
  }
  const deals: Draft[] = []
  // So many deals have to end before nothing older than what was read can be open.
  let toEnd = history.isWhole ? 0 : (most ?? 1)
  /** Something was filled that belongs to no deal: it may belong to any. */
  const lose = () => {
    toEnd = most ?? 1
    for (const deal of deals) deal.isTrusted = false
  }
  for (const row of ordersOf(bot, history.rows)) {
    if ('isUnread' in row) lose()
    else if (row.side === (strategy === 'Long' ? 'buy' : 'sell')) {
      const deal = settings && most !== 1 ? joined(deals, row, settings, market) : deals[0]
      if (deal) deal.fills.push(row)
      // What is left of a deal that has ended begins none.
      else if (row.isCancelled) lose()
      else if (most === 1 || (settings && isAbout(row.total, settings.base_order_size))) {
        deals.push({ fills: [row], closed: ZERO, isTrusted: toEnd <= 0 })
      } else lose()
    } else {
      const deal =
        deals.find((one) => compare(heldBy(one), row.units) === 0) ??
        (deals.length === 1 ? deals[0] : undefined)
      if (row.isFinished) toEnd -= 1
      if (!deal) {
        if (toEnd < 0) lose()
        continue
      }
      deal.closed = add(deal.closed, row.units)
      if (row.isFinished || !isPositive(heldBy(deal))) deals.splice(deals.indexOf(deal), 1)
    }
  }
  if (toEnd > 0 || deals.some(({ isTrusted }) => !isTrusted)) {
    return unknown('The history that was read does not reach back to the start of the deal.')
  }
  if (deals.length > open || deals.some(({ fills }) => hasTooMany(fills.length, bot))) {
    return unknown('The orders in the history do not match the deals that are open.')
  }
  return {
    kind: 'known',
    deals: deals.map((deal) => liveDeal(deal, bot, settings, market)),
    unfilled: open - deals.length,
  }
}

/** The open deals as the service keeps them; none of them is found out here. */
function keptDealsOf(kept: readonly DcaDeal[] | null): OpenDeals {
  if (kept === null) return unknown('The service did not send the open deals.')
  const filled = kept.filter(({ bought }) => bought === undefined || isPositive(bought))
  const deals = filled.flatMap((deal): LiveDeal[] => {
    const { spent, bought: units, sold: closed, average_price: average } = deal
    const count = deal.safety_orders_filled
    if (!spent || !units || !closed || !average || count === undefined) return []
    return [
      {
        fills: [],
        filled: count,
        since: deal.created_at,
        pair: deal.pair,
        price: deal.current_price,
        spent,
        units,
        closed,
        average,
        fees: undefined,
        target: deal.take_profit_price ?? undefined,
        stop: deal.stop_loss_price ?? undefined,
        next: undefined,
        lastOrder: undefined,
      },
    ]
  })
  return deals.length < filled.length
    ? unknown('The service did not send every figure of the open deals.')
    : { kind: 'known', deals, unfilled: kept.length - filled.length }
}

const unknown = (reason: string): OpenDeals => ({ kind: 'unknown', reason })

const hasTooMany = (fills: number, { max_safety_orders: most }: DcaBot): boolean =>
  most !== undefined && fills > most + 1

type Order = DealFill & {
  side: string | undefined
  fee: Decimal | undefined
  isFinished: boolean
  /** Filled in part at most. */
  isCancelled: boolean
}
/** `isTrusted`: nothing of it can be missing here. */
type Draft = { fills: Order[]; closed: Decimal; isTrusted: boolean }

/** An order that cannot be read, or does not say whose it is. */
type UnreadOrder = { at: Instant; isUnread: true }

/** The executed orders that are or may be a bot's, the oldest first. */
function ordersOf({ id, pair }: DcaBot, rows: readonly HistoricalTrade[]): (Order | UnreadOrder)[] {
  const quote = pair === undefined ? undefined : splitSlashPair(pair).quote
  const isOwn = ({ source }: HistoricalTrade): boolean =>
    source?.type === 'dca_bot' && id !== undefined && source.id === id
  const mayBeOwn = ({ source, pair: on }: HistoricalTrade): boolean =>
    (source?.type ?? 'dca_bot') === 'dca_bot' &&
    (source?.type === undefined || !source.id) &&
    (on === undefined || pair === undefined || on === fromSlashPair(pair))
  return rows
    .flatMap((row): (Order | UnreadOrder)[] => {
      const isKnown = isOwn(row)
      if (!isKnown && !mayBeOwn(row)) return []
      const { filled, order, commission, closed_at: at, status } = row
      const { units, total } = filled ?? {}
      if (units && !isPositive(units)) return []
      if (!isKnown || !units || !total || at === undefined) {
        return [{ at: at ?? Number.POSITIVE_INFINITY, isUnread: true }]
      }
      const fee = commission?.currency === quote ? commission?.amount : undefined
      return [
        {
          at,
          units,
          total,
          price: filled?.price ?? divide(total, units, PLACES, 'half-even'),
          side: order?.side?.toLowerCase(),
          fee,
          isFinished: [status?.value, status?.basic_type].includes('finished'),
          isCancelled: [status?.value, status?.basic_type].includes('cancelled'),
        },
      ]
    })
    .toReversed()
    .toSorted((a, b) => a.at - b.at)
}

const heldBy = ({ fills, closed }: Draft): Decimal =>
  subtract(sum(fills.map(({ units }) => units)), closed)

const TOLERANCE = decimal('0.03')
const NEAR = decimal('0.3')

/** Whole lots make an order a little smaller than its settings. */
const isAbout = (total: Decimal, size: Decimal): boolean =>
  compare(absolute(subtract(total, size)), multiply(size, TOLERANCE)) <= 0

/** The deal that has a safety order of this price and size, which is not filled yet. */
function joined(
  deals: readonly Draft[],
  { price, total }: Order,
  settings: DcaSettings,
  market: Pick<MarketPair, 'tick' | 'lot'> | undefined,
): Draft | undefined {
  const near = deals.flatMap((deal) =>
    ladderOf(deal, settings, market).flatMap((step, index, steps) => {
      const before = steps[index - 1]
      if (!before || !isAbout(total, step.size)) return []
      const reach = multiply(absolute(subtract(before.price, step.price)), NEAR)
      const isNear = (at: Decimal) => compare(absolute(subtract(at, step.price)), reach) <= 0
      if (!isNear(price) || deal.fills.some((fill) => isNear(fill.price))) return []
      return [{ deal, away: absolute(subtract(price, step.price)) }]
    }),
  )
  return near.toSorted((a, b) => compare(a.away, b.away))[0]?.deal
}

const ladderOf = (
  { fills }: Pick<Draft, 'fills'>,
  settings: DcaSettings,
  market: Pick<MarketPair, 'tick' | 'lot'> | undefined,
): DcaStep[] =>
  fills[0] === undefined
    ? []
    : dcaLadder(settings, { price: fills[0].price, tick: market?.tick, lot: market?.lot })

function liveDeal(
  draft: Draft,
  bot: DcaBot,
  settings: DcaSettings | undefined,
  market: Pick<MarketPair, 'tick' | 'lot'> | undefined,
): LiveDeal {
  const { fills, closed } = draft
  const spent = sum(fills.map(({ total }) => total))
  const units = sum(fills.map((fill) => fill.units))
  const average = divide(spent, units, PLACES, 'half-even')
  const fees = fills.map(({ fee }) => fee)
  const steps = settings ? ladderOf(draft, settings, market) : []
  const base = fills[0]?.price
  const percent = bot.stop_loss_enabled ? bot.stop_loss_pct : undefined
  return {
    fills,
    filled: fills.length - 1,
    since: fills[0]?.at,
    spent,
    units,
    closed,
    average,
    fees: fees.every((fee) => fee !== undefined) ? sum(fees) : undefined,
    target:
      settings &&
      nearestTick(takeProfitOf(settings, { spent, held: units, average }), market?.tick),
    stop:
      base && percent && bot.strategy
        ? nearestTick(dcaStop(bot.strategy, base, percent), market?.tick)
        : undefined,
    next: steps[fills.length],
    lastOrder: steps.at(-1)?.price,
  }
}

/** What a deal would earn at a price before fees, and that in percent of what is still in it. */
export function resultAt(
  { units, closed, average }: LiveDeal,
  price: Decimal,
  isLong: boolean,
): { amount: Decimal; percent: Decimal } {
  const held = subtract(units, closed)
  const cost = multiply(held, average)
  const worth = multiply(held, price)
  const amount = isLong ? subtract(worth, cost) : subtract(cost, worth)
  return { amount, percent: percentOf(amount, cost) }
}

/** How many safety orders of a deal are filled. */
export const safetyFilled = ({ filled }: LiveDeal): number => filled

/** Whether every safety order of a deal is filled: it has nothing left to buy a further fall with. */
export const isAtLastOrder = (deal: LiveDeal, { max_safety_orders: most }: DcaBot): boolean =>
  most !== undefined && most > 0 && safetyFilled(deal) >= most

/** How far a price is from another, in percent of the first. */
export const percentFrom = (from: Decimal, to: Decimal): Decimal =>
  isPositive(from) ? percentOf(subtract(to, from), from) : fromNumber(0)
