import { describe, expect, it } from 'vitest'

import type { HistoricalTradeEntity } from '#contract/history.ts'
import { decimal, sum, ZERO } from '#money/decimal.ts'
import { aDca, aGrid, aGridDraft } from '#testing/scripted-bots.ts'
import { aDraft, aStop, aTarget, type Prices, scriptedWorld } from '#testing/scripted-world.ts'

/** Purpose of each order, with its profit after fees and the fees of both sides. */
const summaryOf = (rows: readonly HistoricalTradeEntity[]) =>
  rows.map(({ order, profit }) => [order?.role, profit?.amount, profit?.fees])

describe('an order of the history says what it was for, and which fees its profit has lost', () => {
  const traded = (prices: Prices) => {
    const scene = scriptedWorld({ prices: { USDT_BTC: prices }, balances: { USDT: '10000' } })
    const { id } = scene.engine.createSmartTrade(
      aDraft(scene.account, {
        units: '10',
        note: 'Breakout #swing',
        take_profit: {
          enabled: true,
          steps: [
            aTarget({ percent: '10', volume: '40' }),
            aTarget({ percent: '20', volume: '60' }),
          ],
        },
        stop_loss: aStop('90'),
      }),
    )
    return { ...scene, id }
  }

  it('target and stop of a SmartTrade', async () => {
    const { at, engine } = traded('0s 100, 10s 110, 20s 89')
    at(30)
    expect(summaryOf(await engine.history({}))).toEqual([
      ['entry', undefined, undefined],
      // 4 × (110 − 100), less 0.4 for the entry and 0.44 for the exit
      ['target', '39.16', '0.84'],
      // 6 × (89 − 100), less 0.6 and 0.534
      ['stop', '-67.134', '1.134'],
    ])
  })

  it('a close at the market', async () => {
    const { at, engine, id } = traded('0s 100')
    at(5)
    await engine.closeSmartTrade(id)
    at(10)
    expect(summaryOf(await engine.history({})).at(-1)).toEqual(['close', '-2', '2'])
  })

  it('lines of a grid', async () => {
    const { at, engine } = aGrid('0s 100, 20s 90, 30s 100')
    at(31)
    expect(summaryOf(await engine.history({}))).toEqual([
      ['balance', undefined, undefined],
      ['line', undefined, undefined],
      // 100 − 90, less 0.09 and 0.1
      ['line', '9.81', '0.19'],
    ])
  })

  it('base, safety orders and take profit of a DCA deal, whose last part does not know its fees', async () => {
    const whole = aDca('0s 100, 10s 105')
    whole.at(10)
    // 105 − 100, less 0.1 and 0.105
    expect(summaryOf(await whole.engine.history({})).slice(0, 2)).toEqual([
      ['base', undefined, undefined],
      ['target', '4.795', '0.205'],
    ])

    const parts = aDca(
      '0s 100, 10s 105, 11s 90, 20s 110',
      { max_safety_orders: 1 },
      { depth: '0.5' },
    )
    parts.at(40)
    expect(
      summaryOf(await parts.engine.history({})).map(([role, profit, fees]) => [
        role,
        profit !== undefined,
        fees,
      ]),
    ).toEqual([
      ['base', false, undefined],
      ['target', true, '0.1025'],
      ['safety', false, undefined],
      ['target', true, undefined],
      ['base', false, undefined],
    ])
  })

  it('an order of the history says what it was for, and which fees its profit has lost with the note of its SmartTrade as it is now, also after the trade is over, and the name of its bot', async () => {
    const { at, engine, id } = traded('0s 100, 10s 80')
    const notes = async () => (await engine.history({})).map(({ source }) => source.note)
    at(5)
    expect(await notes()).toEqual(['Breakout #swing'])
    at(30)
    await engine.setSmartTradeNote(id, '#late')
    expect(await notes()).toEqual(['#late', '#late'])

    const grid = aGrid('0s 100', { name: 'Harbour grid' })
    grid.at(5)
    expect((await grid.engine.history({}))[0]?.source).toMatchObject({ name: 'Harbour grid' })
    const dca = aDca('0s 100', { name: 'Harbour DCA', base_order_size: decimal('150') })
    dca.at(5)
    expect((await dca.engine.history({}))[0]?.source).toMatchObject({ name: 'Harbour DCA' })
  })

  it('market_type: coins bought with own money are spot, also on a margin account', async () => {
    const marketTypes = async ({ at, engine }: ReturnType<typeof scriptedWorld>) => {
      at(5)
      return (await engine.history({})).map(({ market_type }) => market_type)
    }
    const prices = { USDT_BTC: '0s 100' }
    const scene = scriptedWorld({ prices, balances: { USDT: '10000' }, marketType: 'margin' })
    scene.engine.createSmartTrade(aDraft(scene.account, { units: '1', instant: true }))
    expect(await marketTypes(scene)).toEqual(['spot'])
    const margin = { marketType: 'margin' } as const
    expect(await marketTypes(aDca('0s 100', { strategy: 'Long' }, margin))).toEqual(['spot'])
    expect(await marketTypes(aDca('0s 100', { strategy: 'Short' }, margin))).toEqual(['margin'])
    const futures = aGrid('0s 100', {}, { marketType: 'futures' })
    expect(await marketTypes(futures)).toEqual(['futures'])
  })
})

