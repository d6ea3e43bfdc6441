import * as z from 'zod/mini'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Attributes } from '#contract/errors.ts'
import { attributesOf } from '#contract/sentences.ts'
import { smartTradeDraft, type SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeAtExchange, judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { readAmount } from '#forms/amount-text.ts'
import type { Judged } from '#forms/form-errors.ts'

import { toRequest } from './draft.ts'
import { type DraftValues, ticketForm } from './fields.ts'
import { leaving, type SoftKind } from './soft-blocks.ts'

/** Whether the ticket may be sent: by the rules the service judges by, and what its exchange would say. */
export function judgeDraft(
  values: DraftValues,
  market: MarketView,
  overridden: Iterable<SoftKind> = [],
  judged = judgeSmartTrade(toRequest(values, market), market),
): Judged<SmartTradeDraft> {
  const { draft, issues } = judged
  if (!draft) return { issues: withPlainGaps(issues, values, market) }
  const atExchange = judgeAtExchange(draft, leaving(market, overridden))
  if (Object.keys(atExchange).length > 0) return { issues: atExchange }
  const written = z.safeEncode(smartTradeDraft, draft)
  return written.success ? { draft } : { issues: attributesOf(written.error) }
}

/** What is empty is named for what it wants, and a total without a price for the price. */
function withPlainGaps(issues: Attributes, values: DraftValues, market: MarketView): Attributes {
  const { by, total } = values.position
  const named = ticketForm.withWants(issues, values, market)
  if (named['position.units.value'] && by === 'total' && readAmount(total.value)) {
    named['position.units.value'] = ['A total needs a price, and none is known yet.']
  }
  return named
}
