import { expect, it } from 'vitest'

import { decimal, toText, ZERO } from '#money/decimal.ts'
import { aDraft, aStop, aTarget, aThinMarket } from '#testing/scripted-world.ts'

/** Four of the ten units are bought at 90, then the price leaves the entry behind. */
const leaves = (...then: (readonly [number, number])[]) =>
  [[0, 100], [10, 90], [11, 95], ...then] as const
const entry = { units: '10', price: '90' }
const targets = (...steps: Parameters<typeof aTarget>[0][]) => ({
  take_profit: { enabled: true, steps: steps.map(aTarget) },
})
const leverage = { enabled: true, type: 'cross' as const, value: 5 }

/** Orders that wait for a price, such as "sell 4 at 99". */
const waiting = ({ world }: ReturnType<typeof aThinMarket>) =>
  [...world.smartTrades.values()].flatMap(({ orders }) =>
    orders
      .filter(({ owner }) => owner.role !== 'entry')
      .map(
        ({ owner, units, price, trigger }) =>
          `${owner.role} ${toText(units)} at ${toText(price ?? trigger?.price ?? ZERO)}`,
      ),
  )

it('a part of an entry that has been filled has its target and its stop at once, which grow with each further part', async () => {
  const scene = aThinMarket('0s 100, 10s 90')
  const { engine, account, at, free } = scene
  const draft = { ...entry, ...targets({ at: '99' }), stop_loss: aStop('50') }
  const { id } = engine.createSmartTrade(aDraft(account, draft))
  at(10)
  expect(waiting(scene)).toEqual(['target 4 at 99', 'stop 0 at 50'])
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'waiting_position' },
    position: { status: { type: 'order_placed' } },
    take_profit: { steps: [{ status: { type: 'order_placed' }, units: { value: '4' } }] },
    stop_loss: { status: { type: 'to_process' }, units: { value: '4' } },
  })
  expect(free('BTC')).toBe('0')
  at(11)
  expect(waiting(scene)).toEqual(['target 8 at 99', 'stop 0 at 50'])
  at(12)
  expect(waiting(scene)).toEqual(['target 10 at 99', 'stop 0 at 50'])
  expect((await engine.smartTrade(id)).status.type).toBe('waiting_targets')
})

it('a part of an entry that has been filled is closed by its stop, which takes the rest of the entry back', async () => {
  // The price falls through the entry, so that a second part is filled, to far below the stop.
  const scene = aThinMarket(leaves([20, 45]), {})
  const { engine, account, at, free } = scene
  const { id } = engine.createSmartTrade(aDraft(account, { ...entry, stop_loss: aStop('50') }))
  at(25)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'stop_loss_finished' },
    data: { entered_amount: '8', closed_amount: '8', closed_total: '360' },
  })
  // 10000 − 720.72 + 359.64
  expect(free('USDT')).toBe('9638.92')
  expect(await engine.history({})).toMatchObject([
    { status: { value: 'cancelled' }, filled: { units: '8', total: '720' }, profit: null },
    { status: { value: 'finished' }, filled: { units: '8', total: '360' } },
  ])
})

it('a part of an entry that has been filled is sold at its target, which takes the rest of the entry back', async () => {
  const { engine, account, at, free } = aThinMarket(leaves([20, 99], [30, 90]))
  const draft = { ...entry, ...targets({ at: '99' }) }
  const { id } = engine.createSmartTrade(aDraft(account, draft))
  at(40)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'finished' },
    position: { status: { type: 'finished' } },
    data: { entered_amount: '4', closed_amount: '4' },
    // 4 × 9 − 0.36 − 0.396
    profit: { volume: '35.244' },
  })
  expect(free('USDT')).toBe('10035.244')
})

it('a part of an entry that has been filled goes on with its other targets once the first has ended the entry', async () => {
  const scene = aThinMarket(leaves([20, 97], [30, 90], [40, 99]))
  const { engine, account, at } = scene
  const draft = {
    ...entry,
    ...targets({ at: '97', volume: '50' }, { at: '99', volume: '50' }),
    stop_loss: { ...aStop('50'), breakeven: true },
  }
  const { id } = engine.createSmartTrade(aDraft(account, draft))
  at(20)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'waiting_targets' },
    data: { entered_amount: '4', closed_amount: '2' },
  })
  // Both fees are paid at 90.19.
  expect(waiting(scene)).toEqual(['target 2 at 99', 'stop 0 at 90.19'])
})

it('a part of an entry that has been filled has the liquidation of what it owes, and owes nothing after it', async () => {
  const { engine, account, at, world } = aThinMarket(leaves([20, 70]), { marketType: 'margin' })
  const { id } = engine.createSmartTrade(aDraft(account, { ...entry, leverage }))
  at(12)
  // 4 × 90 less a fifth of it, 288, over 4 × 0.99
  expect((await engine.smartTrade(id)).data.liquidation_price).toBe('72.73')
  at(25)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'stop_loss_finished', title: 'Liquidated' },
    data: { entered_amount: '8', closed_amount: '8' },
  })
  expect(world.ledger.balance(`loans:${account.id}`, 'USDT')).toBe('0')
  expect(world.ledger.balance('insurance', 'USDT')).toBe('0')
})

