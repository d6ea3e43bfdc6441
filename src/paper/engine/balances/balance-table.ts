import type { BalanceRowEntity } from '#contract/exchanges.ts'
import { asNumber, type Instant } from '#contract/primitives.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  fromNumber,
  isNegative,
  isZero,
  multiply,
  quotient,
  round,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { DOLLARS } from '#trading/dollars.ts'
import { cutToLot } from '#trading/lots.ts'
import { percentOf } from '#trading/profit.ts'

import { isLongBot } from '../dca-bots/dca-orders.ts'
import { currencyName, QUOTE } from '../market/instruments.ts'
import type { Market } from '../market/market.ts'
import { dollarsPer } from '../market/quotes.ts'
import { freeBalance } from '../orders/place-orders.ts'
import type { Order } from '../orders/order.ts'
import { isLong } from '../smart-trades/smart-trade-exits.ts'
import { instrumentOf, lastPriceOf, marketOn, tradedOn, type World } from '../world.ts'
import { type Account, hasLeverage } from './accounts.ts'
import { freeOf, heldOf, loansOf } from './ledger.ts'
import { owed } from './loans.ts'

const DAY = 86_400_000
const PLACES = 12

type Holding = {
  account: Account
  currency: string
  free: Decimal
  held: Decimal
  borrowed: Decimal
  /** Funding to be received by open positions: part of the value, but it lowers no debt. */
  receivable: Decimal
  onOrders: OnOrders
  /** Buying power with leverage for money; for coins, the amount to borrow and sell. */
  reach: Decimal
  /** Dollars per unit now and a day ago; zero without a price. */
  price: Decimal
  before: Decimal
}

/** Codes by market type. */
const POSITION_TYPES = { spot: 0, margin: 1, futures: 2 } as const

/** One row per account and currency held or owed, the greatest value first. */
export function balanceTable(world: World, accounts: readonly Account[]): BalanceRowEntity[] {
  const onOrders = onOrdersOf(world)
  const receivable = receivablesOf(world)
  const holdings = accounts.flatMap((account) =>
    holdingsOf(world, account, { onOrders, receivable }),
  )
  const { market, meta } = world
  const bitcoin = dollars(market, 'BTC', meta.now)
  const bitcoinBefore = dollars(market, 'BTC', meta.now - DAY)
  const total = sum(holdings.map(valueOf))
  return holdings
    .map((holding) => rowOf(holding, { total, bitcoin, bitcoinBefore }))
    .toSorted((a, b) => compare(b.usd_value, a.usd_value))
}

function holdingsOf(
  world: World,
  account: Account,
  { onOrders, receivable }: { onOrders: SumOf<OnOrders>; receivable: SumOf<Decimal> },
): Holding[] {
  const market = marketOn(world, account.exchange)
  const { now } = world.meta
  const places = [freeOf(account.id), heldOf(account.id), loansOf(account.id)]
  const currencies = new Set(places.flatMap((place) => world.ledger.currencies(place)))
  return [...currencies]
    .map((currency) => ({
      account,
      currency,
      free: freeBalance(world, account.id, currency),
      held: world.ledger.balance(heldOf(account.id), currency),
      // The ledger nets the two.
      borrowed: add(owed(world, account.id, currency), receivable(account.id, currency)),
      receivable: receivable(account.id, currency),
      onOrders: onOrders(account.id, currency),
      reach: reachOf(world, account, currency),
      price: dollars(market, currency, now),
      before: dollars(market, currency, now - DAY),
    }))
    .filter(({ free, held, borrowed, receivable: due }) =>
      [free, held, borrowed, due].some((amount) => !isZero(amount)),
    )
}

/** Money counts with the highest leverage, coins with their pair's. */
function reachOf(world: World, account: Account, currency: string): Decimal {
  if (!hasLeverage(account)) return ZERO
  const money = freeBalance(world, account.id, QUOTE)
  if (DOLLARS.has(currency)) {
    const highest = Math.max(...world.market.instruments.map(({ maxLeverage }) => maxLeverage))
    return currency === QUOTE ? multiply(money, fromNumber(highest)) : ZERO
  }
  const instrument = tradedOn(world, account.exchange, `${QUOTE}_${currency}`)
  if (!instrument) return ZERO
  const credit = multiply(money, fromNumber(instrument.maxLeverage))
  return cutToLot(
    divide(credit, lastPriceOf(world, account.id, instrument.pair), PLACES, 'down'),
    instrument.lot,
  )
}

const dollars = (market: Market, currency: string, at: Instant): Decimal =>
  dollarsPer(market, currency, at) ?? ZERO

const equityOf = ({ free, held, borrowed, receivable }: Holding): Decimal =>
  subtract(sum([free, held, receivable]), borrowed)
const valueOf = (holding: Holding): Decimal => multiply(equityOf(holding), holding.price)

type Whole = { total: Decimal; bitcoin: Decimal; bitcoinBefore: Decimal }

