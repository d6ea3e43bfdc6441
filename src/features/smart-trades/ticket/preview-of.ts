import type { MarketView } from '#contract/draft-rule.ts'
import { readParts } from '#contract/read.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { type Preview, previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { toRequest } from './draft.ts'
import type { DraftValues } from './fields.ts'

/** What stands in the ticket comes to this, as far as it can be told. */
export const previewOf = (values: DraftValues, view: MarketView): Preview =>
  previewSmartTrade(readParts(smartTradeDraft, toRequest(values, view)), view)
