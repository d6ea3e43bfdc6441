import { describe, expect, it } from 'vitest'

import { balanceRow } from '#contract/exchanges.ts'
import { read } from '#contract/read.ts'
import { decimal, toText } from '#money/decimal.ts'

import { oneUnread } from '#testing/one-unread.ts'
import { entity } from '#testing/entity.ts'

import { saleImpact, saleOf, worthMoved } from './sale.ts'

const saleAt = (usd_value: number) =>
  saleOf([
    read(balanceRow, { currency_code: 'BTC', position: 1, current_price_usd: usd_value, usd_value })
      .value,
    read(balanceRow, { currency_code: 'USDT', position: 500, current_price_usd: 1, usd_value: 500 })
      .value,
  ])

describe('a sale that was reviewed', () => {
  it('means the same while it is worth about the same', () => {
    expect(worthMoved(saleAt(10_000), saleAt(10_100))).toBeUndefined()
    expect(worthMoved(saleAt(10_000), saleAt(9_900))).toBeUndefined()
  })

  it('means something else when it is worth another hundredth', () => {
    expect(worthMoved(saleAt(10_000), saleAt(10_101))).toMatch(/has gained more than 1 %/)
    expect(worthMoved(saleAt(10_000), saleAt(9_899))).toMatch(/has lost more than 1 %/)
  })
})

it('says what selling all of it at once moves the prices, where that is worth a word', () => {
  const { sold } = saleAt(10_000)
  const told = (depth: string) => {
    const percent = saleImpact(sold, (code) =>
      code === 'BTC' ? { depth: decimal(depth), impact: decimal('0.0004') } : undefined,
    )
    return percent && toText(percent)
  }
  // One coin: what two seconds offer, half of what one does, and a tenth.
  expect(told('0.5')).toBe('0.04')
  expect(told('2')).toBe('0.02')
  expect(told('10')).toBeUndefined()
  expect(saleImpact(sold, () => undefined)).toBeUndefined()
  expect(saleImpact([], () => undefined)).toBeUndefined()
})

it('names what its proceeds leave out because it could not be read', () => {
  const held = ['BTC', 'ETH'].map((currency_code, index) => ({
    currency_code,
    position: index + 1,
    current_price_usd: 100,
    usd_value: 100 * (index + 1),
  }))
  for (const { json, path } of oneUnread(held)) {
    const sale = saleOf(json.map((row) => entity(balanceRow, row)))
    const isWhole = sale.proceeds === decimal('300')
    expect([path, isWhole || sale.unpriced.length > 0]).toEqual([path, true])
  }
})
