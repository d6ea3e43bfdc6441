import { expect, it } from 'vitest'

import type { DraftRule, MarketView } from '#contract/draft-rule.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { decimal } from '#money/decimal.ts'

import { aDraft, type Changes } from './a-draft.ts'

export type RuleCase = {
  rule: string
  /** What is changed in the good draft to break this rule and no other. */
  by: Changes
  at: string | string[]
  says: string
  market?: MarketView
}

/** A spot account where the price stands at 60,000. */
export const spot: MarketView = {
  price: decimal('60000'),
  leverageAllowed: false,
  maxLeverage: 20,
}

/** Holds every case against the judge, and the list of rules against the cases. */
export function testRules(rules: readonly DraftRule[], cases: readonly RuleCase[]): void {
  it.each(cases)('$rule is broken alone by $by', ({ by, at, says, market = spot }) => {
    const issues = Object.fromEntries([at].flat().map((path) => [path, [says]]))
    expect(judgeSmartTrade(aDraft(by), market)).toEqual({ issues })
  })

  it.each(rules.map(({ id }) => id))('%s has a case', (id) => {
    expect(cases.map(({ rule }) => rule)).toContain(id)
  })
}
