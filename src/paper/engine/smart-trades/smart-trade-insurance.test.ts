import { expect, it } from 'vitest'

import { decimal, sum } from '#money/decimal.ts'

import { aDraft, scriptedWorld } from '#testing/scripted-world.ts'

/** Ninety units with a tenth of them as margin, and a price that jumps over the liquidation. */
function gap(side: 'buy' | 'sell', type: 'cross' | 'isolated', coins = '0') {
  const scene = scriptedWorld({
    prices: {
      USDT_BTC: [
        [0, 100],
        [10, side === 'buy' ? 80 : 150],
      ],
      USDT_ETH: '0s 100',
    },
    balances: { USDT: '1000', ETH: coins },
    marketType: 'margin',
  })
  const leverage = { enabled: true, type, value: 10 }
  const draft = aDraft(scene.account, { side, units: '90', instant: true, leverage })
  const { id } = scene.engine.createSmartTrade(draft)
  scene.at(11)
  const { world, engine, account } = scene
  return {
    ...scene,
    trade: () => engine.smartTrade(id),
    insurance: () => world.ledger.balance('insurance', 'USDT'),
    owed: () =>
      ['USDT', 'BTC'].map((currency) => world.ledger.balance(`loans:${account.id}`, currency)),
    profits: async () => {
      const rows = await engine.history({})
      return sum(rows.flatMap(({ profit }) => profit?.amount ?? []))
    },
  }
}

it('a position that a gap leaves worth less than it owes loses its margin and its fee when it is isolated, and nothing else of the account', async () => {
  const { trade, free, owed, insurance, profits } = gap('buy', 'isolated')
  expect(owed()).toEqual(['0', '0'])
  // 1000 − 900 − 9
  expect(free('USDT')).toBe('91')
  // 8100 − (7200 − 7.2)
  expect(insurance()).toBe('-907.2')
  expect((await trade()).profit.volume).toBe('-909')
  expect(await profits()).toBe('-909')
})

it('a position that a gap leaves worth less than it owes loses its margin alone as an isolated short', async () => {
  const { trade, free, owed, insurance, profits } = gap('sell', 'isolated')
  expect(owed()).toEqual(['0', '0'])
  expect(free('USDT')).toBe('100')
  // 13500 + 13.5 − (9000 − 9 + 900)
  expect(insurance()).toBe('-3622.5')
  expect((await trade()).profit.volume).toBe('-900')
  expect(await profits()).toBe('-900')
})

it('a position that a gap leaves worth less than it owes takes what else is free when it is crossed', async () => {
  const { trade, free, insurance, profits } = gap('buy', 'cross')
  expect(free('USDT')).toBe('0')
  // 907.2 − 91
  expect(insurance()).toBe('-816.2')
  expect((await trade()).profit.volume).toBe('-1000')
  expect(await profits()).toBe('-1000')
})

it.each([
  ['buy', '2'],
  ['sell', '3'],
] as const)(
  'a position that a gap leaves worth less than it owes sells other coins of the account for a crossed %s first',
  async (side, coins) => {
    const { engine, free, insurance, owed } = gap(side, 'cross', coins)
    expect(owed()).toEqual(['0', '0'])
    expect(free('ETH')).toBe('0')
    expect(free('USDT')).toBe('0')
    const rows = await engine.history({})
    const sales = rows.filter(({ source }) => source.type === 'liquidation')
    expect(sales).toMatchObject([{ pair: 'USDT_ETH', units: { value: coins } }])
    // 816.2 − 200 × 0.999, and 3522.5 − 300 × 0.999
    expect(insurance()).toBe(side === 'buy' ? '-616.4' : '-3222.8')
  },
)

it('a position that a gap leaves worth less than it owes sells no more of them than it needs', () => {
  const { free, insurance } = gap('buy', 'cross', '20')
  // 816.2 ÷ 99.9, in whole lots
  expect(Number(free('ETH'))).toBeCloseTo(20 - 8.1702, 3)
  expect(Number(free('USDT'))).toBeLessThan(0.02)
  expect(insurance()).toBe('0')
})

it('a position that a gap leaves worth less than it owes leaves the other coins of the account alone when it is isolated', () => {
  expect(gap('buy', 'isolated', '2').free('ETH')).toBe('2')
})

it('a limit stop that is waiting for its price does not keep a position from being liquidated', async () => {
  const { engine, account, at, world, free } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 10s 106, 20s 107, 30s 109, 40s 300',
    },
    balances: { USDT: '1000' },
    marketType: 'margin',
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      side: 'sell',
      units: '50',
      leverage: { enabled: true, type: 'cross', value: 10 },
      stop_loss: {
        enabled: true,
        order_type: 'limit',
        price: { value: decimal('105') },
        conditional: { price: { type: 'last', value: decimal('105') } },
      },
    }),
  )
  at(25)
  expect((await engine.smartTrade(id)).status.type).toBe('stop_loss_in_progress')
  at(41)
  expect((await engine.smartTrade(id)).status.title).toBe('Liquidated')
  expect(world.ledger.balance('insurance', 'USDT')).toBe('0')
  expect(Number(free('USDT'))).toBeGreaterThan(400)
})
