import { describe, expect, it } from 'vitest'

import type { Endpoint } from '#contract/endpoint.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { cancelSmartTrade, closeSmartTrade } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'

import { type Surroundings, sendingObstacle } from './sending-obstacle.ts'

const around = (changes: Partial<Surroundings>, request?: Endpoint) =>
  sendingObstacle(
    {
      isWriteEnabled: true,
      mode: 'settled',
      isOnline: true,
      origin: 'https://service.test',
      secondsPaused: 0,
      ...changes,
    },
    request,
  )

describe('nothing is sent', () => {
  it('on a connection that is read only', () => {
    expect(around({ isWriteEnabled: false })).toContain('read only')
  })

  it('while nobody knows what a switch of the mode came to', () => {
    expect(around({ mode: 'in doubt' })).toContain('Whether the mode was switched')
    expect(around({ mode: 'in doubt' }, stopGridBot)).toContain('Whether the mode was switched')
  })

  it('while the service does not confirm its mode, but for what takes a risk away', () => {
    const sentence = 'The service has not confirmed its mode for more than a minute.'
    expect(around({ mode: 'stale' })).toBe(sentence)
    expect(around({ mode: 'stale' }, startGridBot)).toBe(sentence)
    expect(around({ mode: 'stale' }, sellAllToUsd)).toBe(sentence)
    expect(around({ mode: 'coming' })).toContain('asked for its mode')
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
    expect(around({ secondsPaused: 12 })).toBe('The service asked for a pause: 12 s left.')
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

it.each(['https://localhost.example', 'https://127.example.com', 'https://10.0.0.1'])(
  'does not take %s for this machine',
  (origin) => {
    expect(around({ isOnline: false, origin })).toBe('This browser is offline.')
  },
)
