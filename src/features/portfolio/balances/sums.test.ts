import fc from 'fast-check'
import { expect, it } from 'vitest'

import { getBalanceTable } from '#contract/exchanges.ts'
import { decimal, sum } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { assetsOf, matching, sift, totalValue, unpriced, worthOf } from '#market/assets.ts'
import { partsOf } from './balance-part.tsx'

const runs = { numRuns: propertyRuns(5_000) }

const UNREADABLE = [null, undefined, 'n/a', {}, [], true, ''] as const

/** Rows of one asset each, worth 0.25 to 2,000 USD, some of which could not be read. */
const tables = fc
  .array(
    fc.record({
      quarters: fc.integer({ min: 1, max: 8_000 }),
      broken: fc.option(fc.constantFrom(...UNREADABLE), { nil: 'fine' as const }),
    }),
    { maxLength: 12 },
  )
  .map((rows) => {
    const json = rows.map(({ quarters, broken }, index) => ({
      currency_code: `C${index}`,
      currency_name: `Coin ${index}`,
      position: 1,
      usd_value: broken === 'fine' ? quarters / 4 : broken,
      btc_value: broken === 'fine' ? quarters / 400_000 : broken,
      current_price_usd: broken === 'fine' ? quarters / 4 : broken,
    }))
    const readable = json.filter((_, index) => rows[index]?.broken === 'fine')
    const answer = (of: unknown) => entity(getBalanceTable.response, of)
    return { all: answer(json), readable: answer(readable), broken: json.length - readable.length }
  })

it('balances: an unreadable figure is left out of every sum, which says how many', () => {
  fc.assert(
    fc.property(tables, fc.constantFrom('usd', 'btc'), ({ all, readable, broken }, unit) => {
      const assets = assetsOf(all, unit)
      const known = assetsOf(readable, unit)
      const whole = known.length === 0 && broken > 0 ? undefined : totalValue(known)
      expect(totalValue(assets)).toBe(whole)
      expect(unpriced(assets)).toHaveLength(broken)
      expect(worthOf(all)[unit]).toMatchObject({
        value: whole,
        without: broken,
        count: all.length,
      })
      const limit = decimal('500')
      expect(sift(assets, limit).smallValue).toBe(sift(known, limit).smallValue)
      expect(sift(assets, limit).small).toHaveLength(sift(known, limit).small.length)
      expect(partsOf(assets, unit)).toEqual({ parts: partsOf(known, unit).parts, left: broken })
      expect(sum(partsOf(assets, unit).parts.map(({ value }) => value))).toBe(totalValue(known))
      const found = matching(assets, 'coin 1')
      const readableFound = matching(known, 'coin 1')
      expect(totalValue(found)).toBe(
        readableFound.length === 0 && found.length > 0 ? undefined : totalValue(readableFound),
      )
    }),
    runs,
  )
})

it('balances: the total is a dash if all figures are unreadable, and 0 if nothing is held', () => {
  const silent = [{ currency_code: 'BTC', position: 1, usd_value: null, current_price_usd: null }]
  const value = entity(getBalanceTable.response, silent)
  expect(worthOf(value).usd).toMatchObject({ value: undefined, without: 1 })
  expect(worthOf([]).usd.value).toBe('0')
})

it('balances: an asset has no value if one of its accounts has none', () => {
  const rows = [
    { currency_code: 'BTC', position: 1, usd_value: 100, current_price_usd: 100 },
    { currency_code: 'BTC', position: 1, usd_value: null, current_price_usd: 100 },
  ]
  const value = entity(getBalanceTable.response, rows)
  expect(worthOf(value).usd.value).toBeUndefined()
})
