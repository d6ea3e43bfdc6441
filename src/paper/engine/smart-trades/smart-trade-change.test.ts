import { describe, expect, it } from 'vitest'

import { type SmartTradeChange, updateSmartTrade } from '#contract/smart-trade-change.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft, aStop, aTarget, type Prices, scriptedWorld } from '#testing/scripted-world.ts'

import { Refusal } from '../../refusal.ts'

const takeProfit = (...steps: ReturnType<typeof aTarget>[]) => ({ enabled: true, steps })

/** Ten units bought at 100, with what the draft adds. */
function held(prices: Prices, rest: object = {}) {
  const scene = scriptedWorld({ prices: { USDT_BTC: prices }, balances: { USDT: '10000' } })
  const { engine, account, at } = scene
  const { id } = engine.createSmartTrade(aDraft(account, { units: '10', ...rest }))
  at(1)
  return {
    ...scene,
    trade: () => engine.smartTrade(id),
    change: (change: SmartTradeChange) => engine.updateSmartTrade(id, change),
    refused: async (change: SmartTradeChange) => {
      const before = await engine.smartTrade(id)
      const refusal: unknown = await engine.updateSmartTrade(id, change).catch((error) => error)
      expect(await engine.smartTrade(id)).toEqual(before)
      return refusal instanceof Refusal ? (refusal.attributes ?? refusal.message) : refusal
    },
  }
}

const TWO = takeProfit(aTarget({ at: '110', volume: '50' }), aTarget({ at: '120', volume: '50' }))

it('targets of an open trade move to another price, and are filled there alone', async () => {
  const { at, trade, change } = held('0s 100, 10s 110, 20s 130', {
    take_profit: takeProfit(aTarget({ at: '110' })),
  })
  await change({ take_profit: takeProfit(aTarget({ at: '130' })) })
  at(10)
  expect((await trade()).status.type).toBe('waiting_targets')
  at(20)
  expect(await trade()).toMatchObject({
    status: { type: 'finished' },
    data: { average_close_price_without_commission: '130' },
  })
})

it('targets of an open trade that are filled stay, and the others share what is left', async () => {
  const { at, trade, change, engine } = held('0s 100, 10s 110, 20s 140, 30s 150', {
    take_profit: TWO,
  })
  at(10)
  await change({
    take_profit: takeProfit(
      aTarget({ at: '110', volume: '50' }),
      aTarget({ at: '140', volume: '20' }),
      aTarget({ at: '150', volume: '30' }),
    ),
  })
  const units = (await trade()).take_profit.steps.map((step) => step.units.value)
  expect(units).toEqual(['5', '2', '3'])
  at(20)
  expect((await trade()).data.closed_amount).toBe('7')
  at(30)
  expect((await trade()).status.type).toBe('finished')
  expect(await engine.smartTrades({ status: 'active' })).toEqual([])
})

it('targets of an open trade can be taken away where a stop is left, which then holds the coins', async () => {
  const { at, trade, change } = held('0s 100, 10s 110, 20s 90', {
    take_profit: TWO,
    stop_loss: aStop('95'),
  })
  at(10)
  await change({ take_profit: { enabled: false } })
  expect((await trade()).take_profit.steps.map(({ status }) => status.type)).toEqual(['finished'])
  at(20)
  expect(await trade()).toMatchObject({
    status: { type: 'stop_loss_finished' },
    data: { closed_amount: '10' },
  })
})

it('targets of an open trade that are filled are no exit: without one that waits, the stop cannot be taken away', async () => {
  const { at, change, refused } = held('0s 100, 10s 110', {
    take_profit: TWO,
    stop_loss: aStop('95'),
  })
  at(10)
  await change({ take_profit: { enabled: false } })
  expect(await refused({ stop_loss: { enabled: false } })).toEqual({
    'take_profit.enabled': ['A position that you already hold needs a take profit or a stop loss.'],
  })
})

it('targets of an open trade of an entry that waits are placed once it is filled', async () => {
  const { at, trade, change } = held('0s 100, 10s 90, 20s 99', { price: '90' })
  await change({ take_profit: takeProfit(aTarget({ at: '99' })), stop_loss: aStop('80') })
  at(10)
  expect((await trade()).status.type).toBe('waiting_targets')
  at(20)
  expect((await trade()).status.type).toBe('finished')
})

it('targets of an open trade of an entry that is filled in part hold that part at once, and the rest as it comes', async () => {
  const { engine, account, at, free } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 10s 90, 20s 99' },
    balances: { USDT: '10000' },
    depth: '4',
  })
  const { id } = engine.createSmartTrade(aDraft(account, { units: '10', price: '90' }))
  at(10)
  await engine.updateSmartTrade(id, { take_profit: takeProfit(aTarget({ at: '99' })) })
  expect(await engine.smartTrade(id)).toMatchObject({
    data: { entered_amount: '4' },
    take_profit: { steps: [{ units: { value: '4' } }] },
  })
  expect(free('BTC')).toBe('0')
  at(12)
  expect((await engine.smartTrade(id)).take_profit.steps).toMatchObject([
    { units: { value: '10' } },
  ])
  expect(free('BTC')).toBe('0')
  at(22)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'finished' },
    data: { closed_amount: '10' },
  })
})

