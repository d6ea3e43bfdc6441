import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Transport } from '#client/transport.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { cancelSmartTrade, closeSmartTrade, createSmartTrade } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { answerOwnAddress } from '#in-page/own-address.ts'

import { goesAsText, mayDuplicate, type Surroundings, sendingObstacle } from './sending-obstacle.ts'

const around = (changes: Partial<Surroundings>, request: Endpoint = createSmartTrade) =>
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

describe('nothing is sent', () => {
  it('on a connection that is read only', () => {
    expect(around({ isWriteEnabled: false })).toContain('read only')
  })

  it('while nobody knows what a switch of the mode came to', () => {
    expect(around({ mode: 'in doubt' })).toContain('The last mode switch has no known result')
    expect(around({ mode: 'in doubt' }, stopGridBot)).toContain(
      'The last mode switch has no known result',
    )
  })

  it('while the service does not confirm its mode, but for what takes a risk away', () => {
    const sentence = 'The service has not confirmed its mode for more than a minute.'
    expect(around({ mode: 'stale' })).toBe(sentence)
    expect(around({ mode: 'stale' }, startGridBot)).toBe(sentence)
    expect(around({ mode: 'stale' }, sellAllToUsd)).toBe(sentence)
    expect(around({ mode: 'coming' })).toContain('Reading the mode')
    for (const endpoint of [stopGridBot, closeSmartTrade, cancelSmartTrade]) {
      expect(around({ mode: 'stale' }, endpoint)).toBe(undefined)
    }
  })

  it('but a switch of the mode, whatever is known of it', () => {
    expect(around({ mode: 'in doubt' }, setMode)).toBe(undefined)
    expect(around({ mode: 'stale' }, setMode)).toBe(undefined)
  })

  it('while the browser has no network', () => {
    expect(around({ isOnline: false })).toBe('This browser is offline.')
  })

  it('while the service wants to be left alone', () => {
    const pause = { status: 429, seconds: 12, isNamed: true, words: undefined } as const
    expect(around({ pause })).toBe('The service asked for a pause: 12 s left.')
  })

  it('while a refusal without a time is given one of ours, which is not told as its wish', () => {
    const words = 'This plan does not include the API.'
    const pause = { status: 429, seconds: 286, isNamed: false, words } as const
    expect(around({ pause })).toBe(
      `The service refused with status 429 and gave no time. Nothing is sent for 286 s. It said: “${words}”`,
    )
  })
})

it('lets through what nothing stands in the way of', () => {
  expect(around({})).toBe(undefined)
})

it.each([
  'http://127.0.0.1:4600',
  'http://localhost',
  'http://[::1]:80',
  'https://paper.localhost',
])('reaches %s without a network', (origin) => {
  expect(around({ isOnline: false, origin })).toBe(undefined)
})

it('reaches a service that runs in the page without a network', () => {
  const origin = 'https://desk.example/some/path'
  answerOwnAddress({
    serves: (url) => url.startsWith(`${origin}/`),
    fetch: () => Promise.reject(new TypeError('Nobody asked.')),
  })
  expect(around({ isOnline: false, origin })).toBe(undefined)
})

it.each(['https://localhost.example', 'https://127.example.com', 'https://10.0.0.1'])(
  'does not take %s for this machine',
  (origin) => {
    expect(around({ isOnline: false, origin })).toBe('This browser is offline.')
  },
)

describe('where a browser could deliver an order more than once', () => {
  const found = (kind: Transport, acceptsDuplicates = false) => ({
    baseUrl: 'https://service.test',
    transport: { kind, foundAt: 0 },
    acceptsDuplicates,
  })
  beforeEach(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1:4780' }))
  afterEach(() => vi.unstubAllGlobals())

  it('no order is sent, and Settings is named; a stop is', () => {
    expect(around({ mayDuplicate: true })).toContain('Settings')
    expect(around({ mayDuplicate: true }, createSmartTrade)).toContain('Settings')
    expect(around({ mayDuplicate: true }, stopGridBot)).toBeUndefined()
  })

  it('counts until the trader has accepted it, or the service remembers keys', () => {
    expect(mayDuplicate(found('text-only'), false)).toBe(true)
    expect(mayDuplicate(found('text-only', true), false)).toBe(false)
    expect(mayDuplicate(found('text-only'), true)).toBe(false)
  })

  it.each<Transport>(['stream', 'stream-unproven', 'idempotency-key'])('is not by %s', (kind) => {
    expect(mayDuplicate(found(kind), false)).toBe(false)
  })

  it('is neither on this machine nor where streams were never refused', () => {
    const untested = { ...found('stream'), transport: undefined }
    expect(mayDuplicate(untested, false)).toBe(false)
    const untestedHere = { ...untested, baseUrl: 'http://127.0.0.1:4781' }
    expect(mayDuplicate(untestedHere, false)).toBe(false)
  })

  it('lets what stops or closes something go as text, and an order once it was accepted', () => {
    expect(goesAsText(found('text-only'), stopGridBot)).toBe(true)
    expect(goesAsText(found('text-only'), createSmartTrade)).toBe(false)
    expect(goesAsText(found('text-only', true), createSmartTrade)).toBe(true)
    expect(goesAsText(found('stream', true), createSmartTrade)).toBe(false)
  })
})
