import { expect, it } from 'vitest'

import { add, decimal } from '#money/decimal.ts'
import { aDcaDraft } from '#testing/scripted-bots.ts'
import { aDraft, aStop, scriptedWorld } from '#testing/scripted-world.ts'

const prices = { USDT_BTC: '0s 100' } as const

function tableOf(marketType: 'spot' | 'margin' | 'futures', balances: Record<string, string>) {
  const scene = scriptedWorld({ prices, balances, marketType })
  const rowOf = (currency: string) =>
    scene.engine.balanceTable('summary').find((row) => row.currency_code === currency)
  return { ...scene, rowOf }
}

it('a row of the balance table shows what orders of longs and of shorts hold, which together is all that is held', () => {
  const { engine, account, at, rowOf } = tableOf('margin', { USDT: '10000', BTC: '20' })
  const stop_loss = aStop('90')
  engine.createSmartTrade(aDraft(account, { units: '10', price: '99', stop_loss }))
  engine.createSmartTrade(aDraft(account, { units: '3', stop_loss }))
  const short = aDraft(account, { side: 'sell', units: '2', stop_loss: aStop('110') })
  engine.createSmartTrade({ ...short, leverage: { enabled: true, type: 'cross', value: 2 } })
  at(5)
  // 10 × 99 × 1.001 waits for its entry; 200 − 0.2 were sold for and 100 are margin
  const money = rowOf('USDT')
  expect(money).toMatchObject({
    on_orders_long: '990.99',
    on_orders_short: '299.8',
    on_orders_with_leverage: '299.8',
    position_type: 1,
  })
  expect(add(decimal('990.99'), decimal('299.8'))).toBe(money?.on_orders)
  expect(rowOf('BTC')).toMatchObject({
    on_orders_long: '3',
    on_orders_short: '0',
    on_orders: '3',
  })
})

it('a row of the balance table has a price in bitcoin, however little a coin is worth', () => {
  const balances = { DOGE: '5000000' }
  const { engine } = scriptedWorld({
    prices: { USDT_BTC: '0s 90000000', USDT_DOGE: '0s 0.001' },
    balances,
  })
  const row = engine.balanceTable('summary').find(({ currency_code: code }) => code === 'DOGE')
  expect(row?.current_price).toBe('0.000000000011111111')
})

it('a row of the balance table counts the money that a short bot keeps as borrowed for', () => {
  const { engine, account, at, rowOf } = tableOf('futures', { USDT: '10000' })
  const draft = aDcaDraft(account, { strategy: 'Short', max_safety_orders: 0 })
  engine.createDcaBot(draft, 'a secret')
  at(5)
  // Proceeds less 0.1, and 100 of margin.
  expect(rowOf('USDT')).toMatchObject({
    on_orders_short: '199.9',
    on_orders_with_leverage: '199.9',
    on_orders_long: '0',
    position_type: 2,
  })
})

it('a row of the balance table shows what is free to buy with and to sell, and no leverage on a spot account', () => {
  const { rowOf } = tableOf('spot', { USDT: '1000', BTC: '2' })
  expect(rowOf('USDT')).toMatchObject({
    available_long: '1000',
    available_short: '0',
    available_with_leverage_long: '0',
    position_type: 0,
  })
  expect(rowOf('BTC')).toMatchObject({
    available_long: '0',
    available_short: '2',
    available_with_leverage_short: '0',
  })
})

it('a row of the balance table shows how far leverage goes on a margin account', () => {
  const { rowOf } = tableOf('margin', { USDT: '1000', BTC: '2' })
  // 20 times at the most; 20,000 ÷ 100 coins can be borrowed and sold
  expect(rowOf('USDT')?.available_with_leverage_long).toBe('20000')
  expect(rowOf('BTC')?.available_with_leverage_short).toBe('200')
})
