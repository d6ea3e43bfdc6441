import * as z from 'zod/mini'

import { dcaBotDraft, type DcaBotDraft } from '#contract/dca-bots.ts'
import { readParts } from '#contract/read.ts'
import { type Attributes, attributesOf } from '#contract/sentences.ts'
import type { Judged } from '#forms/form-errors.ts'
import type { Place } from '#forms/place-fields.tsx'
import type { Decimal } from '#money/decimal.ts'
import { type DcaPlace, judgeDcaBot } from '#trading/judge-dca-bot.ts'
import { splitPair } from '#trading/pair.ts'
import { isFar, priceWent } from '#trading/price-move.ts'

import { dealEstimate, type DealPlan } from '../ladder.ts'
import { dcaBotForm, type NewBot, type NewBotParts, toRequest } from './fields.ts'
import type { Means } from './suggestion.ts'

/** Fields that determine the orders of a deal. */
const LADDER = [
  'base_order_size',
  'safety_order_size',
  'safety_order_step_scale',
  'safety_order_volume_scale',
  'price_deviation',
  'max_safety_orders',
  'take_profit_pct',
] as const satisfies readonly (keyof NewBot)[]

/** Draft to send, or its issues by the contract and by the rules shared with the engine. */
export function judgeNewBot(values: NewBot, place: DcaPlace): Judged<DcaBotDraft> {
  const checked = z.safeDecode(dcaBotDraft, toRequest(values) as never)
  if (!checked.success) {
    return { issues: dcaBotForm.withWants(attributesOf(checked.error), values, undefined) }
  }
  const broken = judgeDcaBot(checked.data, place)
  if (Object.keys(broken).length > 0) return { issues: broken }
  const written = z.safeEncode(dcaBotDraft, checked.data)
  return written.success ? { draft: checked.data } : { issues: attributesOf(written.error) }
}

/** Requested bot in the form of existing ones; unreadable values are unknown. */
export function botOf(request: Record<string, unknown>): DealPlan {
  const plan = readParts(dcaBotDraft, request)
  return {
    ...plan,
    quote_currency: plan.pair === undefined ? undefined : splitPair(plan.pair).quote,
  }
}

/** Bot with drawable orders, once all fields they depend on are valid. */
export function drawnDeal(values: NewBot, issues: Attributes, { market }: Pick<Place, 'market'>) {
  if (LADDER.some((member) => issues[member])) return undefined
  const bot = botOf(toRequest(values))
  return { bot, estimate: dealEstimate(bot, market) }
}

export const meansOf = ({ values, place }: Pick<NewBotParts, 'values' | 'place'>): Means => {
  const { now } = place.figures
  return { ...now, free: now.free.quote, quote: splitPair(values.pair).quote }
}

/**
 * Effect of newer prices on a reviewed bot, as a sentence. `undefined` if no rule is newly broken
 * and a deal that opens at once still starts at about the same price.
 */
export function whatMoved(
  draft: DcaBotDraft,
  from: Decimal | undefined,
  place: DcaPlace,
): string | undefined {
  const to = place.price
  if (!from || !to) return undefined
  const moved = priceWent(from, to, splitPair(draft.pair).quote)
  const [broken] = Object.values(judgeDcaBot(draft, place)).flat()
  if (broken !== undefined) return `${moved}. ${broken}`
  return draft.start_condition === 'asap' && isFar(from, to)
    ? `${moved}, and the first deal starts there.`
    : undefined
}
