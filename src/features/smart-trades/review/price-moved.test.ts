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

/** What is said of a limit buy at 59,000 (targets 63,000 and 64,900, stop 57,000) reviewed at 60,000. */
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

it('while the market has not passed any price of it', () => {
  expect(moved(at('59500'))).toBe(undefined)
  expect(moved(at('62900'))).toBe(undefined)
})

it('while its limit waits and there is nothing yet that a target could close', () => {
  expect(moved(at('62000'), {}, at('63100'))).toBe(undefined)
  expect(moved(at('63100'))).toBe(undefined)
})

it('an order still means what was reviewed at market while the price moves by no more than a hundredth', () => {
  expect(moved(at('60600'), market)).toBe(undefined)
})

it('an order still means what was reviewed where the position is held already, so that nothing enters, however far the price moves', () => {
  const held = {
    ...market,
    skip_enter_step: true,
    'position.price': { value: 59_000 },
  }
  expect(moved(at('60700'), held)).toBe(undefined)
})

it('an order still means what was reviewed where no price is known, before or now', () => {
  expect(moved({}, {}, at('60000'))).toBe(undefined)
  expect(moved(at('10'), {}, {})).toBe(undefined)
})

it('an order means something else when its limit would be filled at once', () => {
  expect(moved(at('58900'))).toBe(
    'The price went from 60,000 to 58,900 USDT and has passed the price of the entry.',
  )
})

it('an order means something else when a target of what is held is reached already, or the stop', () => {
  const held = { ...market, skip_enter_step: true }
  expect(moved(at('63100'), held)).toMatch(/has passed the target 1\.$/)
  expect(moved(at('56900'), market)).toMatch(/has passed the stop\.$/)
})

it('an order means something else when the exchange would turn it down now', () => {
  const free = { base: undefined, quote: decimal('1000') }
  expect(moved(at('59500', { free }))).toMatch(/^The price went from .*\. \S/)
})

it('an order means something else when it is carried out at market and costs another hundredth', () => {
  expect(moved(at('60601'), market)).toMatch(/carried out at the price of the moment\.$/)
  expect(moved(at('59399'), market)).toMatch(/carried out at the price of the moment\.$/)
})
