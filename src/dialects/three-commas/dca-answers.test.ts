import { describe, expect, it } from 'vitest'

import * as api from '#contract/dca-bots.ts'
import { readableRows } from '#contract/read.ts'
import { type Scripted, scriptedCall, theFacts } from '#testing/scripted-call.ts'

import { dcaBotRow as bot, dcaDealRow as deal } from '#testing/three-commas-dca-fixture.ts'

import { uuidOf } from './values.ts'

const ID = uuidOf('b', 15564828)
const byId = { params: { id: ID } }
const LIST = 'GET /ver1/bots?limit=100&offset=0'
const DEALS = 'GET /ver1/deals?limit=1000&offset=0&scope=active'
const SHOW = 'GET /ver1/bots/15564828/show?include_events=true'
const DEAL = 'GET /ver1/deals/2295490936/show'

/** Responses by request line; a bot by default. */
const answers =
  (named: Record<string, Scripted> = {}) =>
  ({ line }: { line: string }): Scripted =>
    named[line] ?? { json: line.startsWith(LIST) ? [bot()] : bot() }

const linesOf = ({ sent }: { sent: { line: string }[] }) => sent.map(({ line }) => line)

describe('reading DCA bots', () => {
  const one = async (changes: Record<string, unknown>, facts = theFacts()) => {
    const { value } = await scriptedCall(
      api.startDcaBot,
      byId,
      () => ({ json: bot(changes) }),
      facts,
    )
    return value as api.DcaBot
  }

  it('a bot keeps its row as sent, without the secret that lets others copy it', async () => {
    const { json } = await scriptedCall(api.startDcaBot, byId, answers())
    expect(json).toMatchObject({ as_sent: { id: 15564828, base_order_volume: '15.0' } })
    expect(JSON.stringify(json)).not.toContain('not for others')
  })

  it('accounts are requested again after a failure, unless the key may not read them', async () => {
    for (const [status, times] of [
      [429, 2],
      [403, 1],
    ] as const) {
      const facts = theFacts({ accounts: [] })
      let asked = 0
      for (let reads = 0; reads < 2; reads += 1) {
        await scriptedCall(
          api.listDcaBots,
          { query: {} },
          ({ line }) => {
            if (!line.startsWith('GET /ver1/accounts')) return { json: [] }
            asked += 1
            return { status }
          },
          facts,
        )
      }
      expect(asked).toBe(times)
    }
  })

  it("a bot shows its account's name until the accounts are loaded", async () => {
    const read = await one({}, theFacts({ accounts: [] }))
    expect(read).toMatchObject({ exchange: 'Main account', market_type: undefined })
  })

  it('a bot has no stop loss if its percentage is null, and an unknown one if it is missing', async () => {
    const read = await one({ stop_loss_percentage: null })
    expect(read).toMatchObject({ stop_loss_enabled: false, stop_loss_pct: undefined })
    const silent = await one({ stop_loss_percentage: undefined })
    expect(silent.stop_loss_enabled).toBeUndefined()
  })

  it('a bot without safety orders has no size and distance of them', async () => {
    const read = await one({ max_safety_orders: 0 })
    expect(read.base_order_size).toBeDefined()
    expect([read.safety_order_size, read.price_deviation]).toEqual([undefined, undefined])
  })

  it('target steps, target signals and custom steps become words', async () => {
    const read = await one({
      take_profit: null,
      take_profit_steps: [
        { id: 0, amount_percentage: 50, profit_percentage: 10 },
        { id: 1, amount_percentage: 50, profit_percentage: '20.0' },
      ],
      custom_safety_steps: [{ deviation: '-1.1', size: 10 }],
      tsl_enabled: true,
      stop_loss_percentage: '22.0',
      strategy_list: [
        { strategy: 'rsi', options: { time: '5m', points: '30' } },
        { strategy: 'trading_view', options: {} },
      ],
    })
    expect(read).toMatchObject({
      take_profit_pct: undefined,
      price_deviation: undefined,
      start_condition: 'rsi + 1',
      in_words: {
        take_profit_pct: 'in steps: 50% at 10%, 50% at 20%',
        safety_order_size: '10 in the quote currency at -1.1%',
        stop_loss_pct: '22%, trailing',
        start_condition: 'rsi (time 5m, points 30) and trading_view',
      },
    })
    const bySignal = await one({
      take_profit: '0.0',
      min_profit_percentage: '2.0',
      close_strategy_list: [{ strategy: 'rsi', options: { points: '70' } }],
    })
    expect(bySignal.take_profit_pct).toBeUndefined()
    expect(bySignal.in_words?.take_profit_pct).toBe('by signal: rsi (points 70), at least 2%')
  })

  it('open deals are those of the service, or unknown', async () => {
    const json = [bot({ active_deals_count: 1 }), bot({ id: 7, active_deals_count: 2 })]
    const read = (named: Record<string, Scripted>) =>
      scriptedCall(api.listDcaBots, { query: {} }, answers({ [LIST]: { json }, ...named }))
    const known = await read({ [DEALS]: { json: [deal(), deal({ bot_id: 7 })] } })
    const [first, second] = readableRows(known.value as api.DcaBot[])
    expect(first?.deals).toMatchObject([
      { pair: 'ETH/USDT', spent: '116.484459091', bought: '0.0397', safety_orders_filled: 1 },
    ])
    expect(first?.deals?.[0]?.average_price).toBe('2934.11735745591939546599496222')
    expect(first?.deals?.[0]?.profit).toEqual({
      amount: '0.899717231',
      percent: '0.87',
      usd: '0.9',
    })
    expect(second?.deals).toBeNull()
    const unread = await read({ [DEALS]: { status: 403 } })
    expect(readableRows(unread.value as api.DcaBot[])[0]?.deals).toBeNull()
  })

  it('a deal that a signal closes has no target price', async () => {
    const signal = { close_strategy_list: [{ strategy: 'rsi', options: {} }] }
    const read = await one({
      active_deals_count: 2,
      active_deals: [
        deal({ ...signal, take_profit: '0.0', take_profit_price: '2674.4' }),
        deal({ ...signal, take_profit: '1.0', take_profit_price: '2966.43' }),
      ],
    })
    expect(read.deals?.map(({ take_profit_price: price }) => price)).toEqual([null, '2966.43'])
  })

  it('a short deal has its documented result, but no sides, which are undocumented', async () => {
    const short = deal({ strategy: 'short', profit_currency: 'base_currency' })
    const read = await one({ active_deals_count: 1, active_deals: [short] })
    expect(read.deals).toMatchObject([
      {
        spent: undefined,
        current_price: '2959.74',
        profit: { amount: '0.899717231', currency: 'ETH' },
      },
    ])
  })

  it('the list is filtered by exchange and by any pair of a bot', async () => {
    const json = [bot({ pairs: ['USDT_BTC', 'USDT_ETH'] }), bot({ id: 7, pairs: ['USDT_SOL'] })]
    const count = async (query: object) => {
      const read = await scriptedCall(api.listDcaBots, { query }, answers({ [LIST]: { json } }))
      return (read.value as unknown[]).length
    }
    expect(await count({ pair: 'ETH/USDT' })).toBe(1)
    expect(await count({ pair: 'DOGE/USDT' })).toBe(0)
    expect(await count({ exchange: 'binance' })).toBe(2)
    expect(await count({ exchange: 'kraken' })).toBe(0)
    expect(await count({ status: 'completed' })).toBe(0)
  })

  it('a bot has the events of its open deals, newest first, and is readable without them', async () => {
    const events = [
      { message: 'Base order executed. Price: 2941 USDT', created_at: '2024-11-08T00:15:29.309Z' },
      { message: '🚀 Placing TakeProfit trade.', created_at: '2024-11-08T00:53:53.851Z' },
    ]
    const open = { json: bot({ active_deals_count: 1, active_deals: [deal()] }) }
    const ask = (named: Record<string, Scripted>) =>
      scriptedCall(
        api.getDcaBot,
        { ...byId, query: { include_events: true } },
        answers({ [SHOW]: open, ...named }),
      )
    const read = await ask({ [DEAL]: { json: { ...deal(), bot_events: events } } })
    expect(linesOf(read)).toEqual([SHOW, DEAL])
    expect(read.value).toMatchObject({
      events: [
        { id: 2, type: 'placing_takeprofit_trade' },
        { id: 1, type: 'base_order_executed', price: null },
      ],
    })
    const unread = await ask({ [DEAL]: { status: 429 } })
    expect(unread.value).toMatchObject({ id: ID, events: undefined })
  })

  it('start conditions include the one for single pairs', async () => {
    const json = {
      manual: { strategy_type: 'signal', name: 'By hand' },
      rsi: { strategy_type: 'indicator', name: 'RSI', options: { time: { '3m': '', '1h': '' } } },
      ult: { strategy_type: 'indicator', name: 'Ultimate' },
    }
    const { value } = await scriptedCall(api.listDcaStrategies, { query: {} }, () => ({ json }))
    expect(value).toMatchObject({
      deal_start_conditions: [
        { id: 'asap', type: 'simple' },
        { id: 'manual', type: 'simple' },
        { id: 'rsi', type: 'indicator', options: { timeframes: ['3m', '1h'] } },
        { id: 'ult', name: 'Ultimate' },
      ],
    })
  })
})
