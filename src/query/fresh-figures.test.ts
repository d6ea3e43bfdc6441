import { describe, expect, it } from 'vitest'

import { figuresToSendBy } from './use-fresh-figures.ts'

describe('figures to send by', () => {
  const figuresReadAt = (readAt: number | undefined) => {
    let asked = 0
    const readAgain = () => Promise.resolve(((asked += 1), 61_000))
    const figures = figuresToSendBy({ now: 60_000, readAt, readAgain }, 100_000)
    return { figures, asked }
  }

  it('a price of the last 15 seconds is used immediately', () => {
    expect(figuresReadAt(85_000)).toEqual({ figures: 60_000, asked: 0 })
  })

  it('an older price is read again', async () => {
    const { figures, asked } = figuresReadAt(84_999)
    expect(asked).toBe(1)
    expect(await figures).toBe(61_000)
  })

  it('a price is read again if the clock was set back since it was read', () => {
    expect(figuresReadAt(3_700_000).asked).toBe(1)
  })

  it('figures without a read time are used immediately', () => {
    expect(figuresReadAt(undefined)).toEqual({ figures: 60_000, asked: 0 })
  })
})
