import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import type { FundsDraft } from '#contract/smart-trade-funds.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { decimal, fromNumber, round } from '#money/decimal.ts'
import { marketView } from '#paper/engine/smart-trades/smart-trade-create.ts'
import { drawsOf } from '#paper/worlds/stage.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { aDraft, aStop, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

import { fundsRows, SentOrder } from './funds-figures.tsx'
import { sentOrder } from './funds-sheet.tsx'
import { fundsNow, mostUnits, previewFunds, shareOf } from './funds.ts'

const market = (units: string): FundsDraft => ({
  order_type: 'market',
  units: { value: decimal(units) },
})

/** Units bought or sold at 100, at a price of now. */
function held(now: string, side: 'buy' | 'sell' = 'buy', units = '10', stop?: string) {
  const up = side === 'buy'
  const scene = scriptedWorld({
    prices: { USDT_BTC: `0s 100, 10s ${now}` },
    balances: { USDT: '10000', BTC: '100' },
    depth: '1000',
    impact: '0.01',
  })
  const { engine, account, at, world } = scene
  const target = (volume: string) => aTarget({ at: up ? '900' : '1', volume })
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      side,
      units,
      take_profit: { enabled: true, steps: [target('30'), target('70')] },
      stop_loss:
        stop === undefined
          ? aStop(up ? '10' : '400')
          : { enabled: true, order_type: 'market', price: { percent: decimal(stop) } },
    }),
  )
  at(10)
  return {
    engine,
    id,
    at,
    view: () => marketView(world, account.id, 'USDT_BTC'),
    trade: async () => (await engine.smartTrade(id)) as SmartTrade,
  }
}

it('a change of funds previews units, average, targets and stop result, as calculated by hand', async () => {
  const { trade } = held('80')
  const view = { price: decimal('80'), feeRate: decimal('0.001'), lot: decimal('0.00001') }
  const { before, after, total, fee } = previewFunds('add', market('10'), await trade(), view)
  expect(total).toBe('800')
  expect(fee).toBe('0.8')
  expect(before.held).toBe('10')
  expect(after.held).toBe('20')
  // 10 at about 100 and 10 at 80
  expect(round(after.average ?? decimal('0'), 1, 'half-even')).toBe('90')
  expect(after.targets).toMatchObject([
    { number: 1, units: '6' },
    { number: 2, units: '14' },
  ])
  expect([before.stop, after.stop]).toEqual(['10', '10'])
  // 20 units that cost about 1,800 make 18,000 at 900, less fees.
  expect(round(after.atTargets ?? decimal('0'), 0, 'half-even')).toBe('16180')
  expect(round(after.even ?? decimal('0'), 1, 'half-even')).toBe('90.2')
  const reduced = previewFunds('reduce', market('4'), await trade(), view)
  expect(reduced.after.held).toBe('6')
  expect(reduced.after.average).toBe(reduced.before.average)
  // 4 lose 20 each, and 0.4 and 0.32 of fees, with a small impact
  expect(round(reduced.realised ?? decimal('0'), 1, 'half-even')).toBe('-80.8')
})

