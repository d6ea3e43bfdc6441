import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aDraft, aStop, scriptedWorld } from '#testing/scripted-world.ts'

import { smartTradeOf, smartTradesPage } from './queries.ts'

it('trades are read soon again while a market addition fills', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: { USDT_BTC: '0s 100' },
    balances: { USDT: '10000' },
  })
  const { id } = engine.createSmartTrade(aDraft(account, { units: '1', stop_loss: aStop('80') }))
  const intervals = async () => {
    const data = await engine.smartTrade(id)
    return [
      smartTradeOf(id).refetchInterval({ state: { data } }),
      smartTradesPage({}).refetchInterval({ state: { data: [data] } }),
    ]
  }
  at(5)
  expect(await intervals()).toEqual([20_000, 20_000])
  await engine.addSmartTradeFunds(id, { order_type: 'market', units: { value: decimal('1') } })
  expect(await intervals()).toEqual([4_000, 4_000])
  at(10)
  expect(await intervals()).toEqual([20_000, 20_000])
})
