import { expect, it } from 'vitest'

import { seededMarket } from './market.ts'

it('refuses to price a second beyond its span, and prices all others as before', () => {
  const firstDay = Date.UTC(2026, 0, 1)
  const market = seededMarket({ seed: 7, firstDay })
  const price = (at: number): number => market.last('USDT_BTC', at)
  const before = price(firstDay)
  for (const at of [0, market.span.from - 1_000, market.span.to + 1_000, Number.NaN]) {
    expect(() => price(at)).toThrow(RangeError)
    expect(() => market.range('USDT_BTC', at, firstDay)).toThrow(RangeError)
  }
  expect(price(firstDay)).toBe(before)
  for (const at of [market.span.from, market.span.to]) expect(price(at)).toBeGreaterThan(0)
  const { span } = market
  expect(market.firstOutside('USDT_BTC', span.to - 1_000, span.to + 1_000, 0, Infinity)).toBe(
    undefined,
  )
})
