import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type HistoricalTrade, listHistory } from '#contract/history.ts'
import { rawOf } from '#contract/read.ts'
import {
  arriving,
  at,
  entitiesOf,
  type Fields,
  ids,
  isSameAmount,
  type Json,
  lost,
} from '#testing/documented-answers.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { scriptedCall } from '#testing/scripted-call.ts'

import { textOf } from './values.ts'

const RUNS = { numRuns: propertyRuns(3_000) }
/** Bots loaded with the first page; the others get a placeholder. */
const BOTS_READ = 2
const LARGE = { timeout: 600_000 }

const ORDER: Fields = {
  uuid: 'text',
  account_id: 'id',
  created_at: 'second',
  closed_at: 'second',
  'units.value': 'amount',
  'price.value': 'amount',
  'total.value': 'amount',
  'filled.units': 'amount',
  'filled.total': 'amount',
  'filled.price': 'amount',
  'order.type': 'text?',
  'order.side': 'text?',
  'status.value': 'text',
  'status.error': 'text?',
}

const DEAL: Fields = { account_id: 'id', created_at: 'time', closed_at: 'time', status: 'text' }
const DEAL_NAMES = { status: 'status.value' }
const AMOUNTS: Fields = {
  bought_amount: 'figure',
  bought_volume: 'amount',
  bought_average_price: 'amount',
  sold_amount: 'figure',
  sold_volume: 'amount',
  sold_average_price: 'amount',
  final_profit: 'amount',
  usd_final_profit: 'amount',
  final_profit_percentage: 'amount',
}

const TRADE: Fields = {
  'account.id': 'id',
  'data.created_at': 'time',
  'data.closed_at': 'time',
  'position.order_type': 'text?',
  'position.type': 'text?',
  'position.units.value': 'amount',
  'position.price.value': 'amount',
  'data.entered_amount': 'amount',
  'data.entered_total': 'amount',
  'data.average_enter_price': 'amount',
  'profit.volume': 'amount',
  'profit.usd': 'amount',
  'status.type': 'text',
  'status.error': 'text?',
}
const EXIT: Fields = {
  'data.closed_amount': 'figure',
  'data.closed_total': 'amount',
  'data.average_close_price': 'amount',
}
const TRADE_NAMES = {
  'account.id': 'account_id',
  'data.created_at': 'created_at',
  'data.closed_at': 'closed_at',
  'position.order_type': 'order.type',
  'position.type': 'order.side',
  'position.units.value': 'units.value',
  'position.price.value': 'price.value',
  'data.entered_amount': 'filled.units',
  'data.entered_total': 'filled.total',
  'data.average_enter_price': 'filled.price',
  'data.closed_amount': 'exit.units',
  'data.closed_total': 'exit.total',
  'data.average_close_price': 'exit.price',
  'profit.volume': 'profit.amount',
  'status.type': 'status.value',
}

const GRID_PROFIT: Fields = {
  created_at: 'time',
  'grid_line.price': 'amount',
  profit: 'amount',
  usd_profit: 'amount',
}
const GRID_NAMES = {
  'grid_line.price': 'filled.price',
  profit: 'profit.amount',
  usd_profit: 'profit.usd',
}

const pairs = fc.constantFrom('USDT_ETH', 'BNFCR_1INCHUSDT', 'USDT_DOGE_USDT')
const orders = fc
  .record({ order: entitiesOf(ORDER), pair: pairs })
  .map(({ order, pair }): Json => ({ ...order, pair }))
const trades = fc
  .record({
    trade: entitiesOf({ ...TRADE, ...EXIT, 'profit.percent': 'amount' }),
    pair: pairs,
    currency: fc.constantFrom('USDT', undefined),
  })
  .map(({ trade, pair, currency }): Json => ({
    ...trade,
    pair,
    data: { ...(trade['data'] as object), orderbook_price_currency: currency },
  }))
const deals = fc
  .record({
    deal: entitiesOf({ ...DEAL, ...AMOUNTS }),
    pair: pairs,
    strategy: fc.constantFrom('long', 'short'),
    bot_id: fc.nat(),
  })
  .map(({ deal, ...more }): Json => ({ ...deal, ...more }))
const gridBots = fc.record({
  bot: fc.record({
    account_id: ids,
    pair: pairs,
    profit_currency_type: fc.constantFrom('base', 'quote'),
  }),
  profits: fc.array(entitiesOf(GRID_PROFIT), { minLength: 1, maxLength: 3 }),
})

