import { afterEach, beforeEach, expect, it } from 'vitest'

import { threeCommasClient } from '#testing/three-commas-client.ts'
import { openThreeCommasService, type ThreeCommasService } from '#testing/three-commas-service.ts'

import { findPlace, type ReadWithin } from './place-with-money.ts'

let service: ThreeCommasService
beforeEach(async () => {
  service = await openThreeCommasService()
})
afterEach(() => service.close())

async function reading(mode: 'paper' | 'real'): Promise<ReadWithin> {
  const client = await threeCommasClient(service, mode)
  return (endpoint, request) => client.call(endpoint, request)
}

const rates = () => service.requests.filter(({ path }) => path.endsWith('currency_rates')).length

it('pairs listed by name alone: a place with money is found by the rate of its best-known pair, which is read once', async () => {
  expect(await findPlace(await reading('real'), { takes: 'quote' })).toMatchObject({
    account: { account_name: 'Main Binance' },
    market: { pair: 'USDT_BTC', last: '63802.44' },
  })
  expect(rates()).toBe(1)
})

it('pairs listed by name alone: a place with money is not found without a price, and the reason says so', async () => {
  const read = await reading('real')
  service.fault({ kind: '500 HTML', path: /currency_rates/, times: 9 })
  expect(await findPlace(read, { takes: 'quote' })).toBe('no price')
})

it('pairs listed by name alone: a place with money is not found if no pair of its market is listed, and the reason says so', async () => {
  expect(await findPlace(await reading('paper'), { takes: 'quote' })).toBe('no pairs')
  expect(rates()).toBe(0)
})