it('a change of funds moves a percent stop with the average', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 10s 80' },
    balances: { USDT: '10000' },
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      units: '10',
      stop_loss: { enabled: true, order_type: 'market', price: { percent: decimal('30') } },
    }),
  )
  at(10)
  const trade = (await engine.smartTrade(id)) as SmartTrade
  const { before, after } = previewFunds('add', market('10'), trade, { price: decimal('80') })
  // 30 % below 100, and below 90
  expect([before.stop, after.stop]).toEqual(['70', '63'])
  // With the fees of the entry
  expect([before.atStop, after.atStop]).toEqual(['-301', '-541'])
  await engine.addSmartTradeFunds(id, market('10'))
  at(11)
  expect((await engine.smartTrade(id)).stop_loss).toMatchObject({
    conditional: { price: { value: '63', percent: '30', follows_average: true } },
  })
})

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a change of funds previews what the service does, draw %i',
  async (seed) => {
    const draws = drawsOf(seed)
    const cents = (value: number) => String(Math.round(value * 100) / 100)
    const { engine, id, at, trade, view } = held(
      cents(draws.between(60, 150)),
      draws.chance(0.5) ? 'buy' : 'sell',
      cents(draws.between(5, 20)),
      draws.chance(0.5) ? '70' : undefined,
    )
    const change = draws.chance(0.5) ? ('add' as const) : ('reduce' as const)
    const draft = market(cents(draws.between(0.5, 4)))
    const { after } = previewFunds(change, draft, await trade(), view())
    if (change === 'add') await engine.addSmartTradeFunds(id, draft)
    else await engine.reduceSmartTradeFunds(id, draft)
    at(11)
    const booked = await trade()
    const { before: now } = previewFunds(change, draft, booked, view())
    expect(now).toEqual(after)
    expect(booked.take_profit.steps.map(({ units }) => units?.value)).toEqual(
      after.targets.map(({ units }) => units),
    )
  },
)

it.each([
  ['add', 'market', '3'],
  ['reduce', 'market', '3'],
  ['reduce', 'limit', '2'],
] as const)(
  'a change of funds previews what the service does while a target is filling: %s at the %s',
  async (change, kind, units) => {
    const { engine, account, at, world } = scriptedWorld({
      prices: { USDT_BTC: '0s 100, 10s 110, 11s 105, 20s 109' },
      balances: { USDT: '10000' },
      depth: '4',
    })
    const steps = [
      aTarget({ at: '110', volume: '60' }),
      aTarget({ at: '150', volume: '10' }),
      aTarget({ at: '160', volume: '30' }),
    ]
    const { id } = engine.createSmartTrade(
      aDraft(account, {
        units: '10',
        take_profit: { enabled: true, steps },
        stop_loss: aStop('10'),
      }),
    )
    at(10)
    const trade = async () => (await engine.smartTrade(id)) as SmartTrade
    expect((await trade()).data.closed_amount).toBe('4')
    at(11)
    const draft =
      kind === 'market'
        ? market(units)
        : { ...market(units), order_type: 'limit' as const, price: { value: decimal('109') } }
    const view = marketView(world, account.id, 'USDT_BTC')
    const { before, after } = previewFunds(change, draft, await trade(), view)
    expect(mostUnits('reduce', draft, await trade(), view)).toBe('4')
    expect(before.targets).toMatchObject([
      { number: 2, units: '1' },
      { number: 3, units: '3' },
    ])
    if (change === 'add') await engine.addSmartTradeFunds(id, draft)
    else await engine.reduceSmartTradeFunds(id, draft)
    at(20)
    const booked = await trade()
    expect(previewFunds(change, draft, booked, view).before.targets).toEqual(after.targets)
    expect(booked.take_profit.steps.slice(1).map(({ units: has }) => has?.value)).toEqual(
      after.targets.map(({ units: promised }) => promised),
    )
  },
)

it('a change of funds counts only the open part of a partly filled reduction', async () => {
  const { engine, account, at, world } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 10s 105, 11s 100' },
    balances: { USDT: '10000' },
    depth: '2',
  })
  const steps = [aTarget({ at: '150', volume: '50' }), aTarget({ at: '160', volume: '50' })]
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '10', take_profit: { enabled: true, steps } }),
  )
  at(9)
  await engine.reduceSmartTradeFunds(id, {
    ...market('6'),
    order_type: 'limit',
    price: { value: decimal('105') },
  })
  at(11)
  const trade = (await engine.smartTrade(id)) as SmartTrade
  expect(trade.data.closed_amount).toBe('2')
  const view = marketView(world, account.id, 'USDT_BTC')
  // Ten, less two that are closed and four that the order still closes
  expect(mostUnits('reduce', market('1'), trade, view)).toBe('4')
  expect(previewFunds('reduce', market('2'), trade, view).after.targets).toMatchObject([
    { number: 1, units: '1' },
    { number: 2, units: '1' },
  ])
  await engine.reduceSmartTradeFunds(id, market('2'))
  at(12)
  expect((await engine.smartTrade(id)).take_profit.steps.map(({ units }) => units.value)).toEqual([
    '1',
    '1',
  ])
})

