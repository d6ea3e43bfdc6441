import { expect, it } from 'vitest'

import { aDraft, scriptedWorld } from '#testing/scripted-world.ts'

const leverage = { enabled: true, type: 'cross' as const, value: 10 }

/** An account with money, on margin, and an instant trade with ten times its margin. */
function margined(side: 'buy' | 'sell', units: string, then: number) {
  const scene = scriptedWorld({
    prices: {
      USDT_BTC: [
        [0, 100],
        [10, then],
      ],
      USDT_ETH: '0s 10',
    },
    balances: { USDT: '1000' },
    marketType: 'margin',
  })
  const { engine, account, world } = scene
  const { id } = engine.createSmartTrade(aDraft(account, { side, units, instant: true, leverage }))
  return {
    ...scene,
    trade: () => engine.smartTrade(id),
    close: () => engine.closeSmartTrade(id),
    owed: () =>
      ['USDT', 'BTC'].map((currency) => world.ledger.balance(`loans:${account.id}`, currency)),
  }
}

it('an instant trade with a loan stays open until it is closed, and gives back what it borrowed', async () => {
  const { at, trade, close, owed, free } = margined('sell', '10', 90)
  at(5)
  expect(await trade()).toMatchObject({
    status: { type: 'waiting_targets' },
    data: { panic_sell_available: true, cancel_available: false, liquidation_price: '108.81' },
  })
  at(10)
  await close()
  at(11)
  expect((await trade()).status.type).toBe('panic_sold')
  // 1000 + 1000 − 1 − 900 − 0.9
  expect(free('USDT')).toBe('1098.1')
  expect(owed()).toEqual(['0', '0'])
})

it.each([
  ['buy', 105],
  ['sell', 95],
  ['sell', 102],
] as const)('after an instant %s leaves dollars and no debts at %d', async (side, price) => {
  const { at, engine, account, owed, free, trade } = margined(side, '50', price)
  at(5)
  const eth = { ...aDraft(account, { units: '30', instant: true }), pair: 'USDT_ETH' }
  engine.createSmartTrade(eth)
  at(10)
  engine.sellAllToUsd(account.connectionId)
  expect((await trade()).status.type).toBe('panic_sold')
  expect([free('BTC'), free('ETH')]).toEqual(['0', '0'])
  expect(owed()).toEqual(['0', '0'])
  const won = (side === 'buy' ? 50 : -50) * (price - 100)
  // The fees of both rounds: 5 + 0.05 × price, and 0.3 twice.
  expect(free('USDT')).toBe(String(Number((1000 + won - 5 - 0.05 * price - 0.6).toFixed(6))))
  expect(engine.balanceTable(account.connectionId)).toHaveLength(1)
})

it.each(['buy', 'sell'] as const)(
  'a margin position of a halted pair stays open with its loan: nothing can close an instant %s',
  async (side) => {
    const { at, engine, account, owed, trade, close, free, setHalted } = margined(side, '50', 100)
    at(5)
    setHalted('USDT_BTC', true)
    const before = owed()
    engine.sellAllToUsd(account.connectionId)
    expect((await trade()).status.type).toBe('waiting_targets')
    expect(owed()).toEqual(before)
    setHalted('USDT_BTC', false)
    at(10)
    await close()
    at(11)
    // The fees of both orders.
    expect(free('USDT')).toBe('990')
    expect(owed()).toEqual(['0', '0'])
  },
)

it('a margin position of a halted pair takes back the rest of its entry', async () => {
  const scene = scriptedWorld({
    prices: { USDT_BTC: '0s 100' },
    balances: { USDT: '1000' },
    marketType: 'margin',
    depth: '4',
  })
  const { engine, account, at, setHalted, world } = scene
  const { id } = engine.createSmartTrade(aDraft(account, { units: '10', instant: true, leverage }))
  at(1)
  setHalted('USDT_BTC', true)
  engine.sellAllToUsd(account.connectionId)
  setHalted('USDT_BTC', false)
  at(20)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'waiting_targets' },
    data: { entered_amount: '4' },
  })
  // 400 less the margin of a tenth
  expect(world.ledger.balance(`loans:${account.id}`, 'USDT')).toBe('-360')
})
