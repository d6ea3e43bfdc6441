import { describe, expect, it } from 'vitest'

import { figuresToSendBy } from './use-fresh-figures.ts'

describe('what is sent is judged', () => {
  const lastRead = (readAt: number | undefined) => {
    let asked = 0
    const readAgain = () => Promise.resolve(((asked += 1), 61_000))
    const figures = figuresToSendBy({ now: 60_000, readAt, readAgain }, 100_000)
    return { figures, asked }
  }

  it('at once by a price of the last 15 seconds', () => {
    expect(lastRead(85_000)).toEqual({ figures: 60_000, asked: 0 })
  })

  it('by a price that is read again when it is older', async () => {
    const { figures, asked } = lastRead(84_999)
    expect(asked).toBe(1)
    expect(await figures).toBe(61_000)
  })

  it('at once where the service names no price', () => {
    expect(lastRead(undefined)).toEqual({ figures: 60_000, asked: 0 })
  })
})
