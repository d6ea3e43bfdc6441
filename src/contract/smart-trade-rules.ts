import * as z from 'zod/mini'

import { directionRules } from './direction-rules.ts'
import { type DraftRule, type MarketView, type PartialDraft, sentenceOf } from './draft-rule.ts'
import { entryRules } from './entry-rules.ts'
import type { Attributes } from './sentences.ts'
import { exchangeRules } from './exchange-rules.ts'
import { withoutNulls } from './json.ts'
import { readParts } from './read.ts'
import { attributesOf, say } from './sentences.ts'
import { smartTradeDraft, type SmartTradeDraft } from './smart-trade-draft.ts'
import { stopLossRules } from './stop-loss-rules.ts'
import { takeProfitRules } from './take-profit-rules.ts'

/** Every rule of spec 4.2 and 8 that goes beyond the shape, and ours of `api-decisions.md` part 4. */
export const draftRules: readonly DraftRule[] = [
  ...entryRules,
  ...takeProfitRules,
  ...stopLossRules,
  ...directionRules,
]

export type Judgement =
  | { draft: SmartTradeDraft; issues?: undefined }
  | { draft?: undefined; issues: Attributes }

/**
 * Whether a body of `POST /smart_trades` may be sent, or be taken: all that is wrong with it at
 * once, as sentences by dotted path. The form and the service both ask this one function.
 */
export function judgeSmartTrade(json: unknown, market: MarketView): Judgement {
  const body = withoutNulls(json)
  const checked = z.safeDecode(smartTradeDraft, body as never)
  const issues = checked.success ? {} : attributesOf(checked.error)
  const isObject = typeof body === 'object' && body !== null
  if (isObject) addBroken(draftRules, readParts(smartTradeDraft, body), market, issues)
  return checked.success && Object.keys(issues).length === 0 ? { draft: checked.data } : { issues }
}

/**
 * What the exchange would turn down: tick, lot, minimum total and free balance. Judged after the
 * draft's own rules and after the account was found; empty when nothing is known to be wrong.
 */
export function judgeAtExchange(draft: SmartTradeDraft, market: MarketView): Attributes {
  const issues: Attributes = {}
  addBroken(exchangeRules, draft, market, issues)
  return issues
}

/** A member whose shape is wrong has said so already: no rule speaks at the same path. */
function addBroken(
  rules: readonly DraftRule[],
  draft: PartialDraft,
  market: MarketView,
  issues: Attributes,
): void {
  const misshapen = new Set(Object.keys(issues))
  for (const rule of rules) {
    for (const path of rule.broken(draft, market)) {
      if (!misshapen.has(path)) say(issues, path, sentenceOf(rule, draft, market))
    }
  }
}
