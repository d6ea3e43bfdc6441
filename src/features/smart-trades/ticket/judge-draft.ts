import * as z from 'zod/mini'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Attributes } from '#contract/errors.ts'
import { attributesOf } from '#contract/sentences.ts'
import { smartTradeDraft, type SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeAtExchange, judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { readAmount } from '#forms/amount-text.ts'
import type { Judged } from '#forms/contract-resolver.ts'

import { toRequest } from './draft.ts'
import type { DraftValues } from './draft-values.ts'
import { leaving, type SoftKind } from './soft-blocks.ts'

/** Whether the ticket may be sent: by the rules the service judges by, and what its exchange would say. */
export function judgeDraft(
  values: DraftValues,
  market: MarketView,
  overridden: Iterable<SoftKind> = [],
  judged = judgeSmartTrade(toRequest(values, market), market),
): Judged<SmartTradeDraft> {
  const { draft, issues } = judged
  if (!draft) return { issues: withPlainGaps(issues, values) }
  const atExchange = judgeAtExchange(draft, leaving(market, overridden))
  if (Object.keys(atExchange).length > 0) return { issues: atExchange }
  const written = z.safeEncode(smartTradeDraft, draft)
  return written.success ? { draft } : { issues: attributesOf(written.error) }
}

type Gap = [path: string, text: string, sentence: string]

/** A field that is simply empty is named for what it wants, not for its type. */
function withPlainGaps(
  issues: Attributes,
  { account_id, pair, position, take_profit }: DraftValues,
): Attributes {
  const size = position.by === 'units' ? position.units.value : position.total.value
  const gaps: Gap[] = [
    ['account_id', account_id, 'Choose an account.'],
    ['pair', pair, 'Choose a pair.'],
    ['position.units.value', size, `Enter the ${position.by}.`],
    ...take_profit.steps.map(({ volume }, index): Gap => [
      `take_profit.steps.${index}.volume`,
      volume,
      `Enter the volume of target ${index + 1}: the share of the position that it closes.`,
    ]),
  ]
  const named = { ...issues }
  if (named['position.units.value'] && position.by === 'total' && readAmount(size)) {
    named['position.units.value'] = ['A total needs a price, and none is known yet.']
  }
  for (const [path, text, sentence] of gaps) {
    if (named[path] && text.trim() === '') named[path] = [sentence]
  }
  return named
}

/** The field that stands for a path of the request; `undefined` when the ticket shows none now. */
export function fieldOf(path: string, values: DraftValues): string | undefined {
  const { position, stop_loss, take_profit, type } = values
  const { instant } = SHAPE_OF_TYPE[type]
  const [area, member] = path.split('.')
  switch (area) {
    case 'account_id':
    case 'pair':
    case 'note':
      return area
    case 'leverage':
      return path === 'leverage.enabled' || path === 'leverage.type' ? path : 'leverage.value'
    case 'position':
      if (member === 'units') return position.by === 'units' ? UNITS : TOTAL
      if (member === 'total') return TOTAL
      if (member === 'price') return priceFieldOf(values)
      return member === 'conditional' && position.order_type === 'conditional' ? path : undefined
    case 'take_profit':
      if (instant || !take_profit.enabled) return undefined
      return path.includes('.trailing') ? `take_profit.trailing.${lastOf(path)}` : path
    case 'stop_loss': {
      if (instant || !stop_loss.enabled) return undefined
      const isTrigger = member === 'price' && stop_loss.order_type === 'market'
      return isTrigger ? path.replace('stop_loss.price', 'stop_loss.conditional.price') : path
    }
    default:
      return undefined
  }
}

export const UNITS = 'position.units.value'
export const TOTAL = 'position.total.value'
const PRICE = 'position.price.value'
const TRIGGER = 'position.conditional.price.value'

/** A market entry shows no price; a conditional one that runs at market has its trigger alone. */
export function priceFieldOf({ position, type }: DraftValues): string | undefined {
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  if (instant) return undefined
  if (isHeld || position.order_type === 'limit') return PRICE
  if (position.order_type === 'market') return undefined
  return position.conditional.order_type === 'limit' ? PRICE : TRIGGER
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Issues by the field that shows them. What has none keeps its path, so that nothing goes caveats. */
export function issuesByField(issues: Attributes, values: DraftValues): Attributes {
  const byField: Attributes = {}
  for (const [path, sentences] of Object.entries(issues)) {
    const field = fieldOf(path, values) ?? path
    byField[field] = [...(byField[field] ?? []), ...sentences]
  }
  return byField
}