it('the stop of an open trade moves, and its old price sets off nothing', async () => {
  const { at, trade, change } = held('0s 100, 10s 94, 20s 89', { stop_loss: aStop('95') })
  await change({ stop_loss: aStop('90') })
  at(10)
  expect((await trade()).status.type).toBe('waiting_targets')
  at(20)
  expect((await trade()).status.type).toBe('stop_loss_finished')
})

it('the stop of an open trade that waited for its delay starts anew at its new price', async () => {
  const stop = (price: string, value: string) => ({
    ...aStop(price),
    timeout: { enabled: true, value: decimal(value) },
  })
  const { at, trade, change } = held('0s 100, 10s 94', { stop_loss: stop('95', '30') })
  at(20)
  await change({ stop_loss: stop('90', '30') })
  const { updated_at: changedAt } = (await trade()).data
  at(60)
  expect(await trade()).toMatchObject({
    status: { type: 'waiting_targets' },
    data: { updated_at: changedAt },
  })
})

it.each([
  ['buy', '0s 100, 10s 110, 20s 130'],
  ['sell', '0s 100, 10s 90, 20s 70'],
] as const)(
  'the stop of an open trade of a %s that is better than break-even stays there',
  async (side, prices) => {
    const [first, second, last] = side === 'buy' ? ['110', '125', '200'] : ['90', '75', '10']
    const scene = scriptedWorld({
      prices: { USDT_BTC: prices },
      balances: { USDT: '10000', BTC: '10' },
    })
    const { id } = scene.engine.createSmartTrade(
      aDraft(scene.account, {
        side,
        units: '10',
        take_profit: takeProfit(
          aTarget({ at: first, volume: '40' }),
          aTarget({ at: second, volume: '20' }),
          aTarget({ at: last, volume: '40' }),
        ),
        stop_loss: { ...aStop(side === 'buy' ? '95' : '105'), breakeven: true },
      }),
    )
    scene.at(19)
    const stop = { ...aStop(side === 'buy' ? '109' : '91'), breakeven: true }
    await scene.engine.updateSmartTrade(id, { stop_loss: stop })
    scene.at(20)
    const { stop_loss: now, data } = await scene.engine.smartTrade(id)
    expect(data.closed_amount).toBe('6')
    expect(now.conditional?.price.value).toBe(stop.price.value)
  },
)

it.each([
  ['buy', '0s 100', '90', 'value'],
  ['sell', '0s 100', '110', 'value'],
  ['buy', '0s 100', '10', 'percent'],
  ['sell', '0s 100', '10', 'percent'],
] as const)(
  'the stop of an open trade of a %s that trails is kept as it was sent',
  async (side, prices, stop, by) => {
    const { engine, account, at } = scriptedWorld({
      prices: { USDT_BTC: prices },
      balances: { USDT: '10000', BTC: '10' },
    })
    const { id } = engine.createSmartTrade(
      aDraft(account, { side, units: '10', stop_loss: aStop(side === 'buy' ? '80' : '120') }),
    )
    at(1)
    const body = {
      stop_loss: {
        enabled: true,
        order_type: 'market' as const,
        conditional: {
          price: { [by]: decimal(stop) },
          trailing: { enabled: true, percent: decimal('2') },
        },
      },
    }
    const answer = await engine.updateSmartTrade(id, body)
    const asked = { params: { id }, body }
    const claims = updateSmartTrade.effect.kept?.claims(answer as never, asked as never) ?? []
    expect(claims.length).toBeGreaterThan(5)
    expect(claims.filter(([, said, asked]) => said !== asked)).toEqual([])
  },
)

it('the stop of an open trade at a percent counts from the average entry', async () => {
  const { trade, change } = held('0s 100', { stop_loss: aStop('95') })
  await change({
    stop_loss: { enabled: true, order_type: 'market', price: { percent: decimal('20') } },
  })
  expect((await trade()).stop_loss.conditional?.price).toMatchObject({ value: '80' })
})