it('a part of an entry that has been filled of a short on credit keeps what it sold for and its margin', async () => {
  const { engine, account, at, free, world } = aThinMarket('0s 100, 10s 110, 11s 105, 20s 140', {
    marketType: 'margin',
    usdt: '300',
  })
  const draft = { side: 'sell' as const, units: '10', price: '110', leverage }
  const { id } = engine.createSmartTrade(aDraft(account, draft))
  at(12)
  // 440 − 0.44 + 88, over 4 × 1.01
  expect((await engine.smartTrade(id)).data.liquidation_price).toBe('130.58')
  at(30)
  expect((await engine.smartTrade(id)).status.title).toBe('Liquidated')
  expect(world.ledger.balance(`loans:${account.id}`, 'BTC')).toBe('0')
  expect(world.ledger.balance('insurance', 'USDT')).toBe('0')
  expect(Number(free('USDT'))).toBeGreaterThan(0)
})

it('bought at the market moves its exits in percent with the average price', async () => {
  const scene = aThinMarket('0s 100, 2s 101, 3s 103')
  const { engine, account, at } = scene
  const draft = {
    units: '10',
    ...targets({ percent: '10' }),
    stop_loss: {
      enabled: true,
      order_type: 'market' as const,
      price: { percent: decimal('5') },
    },
  }
  const { id } = engine.createSmartTrade(aDraft(account, draft))
  at(1)
  expect(waiting(scene)).toEqual(['target 4 at 110', 'stop 0 at 95'])
  at(2)
  expect(waiting(scene)).toEqual(['target 8 at 110.55', 'stop 0 at 95.48'])
  at(3)
  expect(waiting(scene)).toEqual(['target 10 at 111.1', 'stop 0 at 95.95'])
  expect(await engine.smartTrade(id)).toMatchObject({
    take_profit: { steps: [{ price: { value: '111.1', percent: '10' } }] },
    stop_loss: { conditional: { price: { value: '95.95', percent: '5' } } },
  })
})

it('a part of an entry that has been filled is split among its targets as all of it would be', () => {
  const scene = aThinMarket('0s 100', { depth: '0.00002', usdt: '10' })
  const { engine, account, at } = scene
  const third = { volume: '40', market: true }
  const draft = {
    units: '0.00005',
    ...targets({ at: '110', ...third }, { at: '120', ...third }, { at: '130', volume: '20' }),
  }
  const instrument = scene.world.market.instruments.find(({ pair }) => pair === 'USDT_BTC')
  Object.assign(instrument ?? {}, { minTotal: '0.000001' })
  engine.createSmartTrade(aDraft(account, draft))
  at(1)
  expect(waiting(scene)).toEqual(['target 0.00002 at 130'])
  at(2)
  expect(waiting(scene).toSorted()).toEqual([
    'target 0.00001 at 110',
    'target 0.00001 at 120',
    'target 0.00002 at 130',
  ])
  at(3)
  expect(waiting(scene).toSorted()).toEqual([
    'target 0.00001 at 130',
    'target 0.00002 at 110',
    'target 0.00002 at 120',
  ])
})

it('a part of an entry that has been filled is followed by its trailing stop from the first part on', async () => {
  const { engine, account, at } = aThinMarket(leaves([20, 120], [30, 107]))
  const stop = {
    ...aStop('50'),
    conditional: { trailing: { enabled: true, percent: decimal('10') } },
  }
  const { id } = engine.createSmartTrade(aDraft(account, { ...entry, stop_loss: stop }))
  at(20)
  expect((await engine.smartTrade(id)).stop_loss).toMatchObject({
    conditional: { price: { value: '108' } },
  })
  at(31)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'stop_loss_finished' },
    data: { entered_amount: '4', closed_total: '428' },
  })
})

it('a part of an entry that has been filled is kept when the trade is cancelled, and its exits are gone', async () => {
  const scene = aThinMarket(leaves())
  const { engine, account, at, free } = scene
  const draft = { ...entry, ...targets({ at: '99' }), stop_loss: aStop('50') }
  const { id } = engine.createSmartTrade(aDraft(account, draft))
  at(12)
  await engine.cancelSmartTrade(id)
  at(13)
  expect((await engine.smartTrade(id)).status.type).toBe('cancelled')
  expect(waiting(scene)).toEqual([])
  expect(free('BTC')).toBe('4')
})

it('a part of an entry that has been filled is closed in the second that fills the last of the entry', async () => {
  const { engine, account, at, free } = aThinMarket('0s 100', { depth: '5' })
  const { id } = engine.createSmartTrade(aDraft(account, { units: '10' }))
  at(1)
  await engine.closeSmartTrade(id)
  at(3)
  expect((await engine.smartTrade(id)).status.type).toBe('panic_sold')
  expect(free('BTC')).toBe('0')
})