function rowOf(holding: Holding, { total, bitcoin, bitcoinBefore }: Whole): BalanceRowEntity {
  const { account, currency, free, held, borrowed, onOrders, reach, price, before } = holding
  const name = currencyName(account.exchange, currency)
  const isMoney = DOLLARS.has(currency)
  const value = valueOf(holding)
  const inBitcoin = inBitcoinOf(price, bitcoin)
  const before24 = inBitcoinOf(before, bitcoinBefore)
  const change = changeOf(before, price)
  return {
    currency_code: currency,
    currency_name: name,
    currency_slug: name.toLowerCase().replaceAll(' ', '-'),
    currency_icon: `/currencies/${currency.toLowerCase()}.svg`,
    percentage: number(percentOf(value, total, 4)),
    position: number(add(free, held)),
    position_available: number(free),
    position_type: POSITION_TYPES[account.marketType],
    borrowed: number(borrowed),
    on_orders: number(held),
    on_orders_with_leverage: number(onOrders.withLeverage),
    on_orders_long: number(onOrders.long),
    on_orders_short: number(onOrders.short),
    equity: number(equityOf(holding)),
    current_price: number(inBitcoin),
    current_price_usd: number(price),
    day_change_percent: change,
    day_change_percent_btc: changeOf(before24, inBitcoin),
    day_change_percent_usd: change,
    btc_value: number(round(inBitcoinOf(value, bitcoin), PLACES, 'half-even')),
    usd_value: number(round(value, 8, 'half-even')),
    available_long: number(isMoney ? free : ZERO),
    available_short: number(isMoney ? ZERO : free),
    available_with_leverage_long: number(isMoney ? reach : ZERO),
    available_with_leverage_short: number(isMoney ? ZERO : reach),
    account_id: account.connectionId,
    is_wallet: account.marketType === 'spot',
  }
}

/** Zero if bitcoin is not traded. */
const inBitcoinOf = (dollars: Decimal, bitcoin: Decimal): Decimal =>
  isZero(bitcoin) ? ZERO : quotient(dollars, bitcoin)

const changeOf = (before: Decimal, now: Decimal): Decimal =>
  isZero(before) ? ZERO : number(percentOf(subtract(now, before), before, 3))

/** Rounds to the digits of a JSON number. */
const number = (value: Decimal): Decimal => asNumber(value)

type SumOf<T> = (account: number, currency: string) => T

/** Amount of a currency held by open orders, by side of the position; `withLeverage` is part of it. */
type OnOrders = { long: Decimal; short: Decimal; withLeverage: Decimal }

const NONE: OnOrders = { long: ZERO, short: ZERO, withLeverage: ZERO }

type Owner = { orders: readonly Order[]; isLong: boolean; borrows: boolean }

/** Sums all open orders once. */
function onOrdersOf(world: World): SumOf<OnOrders> {
  const sums = new Map<string, OnOrders>()
  for (const { orders, isLong: isUp, borrows } of ownersIn(world)) {
    for (const { account, holds } of orders) {
      for (const { currency, amount } of holds) {
        const key = `${account} ${currency}`
        const { long, short, withLeverage } = sums.get(key) ?? NONE
        sums.set(key, {
          long: isUp ? add(long, amount) : long,
          short: isUp ? short : add(short, amount),
          withLeverage: borrows ? add(withLeverage, amount) : withLeverage,
        })
      }
    }
  }
  return (account, currency) => sums.get(`${account} ${currency}`) ?? NONE
}

/** Sums once the funding to be received by open positions. */
function receivablesOf(world: World): SumOf<Decimal> {
  const sums = new Map<string, Decimal>()
  const count = (account: number, pair: string, charged: Decimal): void => {
    if (!isNegative(charged)) return
    const key = `${account} ${instrumentOf(world, pair).quote}`
    sums.set(key, subtract(sums.get(key) ?? ZERO, charged))
  }
  for (const { accountId, pair, interest } of world.smartTrades.values()) {
    count(accountId, pair, interest.owed)
  }
  for (const { accountId, pair, interest } of world.gridBots.values()) {
    count(accountId, pair, interest)
  }
  for (const { accountId, pair, deals } of world.dcaBots.values()) {
    for (const { interest } of deals) count(accountId, pair, interest)
  }
  return (account, currency) => sums.get(`${account} ${currency}`) ?? ZERO
}

function* ownersIn({ smartTrades, gridBots, dcaBots }: World): Generator<Owner> {
  for (const trade of smartTrades.values()) {
    if (trade.orders.length === 0) continue
    yield { orders: trade.orders, isLong: isLong(trade), borrows: trade.leverage !== null }
  }
  for (const { orders, leverage } of gridBots.values()) {
    yield { orders, isLong: true, borrows: leverage !== null }
  }
  // A short borrows the coins that it sells.
  for (const bot of dcaBots.values()) {
    yield { orders: bot.orders, isLong: isLongBot(bot), borrows: !isLongBot(bot) }
  }
}