describe('a change that is refused, and changes nothing,', () => {
  const BOTH = { take_profit: TWO, stop_loss: aStop('95') }

  it.each<[string, Prices, SmartTradeChange, object]>([
    [
      'a stop above it, with volumes that do not add up, both at once',
      '0s 100',
      { take_profit: takeProfit(aTarget({ at: '120', volume: '40' })), stop_loss: aStop('101') },
      {
        'take_profit.steps': ['The volumes of the targets must add up to exactly 100 percent.'],
        'stop_loss.price.value': ['The stop of a buy must be below the current price, 100.'],
      },
    ],
    [
      'another price of a target that is filled',
      '0s 100, 10s 110',
      {
        take_profit: takeProfit(
          aTarget({ at: '112', volume: '50' }),
          aTarget({ at: '130', volume: '50' }),
        ),
      },
      { 'take_profit.steps.0': ['Target 1 is no longer open and cannot be changed.'] },
    ],
    [
      'a target between two ticks',
      '0s 100',
      { take_profit: takeProfit(aTarget({ at: '130.001' })) },
      { 'take_profit.steps.0.price.value': ['The price must be a multiple of 0.01.'] },
    ],
  ])(
    'a change that is refused, and changes nothing, asks for %s',
    async (_, prices, change, sentences) => {
      const { at, refused } = held(prices, BOTH)
      at(10)
      expect(await refused(change)).toEqual(sentences)
    },
  )

  it('a change that is refused, and changes nothing, asks for exits of an instant trade, which has none', async () => {
    const { account, at, engine } = scriptedWorld({
      prices: { USDT_BTC: '0s 100' },
      balances: { USDT: '10000' },
      marketType: 'margin',
    })
    const leverage = { enabled: true, type: 'isolated' as const, value: 5 }
    const { id } = engine.createSmartTrade(
      aDraft(account, { units: '10', instant: true, leverage }),
    )
    at(1)
    const refusal: unknown = await engine
      .updateSmartTrade(id, { take_profit: TWO, stop_loss: aStop('95') })
      .catch((error: unknown) => error)
    expect((refusal as Refusal).attributes).toMatchObject({
      'take_profit.enabled': ['An instant trade has no take profit.'],
      'stop_loss.enabled': ['An instant trade has no stop loss.'],
    })
  })

  it('a change that is refused, and changes nothing, comes after the end of the trade', async () => {
    const { at, refused } = held('0s 100, 10s 94', BOTH)
    at(10)
    expect(await refused({ stop_loss: aStop('80') })).toBe('This trade is finished.')
  })

  it('a change that is refused, and changes nothing, comes while the trade is being closed', async () => {
    const { engine, trade, refused } = held('0s 100', BOTH)
    const { id } = await trade()
    await engine.closeSmartTrade(id)
    expect(await refused({ note: 'Late' })).toBe('This trade is being closed.')
  })

  it('a change that is refused, and changes nothing, asks break-even of a trade that is left with one target', async () => {
    const { refused } = held('0s 100', {
      take_profit: TWO,
      stop_loss: { ...aStop('95'), breakeven: true },
    })
    expect(await refused({ take_profit: takeProfit(aTarget({ at: '130' })) })).toEqual({
      'stop_loss.breakeven': ['Break-even needs at least two targets.'],
    })
  })
})

it('the note of an open trade is shown without the spaces around it, and kept as it was written', async () => {
  const { change, trade } = held('0s 100', { stop_loss: aStop('95') })
  await change({ note: '  Runs ' })
  expect(await trade()).toMatchObject({ note: 'Runs', note_raw: '  Runs ' })
})

describe('while a target is being filled', () => {
  const targets = takeProfit(
    aTarget({ at: '110', volume: '60' }),
    aTarget({ at: '120', volume: '40' }),
  )

  it.each<[string, SmartTradeChange]>([
    ['its targets repeated', { take_profit: targets, note: 'repeated' }],
    ['another stop', { stop_loss: aStop('95') }],
    ['no stop any more', { stop_loss: { enabled: false } }],
  ])('a change with %s leaves its order as it is', async (_, change) => {
    const { engine, account, at, free } = scriptedWorld({
      prices: { USDT_BTC: '0s 100, 10s 110, 20s 120' },
      balances: { USDT: '10000' },
      depth: '4',
    })
    const { id } = engine.createSmartTrade(
      aDraft(account, { units: '10', take_profit: targets, stop_loss: aStop('90') }),
    )
    at(10)
    const before = await engine.smartTrade(id)
    expect(before.data.closed_amount).toBe('4')
    await engine.updateSmartTrade(id, change)
    expect((await engine.smartTrade(id)).take_profit).toEqual(before.take_profit)
    at(12)
    expect((await engine.smartTrade(id)).data.closed_amount).toBe('6')
    at(20)
    expect(await engine.smartTrade(id)).toMatchObject({
      status: { type: 'finished' },
      data: { closed_amount: '10' },
    })
    expect(free('BTC')).toBe('0')
    const sold = (await engine.history({ limit: 9 })).filter(({ order }) => order?.side === 'sell')
    expect(sold.map(({ filled }) => filled.units)).toEqual(['6', '4'])
  })
})
