import { expect, it } from 'vitest'

import { aDraft, aTarget } from '#testing/scripted-world.ts'
import { keptEngine, memoryStore } from '#testing/memory-store.ts'
import { compare, decimal, toNumber } from '#money/decimal.ts'

import { openAccount } from '../../worlds/open-account.ts'
import { createWorld } from '../world.ts'
import { newMarket, seededMarket } from './market.ts'

const DAY = 86_400_000
const firstDay = Date.UTC(2026, 0, 5)
const NOW = firstDay + 365 * DAY
const meta = {
  seed: 3,
  user: 'trader',
  firstDay,
  market: newMarket(firstDay),
  listings: 'untidy' as const,
  now: NOW,
  mode: 'paper' as const,
  nextId: 1,
  nextOrder: 1,
}
const market = seededMarket(meta)
const [harbour, meridian] = ['harbour', 'meridian'].map((name) => market.elsewhere?.get(name))

function twoExchanges(now = NOW) {
  const world = createWorld({ ...meta, now }, market)
  const open = (exchange: string) =>
    openAccount(world, {
      exchange,
      exchangeName: exchange,
      label: exchange,
      marketType: 'spot',
      mode: 'paper',
      balances: { USDT: '1000000', BTC: '1', GONE: '500' },
    })
  const accounts = { harbour: open('harbour'), meridian: open('meridian') }
  return { world, accounts, engine: keptEngine(world, memoryStore()) }
}

it('an untidy market has another price on each exchange for every pair, and the same steps of price and size', () => {
  for (const { pair, tick, lot, minTotal } of meridian?.instruments ?? []) {
    expect(harbour?.instrument(pair)).toMatchObject({ tick, lot, minTotal })
    expect(harbour?.last(pair, NOW)).not.toBe(meridian?.last(pair, NOW))
  }
  expect(harbour?.instruments.length).toBeGreaterThan(meridian?.instruments.length ?? Infinity)
})

it('an untidy market has prices of less than 1e-8 and of more than 1e6', () => {
  const { engine } = twoExchanges()
  const prices = engine.pairs().map(({ last }) => toNumber(last))
  expect(Math.min(...prices)).toBeLessThan(1e-8)
  expect(Math.max(...prices)).toBeGreaterThan(1e6)
})

it('an untidy market keeps the price of a pair whose trading has ended, and trades none of it', () => {
  const { at } = harbour?.instrument('USDT_FROST')?.ended ?? { at: 0 }
  const last = harbour?.last('USDT_FROST', at) ?? 0
  expect(harbour?.last('USDT_FROST', at - DAY)).not.toBe(last)
  expect(harbour?.range('USDT_FROST', at, NOW)).toEqual({ low: last, high: last })
  expect(harbour?.firstOutside('USDT_FROST', at, NOW, last - 1, last + 1)).toBeUndefined()
  expect(harbour?.volume('USDT_FROST', at, NOW)).toBe(0)
})

it('a world in an untidy market fills an order at the price of its own exchange', async () => {
  const { engine, accounts } = twoExchanges()
  for (const account of Object.values(accounts)) {
    engine.createSmartTrade(aDraft(account, { units: '0.5' }))
  }
  engine.advance(NOW + 5_000)
  const [onHarbour, onMeridian] = await Promise.all(
    Object.values(accounts).map(async ({ id }) => {
      const [row] = await engine.history({ account_id: id })
      return toNumber(row?.filled.price ?? decimal('0'))
    }),
  )
  expect((onMeridian ?? 0) / (onHarbour ?? 1)).toBeCloseTo(1.013, 3)
})

it('a world in an untidy market reaches an order only when the price of its own exchange does', async () => {
  const { engine, accounts } = twoExchanges()
  const last = toNumber(engine.lastPrice('USDT_BTC', 'harbour') ?? decimal('0'))
  // Above the price on Harbour and below that on Meridian.
  const take_profit = { enabled: true, steps: [aTarget({ at: (last * 1.006).toFixed(2) })] }
  const ids = Object.values(accounts).map((account) => {
    const draft = aDraft(account, { side: 'buy', units: '0.5' })
    return engine.createSmartTrade({ ...draft, take_profit, skip_enter_step: true }).id
  })
  engine.advance(NOW + 3_000)
  const [onHarbour, onMeridian] = await Promise.all(ids.map((id) => engine.smartTrade(id)))
  expect(onHarbour?.status.title).not.toBe('Finished')
  expect(onMeridian?.status.title).toBe('Finished')
})

it('a balance is valued at the price of its own exchange, and a delisted coin has no value', () => {
  const { engine, accounts } = twoExchanges()
  const rows = (id: string, code: string) =>
    engine.balanceTable(id).find(({ currency_code }) => currency_code === code)
  const [onHarbour, onMeridian] = Object.values(accounts).map(({ connectionId }) => ({
    bitcoin: rows(connectionId, 'BTC'),
    gone: rows(connectionId, 'GONE'),
  }))
  expect(compare(onMeridian!.bitcoin!.usd_value, onHarbour!.bitcoin!.usd_value)).toBe(1)
  expect(onHarbour?.gone?.current_price_usd).toBe('0')
  expect(engine.pairs().map(({ pair }) => pair)).not.toContain('USDT_GONE')
})

it('a world in an untidy market sends no market order on a pair that was halted since, and leaves the position as it is', async () => {
  const halt = firstDay + 352 * DAY
  const { engine, accounts } = twoExchanges(halt - 10_000)
  const take_profit = { enabled: true, steps: [aTarget({ percent: '50' })] }
  const draft = { ...aDraft(accounts.harbour, { units: '100' }), take_profit }
  const { id } = engine.createSmartTrade({ ...draft, pair: 'USDT_FROST' })
  engine.advance(halt - 5_000)
  const { status } = await engine.smartTrade(id)
  engine.advance(halt + 5_000)
  const halted = 'harbour does not trade USDT_FROST now.'
  const units = { order_type: 'market', units: { value: decimal('10') } } as const
  await expect(engine.closeSmartTrade(id)).rejects.toThrow(halted)
  await expect(engine.reduceSmartTradeFunds(id, units)).rejects.toThrow(halted)
  engine.advance(halt + 60_000)
  expect((await engine.smartTrade(id)).status).toEqual(status)
  engine.sellAllToUsd(accounts.harbour.connectionId)
  expect((await engine.smartTrade(id)).data.closed_amount).toBe('0')
})

it.each(['USDT_GONE', 'USDT_FROST'])(
  'a world in an untidy market refuses a trade of %s, which trades no more',
  (pair) => {
    const { engine, accounts } = twoExchanges()
    const draft = { ...aDraft(accounts.harbour, { units: '100' }), pair }
    expect(() => engine.createSmartTrade(draft)).toThrow(/does not trade/)
  },
)
