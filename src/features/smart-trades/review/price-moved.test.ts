import { expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft, type Changes } from '#testing/a-draft.ts'

import { whatMoved } from './review-words.ts'

const at = (price: string, more: MarketView = {}): MarketView => ({
  price: decimal(price),
  ...more,
})

/** Message for a limit buy at 59,000 (targets 63,000 and 64,900, stop 57,000) reviewed at 60,000. */
function moved(after: MarketView, changes: Changes = {}, before = at('60000')) {
  const json = aDraft({ 'position.price.value': 59_000, ...changes })
  const { draft, issues } = judgeSmartTrade(json, before)
  if (!draft) throw new Error(JSON.stringify(issues))
  return whatMoved({ draft, body: JSON.stringify(json), left: [] }, before, after)
}

const market: Changes = {
  'position.order_type': 'market',
  'position.price': undefined,
}

it('a reviewed order stays valid while the market passes none of its prices', () => {
  expect(moved(at('59500'))).toBe(undefined)
  expect(moved(at('62900'))).toBe(undefined)
})

it('a reviewed order stays valid while its limit waits and targets have nothing to close', () => {
  expect(moved(at('62000'), {}, at('63100'))).toBe(undefined)
  expect(moved(at('63100'))).toBe(undefined)
})

it('a reviewed market order stays valid within 1 %', () => {
  expect(moved(at('60600'), market)).toBe(undefined)
})

it('a reviewed held position stays valid at any price', () => {
  const held = {
    ...market,
    skip_enter_step: true,
    'position.price': { value: 59_000 },
  }
  expect(moved(at('60700'), held)).toBe(undefined)
})

it('a reviewed order stays valid without a known price', () => {
  expect(moved({}, {}, at('60000'))).toBe(undefined)
  expect(moved(at('10'), {}, {})).toBe(undefined)
})

it('a reviewed order is outdated if its limit would fill at once', () => {
  expect(moved(at('58900'))).toBe(
    'The price went from 60,000 to 58,900 USDT and has passed the price of the entry.',
  )
})

it('a reviewed held position is outdated if a target or the stop is reached', () => {
  const held = { ...market, skip_enter_step: true }
  expect(moved(at('63100'), held)).toMatch(/has passed the target 1\.$/)
  expect(moved(at('56900'), market)).toMatch(/has passed the stop\.$/)
})

it('a reviewed order is outdated if the exchange would refuse it', () => {
  const free = { base: undefined, quote: decimal('1000') }
  expect(moved(at('59500', { free }))).toMatch(/^The price went from .*\. \S/)
})

it('a reviewed market order is outdated if it costs 1 % more', () => {
  expect(moved(at('60601'), market)).toMatch(/carried out at the price of the moment\.$/)
  expect(moved(at('59399'), market)).toMatch(/carried out at the price of the moment\.$/)
})
