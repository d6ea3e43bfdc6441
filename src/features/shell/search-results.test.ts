import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { listDcaBots } from '#contract/dca-bots.ts'
import { lineOf } from '#contract/endpoint.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { getSmartTrade, listSmartTrades } from '#contract/smart-trades.ts'

import { findLoaded } from './search-results.ts'

/** The cache of a page; further reads would fail without a service. */
function loaded(): QueryClient {
  const client = new QueryClient()
  const put = (endpoint: Parameters<typeof lineOf>[0], request: object, data: unknown) =>
    client.setQueryData([lineOf(endpoint), request], data)
  const trade = (id: number, pair: string) => ({ id, pair, status: { title: 'Waiting targets' } })
  put(listSmartTrades, { page: 1 }, [trade(112, 'USDT_ETH'), trade(97, 'USDT_BTC')])
  put(listSmartTrades, { page: 2 }, { pages: [[trade(55, 'USDT_BTC')], [trade(97, 'USDT_BTC')]] })
  put(getSmartTrade, { id: 7 }, trade(7, 'BTC_ETH'))
  put(listGridBots, {}, [{ id: 9, name: 'Night shift', pair: 'USDT_XRP' }, {}, undefined])
  put(listDcaBots, {}, [{ id: 'd-1', name: 'Slow and steady', pair: 'BTC/USDT' }])
  return client
}
const found = (text: string) => findLoaded(loaded(), text).map(({ name }) => name)

it('search finds cached rows by any spelling of the pair, once each, newest first', () => {
  expect(found('btc/usdt')).toEqual([
    'BTC/USDT, SmartTrade 97',
    'BTC/USDT, SmartTrade 55',
    'Slow and steady',
  ])
  for (const typed of ['btcusdt', 'BTC_USDT', 'usdt_btc', 'btc-usdt']) {
    expect([typed, found(typed)]).toEqual([typed, found('btc/usdt')])
  }
  expect(found('eth')).toEqual(['ETH/USDT, SmartTrade 112', 'ETH/BTC, SmartTrade 7'])
  expect(found('usdt xrp')).toEqual(['Night shift'])
})

it('search finds cached trades by words and #tags of their note', () => {
  const client = loaded()
  client.setQueryData(
    [lineOf(listSmartTrades), { page: 3 }],
    [{ id: 8, pair: 'USDT_DOT', status: { title: 'Finished' }, note: ' Range retest #Swing ' }],
  )
  client.setQueryData(
    [lineOf(listGridBots), { page: 2 }],
    [{ id: 10, name: 'Tide', pair: 'USDT_ADA', note: 'until #winter' }],
  )
  expect(findLoaded(client, '#swing retest')).toMatchObject([
    {
      kind: 'smart-trade',
      id: 8,
      name: 'DOT/USDT, SmartTrade 8',
      detail: 'Finished · Range retest #Swing',
    },
  ])
  expect(findLoaded(client, '#winter').map(({ name }) => name)).toEqual(['Tide'])
  expect(findLoaded(client, '#spring')).toEqual([])
})

it('search finds cached rows by name, matching every word', () => {
  expect(found('steady')).toEqual(['Slow and steady'])
  expect(found('grid night')).toEqual(['Night shift'])
  expect(found('grid steady')).toEqual([])
})

it('search finds a trade by number, even if it was not read', () => {
  expect(found('97')).toEqual(['BTC/USDT, SmartTrade 97'])
  expect(findLoaded(loaded(), '4711')).toEqual([
    { kind: 'smart-trade', id: 4711, name: 'SmartTrade 4711', detail: 'by its number' },
  ])
  expect(found('0')).toEqual([])
})

it('search finds an unreadable row by number', () => {
  const client = loaded()
  const unreadable = (id: number | string) => ({ kind: 'unreadable', id, raw: { id } })
  client.setQueryData([lineOf(listGridBots), {}], [unreadable(4712)])
  client.setQueryData([lineOf(listDcaBots), {}], [unreadable('d-4712')])
  client.setQueryData([lineOf(listSmartTrades), { page: 3 }], [unreadable(97)])
  expect(findLoaded(client, 'grid 4712').map(({ name }) => name)).toEqual(['Grid bot 4712'])
  expect(findLoaded(client, '97').map(({ name }) => name)).toEqual(['BTC/USDT, SmartTrade 97'])
  expect(findLoaded(client, 'd-4712').map(({ id }) => id)).toEqual(['d-4712'])
})

it('search lists nothing before a word is typed', () => {
  expect(found(' ')).toEqual([])
})
