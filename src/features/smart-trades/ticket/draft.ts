// Request, checks and preview of a ticket's values.

import * as z from 'zod/mini'

import { marketPriceOf, type MarketView } from '#contract/draft-rule.ts'
import type { Attributes } from '#contract/sentences.ts'
import { priceOfAmount } from '#contract/impact.ts'
import { readParts } from '#contract/read.ts'
import { attributesOf } from '#contract/sentences.ts'
import { smartTradeDraft, type SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeAtExchange, judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { readAmount } from '#forms/amount-text.ts'
import { plainAmount, type RequestBody } from '#forms/declare.ts'
import type { Judged } from '#forms/form-errors.ts'
import { decimal, type Decimal, isPositive, toText } from '#money/decimal.ts'
import { unitsFor } from '#trading/lots.ts'
import { type Preview, previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { openPositionOf } from '../position.ts'
import { type DraftValues, type StepValues, ticketForm } from './fields.ts'
import type { FixedSteps, Trade } from '../trade-facts.ts'

/** Default if the service names none. */
const LEAST_LOT = decimal('0.00000001')

/** Request body of the ticket: the fields, and values that follow from them. */
export function toRequest(values: DraftValues, market: MarketView = {}): RequestBody {
  const { instant, skip_enter_step } = SHAPE_OF_TYPE[values.type]
  const body = ticketForm.sent(values, market)
  const { take_profit } = body as { take_profit?: { steps: RequestBody[] } }
  return {
    ...body,
    ...(instant && { instant }),
    ...(skip_enter_step && { skip_enter_step }),
    ...(needsLeverage(values, market) && {
      leverage: { enabled: true, type: values.leverage.type, value: '1' },
    }),
    position: positionOf(values, market, body['position'] as RequestBody | undefined),
    ...(take_profit && {
      take_profit: {
        ...take_profit,
        // Trailing is set on the last target.
        trailing: undefined,
        steps: take_profit.steps.map((step, index) => targetOf(values, step, index)),
      },
    }),
  }
}

/** A held position keeps its leverage. */
const needsLeverage = ({ type, leverage }: DraftValues, { sendsLeverage }: MarketView): boolean =>
  sendsLeverage === true && !leverage.enabled && SHAPE_OF_TYPE[type].skip_enter_step !== true

function positionOf(values: DraftValues, market: MarketView, typed: RequestBody = {}): RequestBody {
  const { by, conditional } = values.position
  const { position: shape } = SHAPE_OF_TYPE[values.type]
  const units = by === 'total' ? unitsFromTotal(values, market) : undefined
  // The spec requires a price for conditional entries; a market one only has its trigger.
  const needsTrigger = 'conditional' in typed && conditional.order_type === 'market'
  return {
    order_type: 'market',
    ...typed,
    type: shape.type,
    ...(by === 'total' && { units: units === undefined ? {} : { value: units } }),
    ...(needsTrigger && { price: { value: plainAmount(conditional.price.value) } }),
  }
}

function targetOf({ take_profit }: DraftValues, typed: RequestBody, index: number): RequestBody {
  const { steps, trailing, price_type } = take_profit
  const step = steps[index]
  const trails = trailing.enabled && index === steps.length - 1
  return {
    ...typed,
    ...(step && { order_type: stepOrderType(take_profit, step) }),
    price: { ...(typed['price'] as RequestBody), type: price_type },
    ...(trails && { trailing: { enabled: true, percent: plainAmount(trailing.percent) } }),
    ...(step && step.step_id !== '' && { id: step.step_id }),
  }
}

const stepOrderType = (
  { by }: DraftValues['take_profit'],
  step: StepValues,
): StepValues['order_type'] => (by === 'own' ? step.order_type : by)

/** The entry is an immediate market order. */
export function isAtMarket({ type, position }: DraftValues): boolean {
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  return !isHeld && (instant || position.order_type === 'market')
}

/** Price that divides a total of `money`: the expected entry price, as far as known. */
function entryPrice(values: DraftValues, market: MarketView, money: Decimal): Decimal | undefined {
  const { position, type } = values
  const { skip_enter_step: isHeld, position: shape } = SHAPE_OF_TYPE[type]
  if (isHeld) return readAmount(position.price.value) ?? market.price
  if (isAtMarket(values)) {
    const now = marketPriceOf(shape.type, market)?.price
    return now && priceOfAmount(shape.type, money, now, market.book)
  }
  const isTriggered =
    position.order_type === 'conditional' && position.conditional.order_type === 'market'
  return readAmount(isTriggered ? position.conditional.price.value : position.price.value)
}

/** Trigger of an entry that then waits at its own limit. */
export function triggerOf({ type, position }: DraftValues): Decimal | undefined {
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  const { order_type, price } = position.conditional
  const isOwn = !instant && !isHeld && position.order_type === 'conditional'
  const trigger = isOwn && order_type === 'limit' ? readAmount(price.value) : undefined
  return trigger && isPositive(trigger) ? trigger : undefined
}

/** Whole lots that the typed total pays for. */
function unitsFromTotal(values: DraftValues, market: MarketView): string | undefined {
  const { total } = values.position
  const money = readAmount(total.value)
  if (!money) return plainAmount(total.value)
  const price = entryPrice(values, market, money)
  if (!price || !isPositive(price)) return undefined
  return toText(unitsFor(money, price, market.lot ?? LEAST_LOT))
}

/** Checks a draft by the service's rules and by known limits of the exchange. */
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

/** Names empty fields by what they need, and for a total without a price names the price. */
function withPlainGaps(issues: Attributes, values: DraftValues, market: MarketView): Attributes {
  const { by, total } = values.position
  const named = ticketForm.withWants(issues, values, market)
  if (named['position.units.value'] && by === 'total' && readAmount(total.value)) {
    named['position.units.value'] = ['A total needs a price, and none is known yet.']
  }
  return named
}

export function previewOf(
  values: DraftValues,
  view: MarketView,
  edited?: { trade: Trade; fixed: FixedSteps },
): Preview {
  const draft = readParts(smartTradeDraft, toRequest(values, view))
  return previewSmartTrade(
    draft,
    view,
    edited && openPositionOf(edited.trade, stepsIn(values, edited.fixed), view.lot),
  )
}

const stepsIn = ({ take_profit }: DraftValues, fixed: FixedSteps) =>
  take_profit.steps.map(({ volume, step_id }) => ({
    volume: readAmount(volume),
    isFixed: fixed.has(step_id),
  }))

/** Checks by exchange data that may be old, so the trader can leave them to the service. */
export const SOFT_KINDS = ['tick', 'lot', 'minimum', 'balance'] as const
export type SoftKind = (typeof SOFT_KINDS)[number]

export type SoftBlock = { kind: SoftKind; sentence: string }

const FIGURES = {
  tick: 'tick',
  lot: 'lot',
  minimum: 'minTotal',
  balance: 'free',
} as const satisfies Record<SoftKind, keyof MarketView>

export function leaving(market: MarketView, kinds: Iterable<SoftKind>): MarketView {
  const judged = { ...market }
  for (const kind of kinds) delete judged[FIGURES[kind]]
  return judged
}

export function softBlocks(draft: SmartTradeDraft, market: MarketView): SoftBlock[] {
  if (Object.keys(judgeAtExchange(draft, market)).length === 0) return []
  return SOFT_KINDS.flatMap((kind) => {
    const others = SOFT_KINDS.filter((other) => other !== kind)
    const [sentence] = Object.values(judgeAtExchange(draft, leaving(market, others))).flat()
    return sentence === undefined ? [] : [{ kind, sentence }]
  })
}

export const MOST_WARNINGS = 3

/** Warnings to show: blocking ones come before those left to the service. */
export function shownBlocks(
  blocks: readonly SoftBlock[],
  left: ReadonlySet<SoftKind>,
): readonly SoftBlock[] {
  const isLeft = ({ kind }: SoftBlock) => left.has(kind)
  return [...blocks.filter((block) => !isLeft(block)), ...blocks.filter(isLeft)].slice(
    0,
    MOST_WARNINGS,
  )
}
