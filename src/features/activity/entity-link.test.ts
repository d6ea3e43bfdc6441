import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { createDcaBot, startDcaBot } from '#contract/dca-bots.ts'
import { type Endpoint, lineOf } from '#contract/endpoint.ts'
import { createGridBot, listGridBots, stopGridBot } from '#contract/grid-bots.ts'
import { cancelSmartTrade, createSmartTrade, listSmartTrades } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import type { Intent } from '#intents/intent.ts'
import { anIntent } from '#testing/an-intent.ts'

import { entityRefsOf, subjectNames } from './entity-link.tsx'
import { aboutOf } from './intent-words.tsx'

const body = JSON.stringify({
  pair: 'USDT_BTC',
  position: { type: 'buy', units: { value: '0.25' } },
})
const UUID = '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607'
const made = (id: unknown) => ({ kind: 'placed' as const, answer: { id } })

it('an intent links to the entity it created, once its id is known', () => {
  expect(entityRefsOf(anIntent(createSmartTrade, { body, outcome: made(12) }))).toEqual([
    { kind: 'SmartTrade', id: 12 },
  ])
  expect(entityRefsOf(anIntent(createGridBot, { body, outcome: made(3) }))).toEqual([
    { kind: 'grid bot', id: 3 },
  ])
  expect(entityRefsOf(anIntent(createDcaBot, { body, outcome: made(UUID) }))).toEqual([
    { kind: 'DCA bot', id: UUID },
  ])
  expect(entityRefsOf(anIntent(createSmartTrade, { body, outcome: made(undefined) }))).toEqual([])
  expect(entityRefsOf(anIntent(createDcaBot, { body, outcome: made(12) }))).toEqual([])
})

it('an intent links to both entities if the network repeated it', () => {
  const twice = anIntent(createSmartTrade, { body, outcome: { kind: 'duplicated', ids: [4, 5] } })
  expect(entityRefsOf(twice).map(({ id }) => id)).toEqual([4, 5])
})

it('an intent links to its subject, whatever the outcome', () => {
  expect(entityRefsOf(anIntent(stopGridBot, { params: '7' }))).toEqual([
    { kind: 'grid bot', id: 7 },
  ])
  expect(entityRefsOf(anIntent(cancelSmartTrade, { params: '8' }))).toEqual([
    { kind: 'SmartTrade', id: 8 },
  ])
  expect(entityRefsOf(anIntent(startDcaBot, { params: UUID }))).toEqual([
    { kind: 'DCA bot', id: UUID },
  ])
})

it('an intent links to no entity if none is known', () => {
  expect(entityRefsOf(anIntent(createSmartTrade, { body }))).toEqual([])
  expect(entityRefsOf(anIntent(setMode, { params: '', query: 'mode=real' }))).toEqual([])
})

it('an order in the list hides its amount while amounts are hidden', () => {
  const order = anIntent(createSmartTrade, { body })
  expect(aboutOf(order)).toBe('buy 0.25 BTC/USDT')
  expect(aboutOf(order, { areAmountsHidden: true })).toBe('buy •••• BTC/USDT')
})

it('a request about a bot or trade has its name from other pages, else its id', () => {
  const client = new QueryClient()
  const key = (endpoint: Endpoint) => [lineOf(endpoint), { query: {} }]
  client.setQueryData(key(listGridBots), [
    { id: 7, name: 'BTC 78.7k–106k' },
    { id: 9, name: '' },
  ])
  client.setQueryData(key(listSmartTrades), [
    { id: 8, pair: 'USDT_BTC' },
    { id: 7, pair: 'USDT_ETH' },
  ])
  const names = subjectNames(client)
  const about = (intent: Intent) => aboutOf(intent, { names })
  expect(about(anIntent(stopGridBot, { params: '7' }))).toBe('BTC 78.7k–106k')
  expect(about(anIntent(cancelSmartTrade, { params: '8' }))).toBe('BTC/USDT 8')
  expect(about(anIntent(stopGridBot, { params: '9' }))).toBe('9')
})
