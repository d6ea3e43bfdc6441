import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Transport } from '#client/transport.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { cancelSmartTrade, closeSmartTrade, createSmartTrade } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { answerOwnAddress } from '#in-page/own-address.ts'

import { goesAsText, mayDuplicate, type SendingState, sendingObstacle } from './sending-obstacle.ts'

const obstacle = (changes: Partial<SendingState>, request: Endpoint = createSmartTrade) =>
  sendingObstacle(
    {
      isWriteEnabled: true,
      mayDuplicate: false,
      mode: 'settled',
      isOnline: true,
      origin: 'https://service.test',
      pause: undefined,
      ...changes,
    },
    request,
  )

it('a read-only connection sends nothing', () => {
  expect(obstacle({ isWriteEnabled: false })).toContain('read only')
})

it('a mode switch with an unknown result blocks orders and stops', () => {
  expect(obstacle({ mode: 'in doubt' })).toContain('The last mode switch has no known result')
  expect(obstacle({ mode: 'in doubt' }, stopGridBot)).toContain(
    'The last mode switch has no known result',
  )
})

it('prices that have stopped block orders, stops and cancels, and no switch of the mode', () => {
  const stopped = 'Prices have stopped. Orders are taken again when they return.'
  for (const request of [createSmartTrade, closeSmartTrade, cancelSmartTrade, stopGridBot]) {
    expect(obstacle({ prices: 'stale' }, request)).toBe(stopped)
    expect(obstacle({ prices: 'a state of a later version' }, request)).toBe(stopped)
    expect(obstacle({ prices: 'filling' }, request)).toContain('brought up to date')
    expect(obstacle({ prices: 'live' }, request)).toBeUndefined()
  }
  expect(obstacle({ prices: 'stale' }, setMode)).toBeUndefined()
})

it('an unconfirmed mode blocks everything but stops, closes and cancels', () => {
  const sentence = 'The service has not confirmed its mode for more than a minute.'
  expect(obstacle({ mode: 'stale' })).toBe(sentence)
  expect(obstacle({ mode: 'stale' }, startGridBot)).toBe(sentence)
  expect(obstacle({ mode: 'stale' }, sellAllToUsd)).toBe(sentence)
  expect(obstacle({ mode: 'coming' })).toContain('Reading the mode')
  for (const endpoint of [stopGridBot, closeSmartTrade, cancelSmartTrade]) {
    expect(obstacle({ mode: 'stale' }, endpoint)).toBe(undefined)
  }
})

it('an unreachable service blocks orders, and no stop', () => {
  expect(obstacle({ mode: 'offline' })).toBe('Offline: the service cannot be reached.')
  expect(obstacle({ mode: 'offline' }, stopGridBot)).toBe(undefined)
})

it('a mode switch is never blocked by the mode', () => {
  expect(obstacle({ mode: 'in doubt' }, setMode)).toBe(undefined)
  expect(obstacle({ mode: 'stale' }, setMode)).toBe(undefined)
})

it('an offline browser sends nothing', () => {
  expect(obstacle({ isOnline: false })).toBe('This browser is offline.')
})

it('a pause requested by the service blocks sending and shows its length', () => {
  const pause = { status: 429, seconds: 12, isNamed: true, words: undefined } as const
  expect(obstacle({ pause })).toBe('Rate limited: 12 s left.')
})

it('a pause of our own choice is not described as the wish of the service', () => {
  const words = 'This plan does not include the API.'
  const pause = { status: 429, seconds: 286, isNamed: false, words } as const
  expect(obstacle({ pause })).toBe(
    `Rate limited: 286 s left. The service gave no time. It said: “${words}”`,
  )
})

it('an order without obstacles may be sent', () => {
  expect(obstacle({})).toBe(undefined)
})

it.each([
  'http://127.0.0.1:4600',
  'http://localhost',
  'http://[::1]:80',
  'https://paper.localhost',
])('%s is reached without a network', (origin) => {
  expect(obstacle({ isOnline: false, origin })).toBe(undefined)
})

it('a service that runs in the page is reached without a network', () => {
  const origin = 'https://desk.example/some/path'
  answerOwnAddress({
    serves: (url) => url.startsWith(`${origin}/`),
    fetch: () => Promise.reject(new TypeError('Nobody asked.')),
  })
  expect(obstacle({ isOnline: false, origin })).toBe(undefined)
})

it.each(['https://localhost.example', 'https://127.example.com', 'https://10.0.0.1'])(
  '%s is not this machine',
  (origin) => {
    expect(obstacle({ isOnline: false, origin })).toBe('This browser is offline.')
  },
)

describe('possible duplicates', () => {
  const connectionWith = (kind: Transport, acceptsDuplicates = false) => ({
    baseUrl: 'https://service.test',
    transport: { kind, foundAt: 0 },
    acceptsDuplicates,
  })
  beforeEach(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1:4780' }))
  afterEach(() => vi.unstubAllGlobals())

  it('possible duplicates block orders, with a reference to Settings, but not stops', () => {
    expect(obstacle({ mayDuplicate: true })).toContain('Settings')
    expect(obstacle({ mayDuplicate: true }, createSmartTrade)).toContain('Settings')
    expect(obstacle({ mayDuplicate: true }, stopGridBot)).toBeUndefined()
  })

  it('duplicates are possible until they are accepted or the service has idempotency keys', () => {
    expect(mayDuplicate(connectionWith('text-only'), false)).toBe(true)
    expect(mayDuplicate(connectionWith('text-only', true), false)).toBe(false)
    expect(mayDuplicate(connectionWith('text-only'), true)).toBe(false)
  })

  it.each<Transport>(['stream', 'stream-unproven', 'idempotency-key'])(
    'duplicates are impossible by %s',
    (kind) => {
      expect(mayDuplicate(connectionWith(kind), false)).toBe(false)
    },
  )

  it('duplicates are not assumed on this machine or before a transport test', () => {
    const untested = { ...connectionWith('stream'), transport: undefined }
    expect(mayDuplicate(untested, false)).toBe(false)
    const untestedHere = { ...untested, baseUrl: 'http://127.0.0.1:4781' }
    expect(mayDuplicate(untestedHere, false)).toBe(false)
  })

  it('possible duplicates without streams, stops go as text, and orders only if duplicates are accepted', () => {
    expect(goesAsText(connectionWith('text-only'), stopGridBot)).toBe(true)
    expect(goesAsText(connectionWith('text-only'), createSmartTrade)).toBe(false)
    expect(goesAsText(connectionWith('text-only', true), createSmartTrade)).toBe(true)
    expect(goesAsText(connectionWith('stream', true), createSmartTrade)).toBe(false)
  })
})