it('the cost of open units after a close and an addition is as the service computes it', async () => {
  const { engine, id, at, trade, view } = held('80')
  await engine.reduceSmartTradeFunds(id, market('4'))
  at(11)
  await engine.addSmartTradeFunds(id, market('4'))
  at(12)
  const preview = previewFunds('reduce', market('1'), await trade(), view())
  await engine.reduceSmartTradeFunds(id, market('1'))
  at(13)
  const closes = (await engine.history({ order_by: 'closed_at' })).filter(({ profit }) => profit)
  expect(closes.map(({ profit }) => profit?.amount)).toContain(preview.realised)
})

it('a change of funds has no cost if the service reports only lifetime totals', async () => {
  const { engine, id, at, trade, view } = held('80')
  const silent = async () => {
    const shown = await trade()
    return { ...shown, data: { ...shown.data, open_cost: undefined } }
  }
  await engine.reduceSmartTradeFunds(id, market('4'))
  at(11)
  const exact = previewFunds('reduce', market('1'), await trade(), view())
  expect(previewFunds('reduce', market('1'), await silent(), view())).toEqual(exact)
  await engine.addSmartTradeFunds(id, market('4'))
  at(12)
  const mixed = previewFunds('reduce', market('1'), await silent(), view())
  expect(mixed.after.held).toBe('9')
  expect([mixed.realised, mixed.before.atStop, mixed.after.atStop]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it.each(['0.5', '30'])(
  'a change of funds moves a break-even stop as the service does, by %s units',
  async (units) => {
    const { engine, account, at, world } = scriptedWorld({
      prices: { USDT_BTC: '0s 100, 10s 110, 20s 105' },
      balances: { USDT: '10000' },
    })
    const steps = [aTarget({ at: '110', volume: '50' }), aTarget({ at: '500', volume: '50' })]
    const { id } = engine.createSmartTrade(
      aDraft(account, {
        units: '1',
        take_profit: { enabled: true, steps },
        stop_loss: { ...aStop('80'), breakeven: true },
      }),
    )
    at(20)
    const trade = async () => (await engine.smartTrade(id)) as SmartTrade
    const view = marketView(world, account.id, 'USDT_BTC')
    const { after } = previewFunds('add', market(units), await trade(), view)
    await engine.addSmartTradeFunds(id, market(units))
    at(21)
    const booked = previewFunds('reduce', market('0.1'), await trade(), view).before
    expect(booked).toEqual(after)
    expect(after.breakEven?.state).toBe(units === '30' ? 'waiting' : 'moved')
  },
)

it('a change of funds has no target units while one fills and its rest is unknown', async () => {
  const { engine, account, at, world } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 10s 110, 20s 112' },
    balances: { USDT: '10000' },
    depth: '4',
  })
  const steps = [aTarget({ at: '110', volume: '60' }), aTarget({ at: '120', volume: '40' })]
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '10', take_profit: { enabled: true, steps } }),
  )
  const targets = async () => {
    const shown = (await engine.smartTrade(id)) as SmartTrade
    const { steps: known } = shown.take_profit
    const trade = {
      ...shown,
      take_profit: {
        ...shown.take_profit,
        enabled: true,
        steps: known.map((step) => ({ ...step, filled_units: undefined })),
      },
    }
    const view = marketView(world, account.id, 'USDT_BTC')
    const { before, after } = previewFunds('reduce', market('1'), trade, view)
    return [before.targets, after.targets].map((rows) => rows.map(({ units }) => units))
  }
  at(10)
  // 4 of its 6 are sold: a reduction leaves its order as it is.
  expect(await targets()).toEqual([[undefined], [undefined]])
  at(20)
  expect(await targets()).toEqual([['4'], ['3']])
})

