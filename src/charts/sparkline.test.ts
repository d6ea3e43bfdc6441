import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { RangeSparkline } from './sparkline.tsx'

it('a sparkline draws its last value inside the picture', () => {
  const price = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(price, price, price, fc.array(price), (lower, width, last, values) => {
      const drawn = renderToStaticMarkup(
        createElement(RangeSparkline, {
          label: 'Price in the range',
          values,
          lower,
          upper: lower + width,
          last,
        }),
      )
      const top = Number(/top:([\d.]+)%/.exec(drawn)?.[1])
      expect(top).toBeGreaterThanOrEqual(10)
      expect(top).toBeLessThanOrEqual(90)
      expect(drawn).not.toContain('NaN')
    }),
  )
})
