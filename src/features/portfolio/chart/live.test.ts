import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { seriesOf } from '#testing/value-series.ts'

import type { Asset } from '../balances/assets.ts'
import { performanceOf } from '../figures/performance.ts'
import { DAY } from '../range.ts'
import { liveAfter } from './series.ts'

const flat = seriesOf([
  { at: 0, value: 10_000, flow: 0 },
  { at: DAY, value: 10_000, flow: 0 },
])

/** What is held now, by value and change within a day. */
const holding = (...held: [value: string, dayChange: string | undefined][]) =>
  held.map(([value, change]) => ({
    value: decimal(value),
    dayChange: change === undefined ? undefined : decimal(change),
  })) as Asset[]

const now = (value: string, assets: Asset[], at = DAY + 60_000) =>
  liveAfter(flat, { at, value: decimal(value), assets })

it('a deposit since the last point is a jump that prices do not explain', () => {
  expect(now('20000', holding(['10000', '1'], ['10000', '0']))?.jump).toEqual({
    by: '10000',
    since: DAY,
  })
  expect(now('4000', holding(['4000', '1']))?.jump).toEqual({ by: '-6000', since: DAY })
})

it('what prices may have done is none', () => {
  expect(now('10200', holding(['10200', '0.1']))?.jump).toBeUndefined()
  expect(now('14000', holding(['14000', '35']))?.jump).toBeUndefined()
  expect(now('11500', holding(['11500', undefined]))?.jump).toBeUndefined()
  // In sixteen days prices go four times as far as in one.
  expect(now('11800', holding(['11800', '1']))?.jump).toBeDefined()
  expect(now('11800', holding(['11800', '1']), 17 * DAY)?.jump).toBeUndefined()
})

it('what has lost its price is not said to have been taken out', () => {
  const assets = [...holding(['4000', '1']), { value: undefined, dayChange: undefined } as Asset]
  const live = now('4000', assets)
  expect(live).toMatchObject({ value: 4_000, jump: undefined })
})

it('anything that appears where nothing was is a jump', () => {
  const nothing = seriesOf([{ at: 0, value: 0, flow: 0 }])
  const live = liveAfter(nothing, { at: 1, value: decimal('50'), assets: holding(['50', '0']) })
  expect(live?.jump).toBeDefined()
})

it('is drawn with its value and is no part of any figure', () => {
  const live = now('20000', [])
  expect(live).toMatchObject({ at: DAY + 60_000, value: 20_000 })
  expect(performanceOf(flat, '30d', 'UTC')).toMatchObject({ profit: '0', end: '10000', endAt: DAY })
})

it('is not there without a value, without a history, or when it is older', () => {
  expect(liveAfter(flat, { at: 2 * DAY, value: undefined, assets: [] })).toBeUndefined()
  expect(liveAfter(seriesOf([]), { at: 1, value: decimal('1'), assets: [] })).toBeUndefined()
  expect(now('1', [], DAY)).toBeUndefined()
})