it('a change of funds has no figures if the held units are unknown', async () => {
  const { trade } = held('80')
  const known = await trade()
  const unread = { entered_amount: undefined, average_enter_price_without_commission: undefined }
  const silent: SmartTrade = { ...known, data: { ...known.data, ...unread } }
  const { before, after } = previewFunds('add', market('1'), silent, {})
  expect([before.held, before.average, after.held, after.average]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  )
})

it('shares are of free money less its fee, of free coins, and of units without a reduction', async () => {
  const long = held('100')
  const view = {
    price: decimal('100'),
    feeRate: decimal('0.001'),
    lot: decimal('0.001'),
    free: { base: fromNumber(7), quote: decimal('1001') },
  }
  expect(mostUnits('add', { order_type: 'market' } as never, await long.trade(), view)).toBe('10')
  const short = held('100', 'sell')
  expect(mostUnits('add', { order_type: 'market' } as never, await short.trade(), view)).toBe('7')
  await long.engine.reduceSmartTradeFunds(long.id, {
    ...market('4'),
    order_type: 'limit',
    price: { value: decimal('150') },
  })
  const most = mostUnits('reduce', market('1'), await long.trade(), view)
  expect(most).toBe('6')
  expect(shareOf(decimal('10'), '33', decimal('1'))).toBe('3')
})

const fundsOrder = (id: number, type: string) => ({
  id,
  type: 'limit',
  status: { type, title: type },
  units: { value: '4' },
  limit: { value: '90' },
  filled_units: '1',
})

it('figures after an addition ignore a target that filled meanwhile', async () => {
  const { trade, view } = held('80')
  const { before } = previewFunds('add', market('10'), await trade(), view())
  const [first, second] = before.targets
  const was = { ...before, targets: [first!, { ...second!, price: decimal('950') }] }
  const rows = fundsRows(await trade(), was, { ...was, targets: was.targets.slice(1) })
  expect(rows.map(([name]) => name)).not.toContain('Target 1')
})

it('the sent order of funds is the one that the trade did not have before', () => {
  const steps = [fundsOrder(1, 'finished'), fundsOrder(2, 'order_placed')]
  const after = aSmartTrade({ add_funds: { steps: steps.toReversed() } })
  expect(sentOrder('add', aSmartTrade({ add_funds: { steps: [steps[0]] } }), after)?.id).toBe(2)
  expect(sentOrder('add', after, after)).toBeUndefined()
})

it('an order of funds waits at the service’s price until it has ended', async () => {
  const { view } = held('80')
  const sentence = (type: string) => {
    const trade = aSmartTrade({ add_funds: { steps: [fundsOrder(1, type)] } })
    const preview = previewFunds('add', market('4'), trade, view())
    const order = trade.add_funds!.steps[0]!
    return renderToStaticMarkup(
      createElement(SentOrder, { trade, preview, order, now: preview.before }),
    ).replaceAll(/<[^>]+>/g, '')
  }
  expect(sentence('order_placed')).toMatch(/^The order waits at 90.*the position stays as it is/)
  expect(sentence('cancelled')).toMatch(/^The order is “cancelled”, with 1 ?ETH filled\.$/)
})

it('an accepted reduction that has not filled says which units the targets share meanwhile, as its figures do', async () => {
  const { trade, view } = held('80')
  const before = await trade()
  const preview = previewFunds('reduce', market('4'), before, view())
  const order = { ...fundsOrder(1, 'order_placed'), type: 'market' }
  const { reduce_funds } = aSmartTrade({
    reduce_funds: { steps: [{ ...order, filled_units: '0' }] },
  })
  const after: SmartTrade = { ...before, reduce_funds }
  const now = fundsNow(after, view())
  expect(now.atTargets).not.toBe(preview.before.atTargets)
  const sentence = renderToStaticMarkup(
    createElement(SentOrder, {
      trade: after,
      preview,
      order: sentOrder('reduce', before, after)!,
      now,
    }),
  ).replaceAll(/<[^>]+>/g, '')
  expect(sentence).toMatch(
    /^Accepted, not filled yet\. Until it fills, the targets share 6 ?BTC of 10 ?BTC; the stop closes all of it\.$/,
  )
})
