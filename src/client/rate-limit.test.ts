import { expect, it } from 'vitest'

import { limitsOf } from './rate-limit.ts'

const NOW = 1_737_381_297_000
const limitsIn = (fields: Record<string, string>) => limitsOf(new Headers(fields), NOW)

it('rate limits limits are read from headers of the newest draft, with one policy or several', () => {
  expect(
    limitsIn({
      'RateLimit-Policy': '"minute";q=600;w=60, "smart_trades";q=100;w=10;pk=:x:',
      RateLimit: '"minute";r=599;t=60, "smart_trades";r=99;t=10',
    }),
  ).toEqual({
    policies: [
      { quota: 600, window: 60 },
      { quota: 100, window: 10 },
    ],
    left: [
      { left: 599, reset: 60, quota: 600 },
      { left: 99, reset: 10, quota: 100 },
    ],
  })
})

it('rate limits limits are read from headers of draft 7', () => {
  expect(
    limitsIn({ RateLimit: 'limit=100, remaining=50, reset=5', 'RateLimit-Policy': '100;w=60' }),
  ).toEqual({
    policies: [{ quota: 100, window: 60 }],
    left: [{ left: 50, reset: 5, quota: 100 }],
  })
})

it.each([
  ['RateLimit', '30'],
  ['X-RateLimit', '30'],
  ['X-Rate-Limit', String(NOW / 1_000 + 30)],
  ['X-RateLimit', String(NOW + 30_000)],
  ['X-RateLimit', new Date(NOW + 30_000).toUTCString()],
])('rate limits limits are read from %s-Limit, -Remaining and -Reset: %s', (prefix, reset) => {
  expect(
    limitsIn({
      [`${prefix}-Limit`]: '100',
      [`${prefix}-Remaining`]: '7',
      [`${prefix}-Reset`]: reset,
    }),
  ).toEqual({
    policies: [{ quota: 100, window: 60 }],
    left: [{ left: 7, reset: 30, quota: 100 }],
  })
})

it('a limit per hour without a window gives the remaining requests, but no policy', () => {
  expect(
    limitsIn({
      'X-RateLimit-Limit': '5000',
      'X-RateLimit-Remaining': '4900',
      'X-RateLimit-Reset': '1800',
    }),
  ).toEqual({ policies: [], left: [{ left: 4_900, reset: 1_800, quota: 5_000 }] })
})

it.each([
  [{}],
  [{ 'RateLimit-Policy': 'none' }],
  [{ 'RateLimit-Policy': '"bytes";q=1000000;w=60;qu="content-bytes"' }],
  [{ RateLimit: '"minute";t=60', 'X-RateLimit-Limit': 'many' }],
  [{ 'RateLimit-Policy': '"minute";q=0;w=60' }],
])('headers without usable limits give none: %o', (fields) => {
  expect(limitsIn(fields as Record<string, string>)).toEqual({ policies: [], left: [] })
})