it('a span of the history holds what was closed in it, and its realised profit adds up its rows', async () => {
  const scene = aDca('0s 100, 10s 105, 20s 100, 30s 106, 40s 100, 50s 107')
  scene.at(60)
  const all = await scene.engine.history({ limit: 1_000 })
  const instants = [...new Set(all.map(({ closed_at }) => closed_at))]
  expect(instants.length).toBeGreaterThan(2)
  for (const from of [undefined, ...instants])
    for (const to of [undefined, ...instants]) {
      const span = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
      const rows = all.filter(
        ({ closed_at: at }) => at >= (from ?? -Infinity) && at <= (to ?? Infinity),
      )
      expect(await scene.engine.history({ ...span, limit: 1_000 })).toEqual(rows)
      const profits = rows.flatMap(({ profit }) => profit ?? [])
      expect(await scene.engine.realisedProfit(span)).toEqual({
        usd: sum(profits.map(({ usd }) => usd ?? ZERO)),
        rows: profits.length,
      })
    }
  const other = { account_id: scene.account.id + 1 }
  expect(await scene.engine.realisedProfit(other)).toEqual({ usd: '0', rows: 0 })
})

describe('a profit in another currency than dollars', () => {
  const held = { BTC: '1000', XYZ: '1000' }
  const traded = (pair: string) => {
    const prices = { USDT_BTC: '0s 50000', [pair]: '0s 0.05, 10s 0.06' }
    return scriptedWorld({ prices, balances: held })
  }
  const bought = (scene: ReturnType<typeof traded>, pair: string) =>
    scene.engine.createSmartTrade({
      ...aDraft(scene.account, {
        units: '1000',
        take_profit: { enabled: true, steps: [aTarget({ at: '0.06' })] },
      }),
      pair,
    })

  it('a profit in bitcoin is valued in dollars at the price of the moment it was closed', async () => {
    const scene = traded('BTC_ETH')
    bought(scene, 'BTC_ETH')
    scene.at(20)
    // 60 − 50 − 0.05 − 0.06 bitcoins, at 50,000.
    const profit = { amount: '9.89', currency: 'BTC', usd: '494500' }
    expect((await scene.engine.history({})).at(-1)).toMatchObject({ profit })
    expect(await scene.engine.realisedProfit({})).toEqual({ usd: '494500', rows: 1 })
  })

  it('a profit in a currency without a price has no value in dollars', async () => {
    const scene = traded('XYZ_ETH')
    bought(scene, 'XYZ_ETH')
    scene.at(20)
    const profit = { amount: '9.89', currency: 'XYZ', usd: null }
    expect((await scene.engine.history({})).at(-1)).toMatchObject({ profit })
    expect(await scene.engine.realisedProfit({})).toEqual({ usd: null, rows: 1 })
  })

  it('the profit of a grid in bitcoin counts in dollars too', () => {
    const scene = traded('BTC_ETH')
    const { id } = scene.engine.createGridBot(
      aGridDraft(scene.account, {
        pair: 'BTC_ETH',
        lower_price: decimal('0.04'),
        upper_price: decimal('0.06'),
        grids_quantity: 3,
        quantity_per_grid: decimal('1000'),
      }),
    )
    scene.at(20)
    // 60 − 50 − 0.05 − 0.06 bitcoins, at 50,000.
    expect(scene.engine.gridBot(id)).toMatchObject({
      current_profit: '9.89',
      current_profit_usd: '494500',
    })
  })
})
