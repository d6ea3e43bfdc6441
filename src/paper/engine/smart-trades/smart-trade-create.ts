import { marginOf } from '#contract/commission.ts'
import { entryPriceOf, type MarketView } from '#contract/draft-rule.ts'
import { fundsNeeded } from '#contract/exchange-rules.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeAtExchange } from '#contract/smart-trade-rules.ts'
import { type Decimal, ZERO, add, compare, multiply, subtract, toNumber } from '#money/decimal.ts'
import { pricesOfStop } from '#trading/exits.ts'
import { NO_FLOW } from '#trading/position-cost.ts'

import { Refusal } from '../../refusal.ts'
import { type Account, hasLeverage, ownAccount } from '../balances/accounts.ts'
import { borrow } from '../balances/loans.ts'
import { freeBalance, place } from '../orders/place-orders.ts'
import { type Hold, NOTHING, type Order, type Trigger } from '../orders/order.ts'
import { type PriceType, type Side, quoted } from '../market/quotes.ts'
import { orderAt } from './smart-trade-exits.ts'
import type { Entry, SmartTradeRecord, Stop, Target } from './smart-trade-record.ts'
import {
  type World,
  instrumentOf,
  marketOf,
  marketOn,
  nextSecond,
  takeId,
  tradedOn,
} from '../world.ts'

/** Market and account facts for a draft's rules, in the current mode. */
export function marketView(world: World, accountId: number, pair: string): MarketView {
  const account = world.accounts.get(accountId)
  const market = account ? marketOn(world, account.exchange) : world.market
  const instrument = market.instrument(pair)
  const isOwn = account !== undefined && account.mode === world.meta.mode
  return {
    ...(instrument && {
      price: quoted(market, instrument, 'last', world.meta.now),
      bid: quoted(market, instrument, 'bid', world.meta.now),
      ask: quoted(market, instrument, 'ask', world.meta.now),
      book: instrument,
      tick: instrument.tick,
      lot: instrument.lot,
      minTotal: instrument.minTotal,
      maxLeverage: instrument.maxLeverage,
      feeRate: instrument.fee,
    }),
    ...(isOwn && { leverageAllowed: hasLeverage(account) }),
    ...(isOwn &&
      instrument && {
        free: {
          base: freeBalance(world, accountId, instrument.base),
          quote: freeBalance(world, accountId, instrument.quote),
        },
      }),
  }
}

/** Creates a trade from a valid draft. The engine acts from the next second on. */
export function createSmartTrade(world: World, draft: SmartTradeDraft): SmartTradeRecord {
  const account = ownAccount(world.accounts, draft.account_id, world.meta.mode)
  if (!account.smartTrading) {
    throw new Refusal('forbidden', `${account.label} does not support SmartTrades.`)
  }
  if (!tradedOn(world, account.exchange, draft.pair)) {
    throw new Refusal('record_invalid', 'The exchange does not trade this pair.', {
      pair: [`${account.exchangeName} does not trade ${draft.pair}.`],
    })
  }
  const view = marketView(world, account.id, draft.pair)
  const issues = judgeAtExchange(draft, view)
  if (Object.keys(issues).length > 0) {
    throw new Refusal('record_invalid', 'The exchange would reject this trade.', issues)
  }
  const trade = recordOf(world, account, draft, view)
  world.smartTrades.set(trade.id, trade)
  world.changes.touch('smart_trade', String(trade.id), () => trade)
  placeEntry(world, trade, draft, view)
  trade.dueAt = nextSecond(world)
  world.agenda.push({ at: trade.dueAt, kind: 'smart_trade', id: String(trade.id) })
  return trade
}

function recordOf(
  world: World,
  account: Account,
  draft: SmartTradeDraft,
  view: MarketView,
): SmartTradeRecord {
  const { leverage, note } = draft
  return {
    id: takeId(world),
    accountId: account.id,
    pair: draft.pair,
    side: draft.position.type,
    instant: draft.instant ?? false,
    skipEntry: draft.skip_enter_step ?? false,
    leverage: leverage?.enabled
      ? { type: leverage.type ?? 'cross', value: leverage.value ?? 1 }
      : null,
    entry: entryOf(draft, entryPriceOf(draft, view) ?? ZERO),
    targets: targetsOf(world, draft.position.type, draft.take_profit),
    stop: draft.stop_loss?.enabled ? stopOf(draft.stop_loss) : null,
    state: 'created',
    error: null,
    isLiquidated: false,
    dueAt: null,
    orders: [],
    entered: NOTHING,
    closed: NOTHING,
    basis: NO_FLOW,
    funds: [],
    costs: {},
    kept: null,
    loan: null,
    interest: { owed: ZERO, paid: ZERO },
    marginUsed: null,
    liquidationPrice: null,
    marketClose: null,
    revision: 1,
    note: (note ?? '').trim(),
    noteRaw: note ?? null,
    createdAt: world.meta.now,
    updatedAt: world.meta.now,
    closedAt: null,
  }
}

