import fc from 'fast-check'
import { expect, it } from 'vitest'

import { add, decimal, round } from '#money/decimal.ts'

import { splitOf } from './realised.tsx'

it('realised and open add up to the profit as it is shown, to the cent', () => {
  const cents = fc.integer({ min: -1e9, max: 1e9 }).map((count) => decimal(String(count / 1000)))
  fc.assert(
    fc.property(cents, cents, (profit, usd) => {
      const { realised, open } = splitOf(profit, usd)
      expect(add(realised, open)).toBe(round(profit, 2, 'half-even'))
      expect(open).toBe(round(open, 2, 'half-even'))
    }),
  )
  expect(splitOf(decimal('-435.151'), decimal('271.149'))).toEqual({
    realised: '271.15',
    open: '-706.3',
  })
})
