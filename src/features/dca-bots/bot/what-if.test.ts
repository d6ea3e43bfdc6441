import { describe, expect, it } from 'vitest'

import { dcaBot } from '#contract/dca-bots.ts'
import { marketPair } from '#contract/market.ts'
import { decimal, toText } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'

import { coverOf, exposureOf } from '../funds-and-free.tsx'
import { dealEstimate } from '../ladder.ts'
import { type Typed, whatIf } from './what-if.ts'

const bot = entity(dcaBot, {
  strategy: 'Long',
  quote_currency: 'USDT',
  base_order_size: 100,
  safety_order_size: 200,
  safety_order_step_scale: 2,
  safety_order_volume_scale: 1.5,
  price_deviation: 1,
  max_safety_orders: 3,
  take_profit_pct: 2,
  tp_type: 'percentage',
  active_trades: 1,
  max_active_trades: 3,
})

const market = entity(marketPair, { last: '1000' })
const estimateWith = (typed: Typed) => {
  const tried = whatIf(bot, typed)
  return { ...tried, estimate: dealEstimate(tried.bot, market) }
}
const text = (value: ReturnType<typeof decimal> | undefined) => value && toText(value)

describe('trying out other settings', () => {
  it('changes nothing until something is typed', () => {
    const { changed, estimate } = estimateWith({})
    expect(changed).toEqual([])
    // 100 + 200 + 300 + 450, as far down as 1 + 2 + 4 percent.
    expect(text(estimate?.funds)).toBe('1050')
    expect(text(estimate?.reach)).toBe('7')
  })

  it('follows every setting with ladder, funds and average', () => {
    const { changed, estimate } = estimateWith({
      price_deviation: '2',
      safety_order_step_scale: '1',
      safety_order_volume_scale: '1',
      max_safety_orders: '2',
    })
    expect(changed).toHaveLength(4)
    expect(estimate?.steps.map(({ price }) => toText(price))).toEqual(['1000', '980', '960'])
    expect(text(estimate?.funds)).toBe('500')
    expect(text(estimate?.reach)).toBe('4')
    // 500 for 0.1 + 0.2040816… + 0.2083333… units.
    expect(text(estimate?.steps[2]?.average)).toMatch(/^975\.7716/)
    expect(text(estimate?.steps[2]?.takeProfit)).toMatch(/^995\.287/)
  })

  it('knows that what was typed is what the bot has', () => {
    expect(estimateWith({ price_deviation: '1.0', max_safety_orders: '3' }).changed).toEqual([])
  })

  it('takes a comma as a point', () => {
    expect(text(estimateWith({ price_deviation: '1,5' }).bot.price_deviation)).toBe('1.5')
  })

  it.each<[Typed, string]>([
    [{ price_deviation: '' }, 'Type a number.'],
    [{ price_deviation: '0' }, 'More than 0.'],
    [{ price_deviation: '100' }, 'Less than 100.'],
    [{ safety_order_step_scale: '10.5' }, 'At most 10.'],
    [{ max_safety_orders: '2.5' }, 'A whole number from 0 to 100.'],
    [{ max_safety_orders: '101' }, 'A whole number from 0 to 100.'],
    [{ base_order_size: '-5' }, 'More than 0.'],
  ])('says what is wrong with %j and keeps the bot’s own value', (typed, sentence) => {
    const { problems, bot: tried } = estimateWith(typed)
    expect(Object.values(problems)).toEqual([sentence])
    expect(tried).toEqual(bot)
  })
})

describe('what a bot may have in the market', () => {
  const exposure = exposureOf(bot)

  it('is one deal times the deals that are open, and that may be', () => {
    expect(exposure).toMatchObject({ deal: '1050', now: '1050', most: '3150' })
    expect(exposureOf({ ...bot, price_deviation: undefined })).toBeUndefined()
  })

  it('is compared with what is free', () => {
    const cover = (free: string) => exposure && coverOf(exposure, decimal(free))
    expect(cover('3150')).toEqual({ share: 1, missing: '0', deals: 3 })
    expect(cover('2100')).toMatchObject({ missing: '1050', deals: 2 })
    expect(cover('2100')?.share).toBeCloseTo(2 / 3, 5)
    expect(cover('0')).toMatchObject({ share: 0, missing: '3150', deals: 0 })
  })
})
