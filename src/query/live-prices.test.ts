import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { createClock } from '#client/clock.ts'
import { listPairs } from '#contract/market.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { read } from '#contract/read.ts'
import type { LivePrice } from '#contract/stream.ts'
import { decimal } from '#money/decimal.ts'

import { endpointQuery } from './endpoint-query.ts'
import { keepPrices, shownPairs } from './live-prices.ts'
import { createQueryClient } from './query-client.ts'
import { areFresh } from './use-fresh-figures.ts'

const { queryKey } = endpointQuery(listPairs, {})
const READ_AT = 1_000_000

const jsonOf = (pair: string, last: string) => ({
  pair,
  exchange: 'harbour',
  last,
  bid: last,
  ask: last,
  tick: '0.01',
  lot: '0.1',
  min_total: '5',
  day_change_percent: '1',
  quote_volume: '9',
})

const price = (pair: string, last: string, time: number): LivePrice => ({
  pair,
  exchange: 'harbour',
  time,
  last: decimal(last),
  bid: decimal(last),
  ask: decimal(last),
})

/** A page that shows two pairs, by a browser whose clock is `behind` that of the service. */
function aPage({ behind = 0, isMeasured = true } = {}) {
  const time = { here: READ_AT }
  const clock = createClock(
    () => time.here,
    () => time.here,
  )
  const sample = { sentAt: READ_AT, receivedAt: READ_AT, serverTime: READ_AT + behind }
  if (isMeasured) clock.sample(sample)
  const queryClient = createQueryClient({ now: clock.here, read: () => new Promise(() => {}) })
  const answer = () =>
    read(listPairs.response, [jsonOf('USDT_BTC', '100'), jsonOf('USDT_ETH', '10')])
      .value as AnswerOf<typeof listPairs>
  queryClient.setQueryData(queryKey, answer(), { updatedAt: READ_AT })
  let renders = 0
  const options = { ...endpointQuery(listPairs, {}), staleTime: Infinity, refetchInterval: 15_000 }
  new QueryObserver(queryClient, options).subscribe(() => (renders += 1))
  const take = keepPrices(queryClient, clock)
  return {
    take(here: number, ...prices: LivePrice[]) {
      time.here = here
      take(prices)
    },
    readAgain: () => queryClient.setQueryData(queryKey, answer(), { updatedAt: time.here }),
    rows: () => queryClient.getQueryData(queryKey) ?? [],
    lasts: () => (queryClient.getQueryData(queryKey) ?? []).map((row) => 'last' in row && row.last),
    readAt: () => queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
    queryClient,
    renders: () => renders,
    clock,
  }
}

it('prices of the stream have the age that the service’s clock gives them', () => {
  const page = aPage({ behind: 60_000 })
  const at = READ_AT + 20_000
  page.take(at, price('USDT_BTC', '101', at + 60_000), price('USDT_ETH', '11', at + 59_000))
  expect(page.lasts()).toEqual(['101', '11'])
  expect(page.readAt()).toBe(at - 1_000)
})

it('a price that was held up for 16 s is too old to send by, however live the page is', () => {
  const page = aPage()
  const at = READ_AT + 60_000
  page.take(at, price('USDT_BTC', '101', at - 16_000), price('USDT_ETH', '11', at - 16_000))
  const readAt = page.clock.serviceTime(page.readAt())
  expect(page.lasts()).toEqual(['101', '11'])
  expect(areFresh({ readAt }, page.clock.now())).toBe(false)
})

it('a price from the future is no younger than its arrival', () => {
  const page = aPage()
  const at = READ_AT + 1_000
  page.take(at, price('USDT_BTC', '101', at + 9_000), price('USDT_ETH', '11', at + 9_000))
  expect(page.readAt()).toBe(at)
})

it('a price older than the list is dropped', () => {
  const page = aPage()
  page.take(READ_AT + 1, price('USDT_BTC', '99', READ_AT), price('USDT_ETH', '9', READ_AT))
  expect(page.lasts()).toEqual(['100', '10'])
})

it('prices are dropped while the service’s clock is not known', () => {
  const page = aPage({ isMeasured: false })
  const at = READ_AT + 1_000
  page.take(at, price('USDT_BTC', '101', at), price('USDT_ETH', '11', at))
  expect(page.lasts()).toEqual(['100', '10'])
})

it('a list of which one row has no new price stays as it was', () => {
  const page = aPage()
  const at = READ_AT + 1_000
  page.take(at, price('USDT_BTC', '101', at))
  page.take(at, price('USDT_BTC', '101', at), { ...price('USDT_ETH', '11', at), exchange: 'other' })
  expect(page.lasts()).toEqual(['100', '10'])
  expect(page.readAt()).toBe(READ_AT)
})

it('a row whose price is the same stays the same object', () => {
  const page = aPage()
  const [, ether] = page.rows()
  const at = READ_AT + 1_000
  page.take(at, price('USDT_BTC', '101', at), price('USDT_ETH', '10', at))
  expect(page.rows()[1]).toBe(ether)
})

it('a list that is read again after the stream has the prices of the service', () => {
  const page = aPage()
  const at = READ_AT + 1_000
  page.take(at, price('USDT_BTC', '101', at), price('USDT_ETH', '11', at))
  page.readAgain()
  expect(page.lasts()).toEqual(['100', '10'])
})

it('only a list that is on the page is followed', () => {
  const { queryClient } = aPage()
  expect(shownPairs(queryClient)).toEqual(['USDT_BTC', 'USDT_ETH'])
  queryClient
    .getQueryCache()
    .find({ queryKey })
    ?.observers.forEach((one) => one.destroy())
  expect(shownPairs(queryClient)).toEqual([])
})
