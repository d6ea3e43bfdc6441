import { expect, it } from 'vitest'

import type { DraftRule, MarketView } from '#contract/draft-rule.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { decimal } from '#money/decimal.ts'

import { aDraft, type Changes } from './a-draft.ts'

export type RuleCase = {
  rule: string
  /** Changes of a valid draft that break this rule only. */
  by: Changes
  at: string | string[]
  says: string
  market?: MarketView
}

/** A spot account and a price of 60,000. */
export const spot: MarketView = {
  price: decimal('60000'),
  leverageAllowed: false,
  maxLeverage: 20,
}

/** Tests each case, and that each rule has one. */
export function testRules(rules: readonly DraftRule[], cases: readonly RuleCase[]): void {
  it.each(cases)('the rule $rule alone is broken by $by', ({ by, at, says, market = spot }) => {
    const issues = Object.fromEntries([at].flat().map((path) => [path, [says]]))
    expect(judgeSmartTrade(aDraft(by), market)).toEqual({ issues })
  })

  it('each rule has a case', () => {
    expect([...new Set(cases.map(({ rule }) => rule))].toSorted()).toEqual(
      rules.map(({ id }) => id).toSorted(),
    )
  })
}