function entryOf({ position }: SmartTradeDraft, price: Decimal): Entry {
  const { conditional } = position
  const trigger = conditional?.price?.value
  const isConditional = position.order_type === 'conditional' && trigger !== undefined
  return {
    orderType: position.order_type,
    units: position.units.value,
    price,
    conditional: isConditional
      ? {
          orderType: conditional?.order_type ?? 'market',
          priceType: conditional?.price?.type ?? (position.type === 'buy' ? 'ask' : 'bid'),
          price: trigger,
          trailing: trailingOf(conditional?.trailing),
        }
      : null,
    state: 'to_process',
  }
}

const trailingOf = (
  trailing: { enabled: boolean; percent?: Decimal | undefined } | undefined,
): Decimal | null => (trailing?.enabled ? (trailing.percent ?? null) : null)

const exitPriceType = (side: Side): PriceType => (side === 'buy' ? 'bid' : 'ask')

/** Targets of a draft; none if switched off. */
export const targetsOf = (
  world: World,
  side: Side,
  takeProfit: SmartTradeDraft['take_profit'],
): Target[] =>
  (takeProfit?.enabled ? (takeProfit.steps ?? []) : []).map((step) => ({
    id: takeId(world),
    orderType: step.order_type,
    volume: step.volume,
    priceType: step.price.type ?? (step.order_type === 'limit' ? exitPriceType(side) : 'last'),
    value: step.price.value ?? null,
    percent: step.price.percent ?? null,
    trailing: trailingOf(step.trailing),
    units: null,
    total: null,
    state: 'idle',
    closedAt: null,
  }))

export function stopOf(stop: NonNullable<SmartTradeDraft['stop_loss']>): Stop {
  const { trigger, limit } = pricesOfStop(stop)
  return {
    orderType: stop.order_type ?? 'market',
    breakeven: stop.breakeven ?? false,
    limit: { value: limit?.value ?? null, percent: limit?.percent ?? null },
    trigger: {
      type: stop.conditional?.price?.type ?? 'last',
      value: trigger?.value ?? null,
      percent: trigger?.percent ?? null,
    },
    trailing: trailingOf(stop.conditional?.trailing),
    timeout: stop.timeout?.enabled && stop.timeout.value ? toNumber(stop.timeout.value) : null,
    state: 'idle',
    closedAt: null,
  }
}

/** Sends the entry, or keeps the funds of a skipped one; margin trades borrow first. */
function placeEntry(
  world: World,
  trade: SmartTradeRecord,
  draft: SmartTradeDraft,
  view: MarketView,
): void {
  const { entry, side, pair, accountId } = trade
  const { base, quote } = instrumentOf(world, pair)
  const needed = fundsNeeded(draft, view)
  const own: Hold = {
    currency: needed?.currency === 'base' ? base : quote,
    amount: needed?.amount ?? ZERO,
  }
  trade.loan = loanOf(trade, base, quote)
  if (trade.loan) borrow(world, accountId, trade.loan)
  const isLimit = entry.orderType === 'limit' || entry.conditional?.orderType === 'limit'
  place(world, {
    ...orderAt(trade, 'entry'),
    side,
    kind: isLimit ? 'limit' : 'market',
    units: entry.units,
    price: isLimit ? (draft.position.price?.value ?? entry.price) : null,
    trigger: trade.skipEntry ? null : triggerOf(world, trade),
    trail: trailOf(trade),
    // A skipped entry is never sent: it only holds the exit's needs.
    tells: trade.skipEntry,
    holds: trade.loan ? merged(own, trade.loan) : [own],
  })
}

const merged = (own: Hold, loan: Hold): Hold[] =>
  own.currency === loan.currency
    ? [{ currency: own.currency, amount: add(own.amount, loan.amount) }]
    : [own, loan]

/** A long borrows what its margin does not pay, a short the coins it sells. */
function loanOf(trade: SmartTradeRecord, base: string, quote: string): Hold | null {
  const { leverage, entry, side, skipEntry } = trade
  if (!leverage || skipEntry) return null
  if (side === 'sell') return { currency: base, amount: entry.units }
  const total = multiply(entry.units, entry.price)
  return { currency: quote, amount: subtract(total, marginOf(total, leverage.value)) }
}

function triggerOf(world: World, { accountId, entry, pair }: SmartTradeRecord): Trigger | null {
  if (!entry.conditional) return null
  const { priceType: type, price } = entry.conditional
  const market = marketOf(world, accountId)
  const now = quoted(market, instrumentOf(world, pair), type, world.meta.now)
  return { type, direction: compare(price, now) >= 0 ? 'up' : 'down', price }
}

const trailOf = ({ entry, side }: SmartTradeRecord): Order['trail'] => {
  const percent = entry.conditional?.trailing
  return percent ? { follows: side === 'buy' ? 'down' : 'up', percent, extreme: null } : null
}