it(
  'the joined history has every order, SmartTrade, deal and grid profit with all fields',
  LARGE,
  async () => {
    const lists = fc.record({
      orders: fc.array(orders, { maxLength: 4 }),
      trades: fc.array(trades, { maxLength: 4 }),
      deals: fc.array(deals, { maxLength: 4 }),
      grids: fc.array(gridBots, { maxLength: BOTS_READ + 1 }),
    })
    await fc.assert(
      fc.asyncProperty(lists, async (drawn) => {
        const wire = {
          orders: drawn.orders.map((one, index) => ({ ...one, uuid: `order-${index}` })),
          trades: drawn.trades.map((one, index): Json => ({ ...one, id: index + 1 })),
          deals: drawn.deals.map((one, index): Json => ({ ...one, id: index + 1 })),
          grids: drawn.grids.map(({ bot, profits }, index) => ({
            bot: { ...bot, id: index + 1 },
            profits: profits.map((one, line): Json => ({ ...one, grid_line_id: line + 1 })),
          })),
        }
        const { value } = await scriptedCall(
          listHistory,
          { query: { limit: 100 } },
          ({ line }) => ({ json: arriving(listAt(line, wire)) }),
        )
        const shown = value as HistoricalTrade[]
        const isLeftOut = ({ bot }: { bot: Json }) =>
          shown.some(({ uuid }) => uuid === `grid-${String(bot['id'])}-not-read`)
        const leftOut = wire.grids.filter(isLeftOut)
        expect(leftOut).toHaveLength(Math.max(0, wire.grids.length - BOTS_READ))
        const gridProfits = wire.grids
          .filter((grid) => !isLeftOut(grid))
          .flatMap(({ bot, profits }) => profits.map((profit) => ({ bot, profit })))
        const rows = [wire.orders, wire.trades, wire.deals, gridProfits, leftOut].flat()
        expect(shown).toHaveLength(rows.length)
        for (const order of wire.orders) {
          const row = shown.find(({ uuid }) => uuid === order.uuid)
          expect(lost(row, order, ORDER)).toEqual([])
          expect(row?.source).toMatchObject({ type: 'terminal' })
          expect(row?.commission).toBeUndefined()
        }
        for (const trade of wire.trades) {
          const row = shown.find(({ uuid }) => uuid === `smart-trade-${String(trade['id'])}`)
          expect(lostOfTrade(row, trade)).toEqual([])
        }
        for (const deal of wire.deals) {
          const row = shown.find(({ uuid }) => uuid === `deal-${String(deal['id'])}`)
          expect(lostOfDeal(row, deal)).toEqual([])
        }
        for (const { bot, profit } of gridProfits) {
          const uuid = `grid-${bot.id}-${String(profit['grid_line_id'])}-`
          const row = shown.find((one) => one.uuid?.startsWith(uuid))
          expect(lostOfGrid(row, bot, profit)).toEqual([])
        }
      }),
      RUNS,
    )
  },
)

type Wire = {
  orders: Json[]
  trades: Json[]
  deals: Json[]
  grids: { bot: Json; profits: Json[] }[]
}

function listAt(
  line: string,
  { orders: trades, trades: smartTrades, deals, grids }: Wire,
): unknown {
  if (line.includes('/ver1/trades/')) return { trades }
  if (line.includes('/v2/smart_trades')) return smartTrades
  if (line.includes('/ver1/deals')) return deals
  const one = /\/ver1\/grid_bots\/(\d+)\/profits/.exec(line)?.[1]
  if (one === undefined) return grids.map(({ bot }) => bot)
  return grids.find(({ bot }) => String(bot['id']) === one)?.profits
}

const quoteOf = (pair: unknown): string => String(pair).replace(/_.*/, '')
const baseOf = (pair: unknown): string => String(pair).replace(/^[^_]*_/, '')

function lostOfTrade(row: HistoricalTrade | undefined, trade: Json): string[] {
  const percent = at(trade, 'profit.percent')
  // 3Commas reports 0 percent if there is no profit.
  const isPercentShown = row?.profit || !isSameAmount('0', percent)
  const currency = at(trade, 'data.orderbook_price_currency') ?? quoteOf(trade['pair'])
  return [
    ...lost(row, trade, TRADE, TRADE_NAMES),
    ...(isSameAmount('0', at(trade, 'data.closed_amount'))
      ? []
      : lost(row, trade, EXIT, TRADE_NAMES)),
    ...(isPercentShown ? lost(row, trade, { 'profit.percent': 'amount' }) : []),
    ...(row?.profit && row.profit.currency !== currency ? ['currency'] : []),
    ...(row?.pair === trade['pair'] ? [] : ['pair']),
    ...(row?.source?.type === 'smart_trade' && row.source.id === textOf(trade['id'])
      ? []
      : ['source']),
  ]
}

function lostOfGrid(row: HistoricalTrade | undefined, bot: Json, profit: Json): string[] {
  const isOfBase = bot['profit_currency_type'] === 'base'
  const currency = isOfBase ? baseOf(bot['pair']) : quoteOf(bot['pair'])
  return [
    ...lost(row, profit, GRID_PROFIT, GRID_NAMES),
    ...(row?.closed_at === row?.created_at ? [] : ['closed_at']),
    ...(row?.profit?.currency === currency ? [] : ['currency']),
    ...(row?.pair === bot['pair'] ? [] : ['pair']),
    ...(String(row?.account_id) === String(bot['account_id']) ? [] : ['account_id']),
    ...(row?.source?.type === 'grid_bot' && row.source.id === textOf(bot['id']) ? [] : ['source']),
    ...(at(rawOf(row ?? {}), 'grid_profit.of_a_later_year') ? [] : ['raw']),
  ]
}

/** A long deal enters by buying, a short one by selling. */
function lostOfDeal(row: HistoricalTrade | undefined, deal: Json): string[] {
  const [entry, exit] = deal['strategy'] === 'short' ? ['sold', 'bought'] : ['bought', 'sold']
  const isOut = !isSameAmount('0', deal[`${exit}_amount`])
  const figures: [shown: string, wire: string, isThere: boolean][] = [
    ['filled.units', `${entry}_amount`, true],
    ['filled.total', `${entry}_volume`, true],
    ['filled.price', `${entry}_average_price`, true],
    ['exit.units', `${exit}_amount`, isOut],
    ['exit.total', `${exit}_volume`, isOut],
    ['exit.price', `${exit}_average_price`, isOut],
    ['profit.amount', 'final_profit', isOut],
    ['profit.usd', 'usd_final_profit', isOut],
    ['profit.percent', 'final_profit_percentage', isOut],
  ]
  return [
    ...lost(row, deal, DEAL, DEAL_NAMES),
    ...figures.flatMap(([is, was, isThere]) =>
      isSameAmount(at(row, is), isThere ? deal[was] : null) ? [] : [was],
    ),
    ...(row?.source?.type === 'dca_bot' ? [] : ['source']),
    ...(at(rawOf(row ?? {}), 'deal.of_a_later_year') ? [] : ['raw']),
  ]
}
