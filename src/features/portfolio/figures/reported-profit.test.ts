import { afterEach, beforeEach, expect, it } from 'vitest'

import { type ListedExchange, listExchanges, loadBalances } from '#contract/exchanges.ts'
import { readableRows } from '#contract/read.ts'
import { exchangeNamed } from '#market/exchanges.ts'
import { threeCommasClient } from '#testing/three-commas-client.ts'
import { openThreeCommasService, type ThreeCommasService } from '#testing/three-commas-service.ts'

import { reportedProfit } from './portfolio-figures.tsx'

let service: ThreeCommasService
beforeEach(async () => {
  service = await openThreeCommasService()
})
afterEach(() => service.close())

async function aClient() {
  const client = await threeCommasClient(service)
  const accounts = async () => readableRows<ListedExchange>(await client.call(listExchanges, {}))
  return { client, accounts }
}

const EVERYTHING = exchangeNamed('summary')

it('a 3Commas account has its reported profits, all accounts their sum', async () => {
  const { accounts } = await aClient()
  const listed = await accounts()
  const [first] = listed
  expect(reportedProfit(listed, exchangeNamed(first?.id ?? ''), 'usd')).toEqual({
    day: '0.443508522685212983788697661142',
    month: '-0.0535766768538620472589111559875',
    total: '-0.05357667685386205',
  })
  expect(listed).toHaveLength(3)
  expect(reportedProfit(listed, EVERYTHING, 'usd')?.total).toBe('-0.16073003056158615')
  // An account without a reported profit leaves the sum unknown.
  const lacking = [...listed, ...listed.slice(0, 1).map((one) => ({ ...one, profit: undefined }))]
  expect(reportedProfit(lacking, EVERYTHING, 'usd')).toBeUndefined()
  expect(reportedProfit(undefined, EVERYTHING, 'usd')).toBeUndefined()
})

it('balances are refreshed at the exchange on request, by one request', async () => {
  const { client, accounts } = await aClient()
  const [main, , locked] = await accounts()
  service.requests.splice(0)
  const loaded = await client.call(loadBalances, { params: { id: main?.id ?? '' } })
  expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /ver1/accounts/32402783/load_balances',
  ])
  expect(loaded.updated_at ?? 0).toBeGreaterThan((main?.updated_at ?? 0) + 1_000_000)
  const [read] = await accounts()
  expect(read?.updated_at).toBe(loaded.updated_at)
  // An account whose keys have expired cannot be.
  await expect(client.call(loadBalances, { params: { id: locked?.id ?? '' } })).rejects.toThrow(
    'no longer valid',
  )
})
