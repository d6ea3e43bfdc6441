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

/** What is typed of a bot that its deals' orders follow from. */
const LADDER = [
  'base_order_size',
  'safety_order_size',
  'safety_order_step_scale',
  'safety_order_volume_scale',
  'price_deviation',
  'max_safety_orders',
  'take_profit_pct',
] as const satisfies readonly (keyof NewBot)[]

/** The draft that would be sent, or what is wrong, by the contract and the rules that the engine has too. */
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

/** The bot that a request asks for, as the pages of bots show one; what cannot be read is unknown. */
export function botOf(request: Record<string, unknown>): DealPlan {
  const plan = readParts(dcaBotDraft, request)
  return {
    ...plan,
    quote_currency: plan.pair === undefined ? undefined : splitPair(plan.pair).quote,
  }
}

/** The bot whose orders can be drawn, once nothing that they follow from is missing or wrong. */
export function drawnDeal(values: NewBot, issues: Attributes, { market }: Pick<Place, 'market'>) {
  if (LADDER.some((member) => issues[member])) return undefined
  const bot = botOf(toRequest(values))
  return { bot, estimate: dealEstimate(bot, market) }
}

/** The balance, price and rules that sizes can be suggested from. */
export const meansOf = ({ values, place }: Pick<NewBotParts, 'values' | 'place'>): Means => {
  const { now } = place.figures
  return { ...now, free: now.free.quote, quote: splitPair(values.pair).quote }
}

/**
 * What another price does to a bot that was reviewed, as a sentence; `undefined` while it means what
 * it meant: no rule that held is broken, and a deal that opens at once starts about where it was read.
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
