import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

import { listPairs, listPairsOn, marketPair } from '#contract/market.ts'
import { ServiceProvider } from '#query/service.tsx'
import { entity } from '#testing/entity.ts'

import { marketOn, pairsOn, useListedPairs } from './pairs.tsx'

// The test renders to text, for which `useSyncExternalStore` would need a server snapshot.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}))

const listed = (exchange: string | undefined, pair: string) =>
  entity(marketPair, { exchange, pair })
const rows = [
  listed('harbour', 'USDT_BTC'),
  listed('meridian', 'USDT_BTC'),
  listed('meridian', 'USDT_ETH'),
]

it('offers the pairs of the exchange that an account is on', () => {
  expect(pairsOn('meridian', rows)).toEqual(rows.slice(1))
})

it('offers each pair once where nobody says which exchange an account is on', () => {
  expect(pairsOn(undefined, rows).map(({ pair }) => pair)).toEqual(['USDT_BTC', 'USDT_ETH'])
})

it('offers no pair of another exchange', () => {
  expect(pairsOn('elsewhere', rows)).toEqual([])
})

it('a pair list shows no market of another exchange', () => {
  expect(marketOn('meridian', 'USDT_ETH', rows)).toBe(rows[2])
  expect(marketOn('harbour', 'USDT_ETH', rows)).toBe(undefined)
  expect(marketOn('elsewhere', 'USDT_BTC', rows)).toBe(undefined)
})

it('a pair list without a known exchange shows a market only if there is only one', () => {
  expect(marketOn(undefined, 'USDT_ETH', rows)).toBe(undefined)
  expect(marketOn(undefined, 'USDT_ETH', rows.slice(1))).toBe(rows[2])
  const unnamed = [listed(undefined, 'USDT_BTC')]
  expect(marketOn(undefined, 'USDT_BTC', unnamed)).toBe(unnamed[0])
  expect(marketOn('harbour', 'USDT_BTC', unnamed)).toBe(unnamed[0])
})

it('prices of listed pairs are awaited only from a service that lists prices', () => {
  const isComing = (...offered: string[]) => {
    const service = {
      extensions: { subscribe: () => () => {}, offers: (name: string) => offered.includes(name) },
    }
    const Page = () => String(useListedPairs({ arePriced: true }).isComing)
    const page = createElement(ServiceProvider, { service } as never, createElement(Page))
    return renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, page))
  }
  expect(isComing(listPairs.name)).toBe('true')
  expect(isComing(listPairs.name, listPairsOn.name)).toBe('false')
})
