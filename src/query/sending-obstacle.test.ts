import { describe, expect, it } from 'vitest'

import { type Surroundings, sendingObstacle } from './sending-obstacle.ts'

const around = (changes: Partial<Surroundings>) =>
  sendingObstacle({
    isWriteEnabled: true,
    isModeInDoubt: false,
    isOnline: true,
    origin: 'https://service.test',
    secondsPaused: 0,
    ...changes,
  })

describe('nothing is sent', () => {
  it('on a connection that is read only', () => {
    expect(around({ isWriteEnabled: false })).toContain('read only')
  })

  it('while nobody knows what a switch of the mode came to', () => {
    expect(around({ isModeInDoubt: true })).toContain('Whether the mode was switched')
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
