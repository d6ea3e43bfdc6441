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

/** Where the service names none. */
const LEAST_LOT = decimal('0.00000001')

/** What is typed → what is meant: what stands in the fields, and what follows from them together. */
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
        // It belongs to the last target.
        trailing: undefined,
        steps: take_profit.steps.map((step, index) => targetOf(values, step, index)),
      },
    }),
  }
}

/** Of a position that is held already the leverage stays as it is. */
const needsLeverage = ({ type, leverage }: DraftValues, { sendsLeverage }: MarketView): boolean =>
  sendsLeverage === true && !leverage.enabled && SHAPE_OF_TYPE[type].skip_enter_step !== true

function positionOf(values: DraftValues, market: MarketView, typed: RequestBody = {}): RequestBody {
  const { by, conditional } = values.position
  const { position: shape } = SHAPE_OF_TYPE[values.type]
  const units = by === 'total' ? unitsFromTotal(values, market) : undefined
  // The spec wants a price of every conditional entry; a market one has its trigger alone.
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

/** Whether the entry is a market order that is sent at once. */
export function isAtMarket({ type, position }: DraftValues): boolean {
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  return !isHeld && (instant || position.order_type === 'market')
}

/** The price a total of `money` is divided by: what the entry will pay as far as the ticket can tell. */
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

/** What sets off an entry that then waits at a limit of its own. */
export function triggerOf({ type, position }: DraftValues): Decimal | undefined {
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  const { order_type, price } = position.conditional
  const isOwn = !instant && !isHeld && position.order_type === 'conditional'
  const trigger = isOwn && order_type === 'limit' ? readAmount(price.value) : undefined
  return trigger && isPositive(trigger) ? trigger : undefined
}

/** As many whole lots as the typed total pays for. */
function unitsFromTotal(values: DraftValues, market: MarketView): string | undefined {
  const { total } = values.position
  const money = readAmount(total.value)
  if (!money) return plainAmount(total.value)
  const price = entryPrice(values, market, money)
  if (!price || !isPositive(price)) return undefined
  return toText(unitsFor(money, price, market.lot ?? LEAST_LOT))
}

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

/** What the ticket comes to, as far as it can be worked out. */
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

/** Each target of the form, and whether it is one that stays as it is. */
const stepsIn = ({ take_profit }: DraftValues, fixed: FixedSteps) =>
  take_profit.steps.map(({ volume, step_id }) => ({
    volume: readAmount(volume),
    isFixed: fixed.has(step_id),
  }))

/** What holds a trade back by what was read of the exchange, where the service might know better. */
export const SOFT_KINDS = ['tick', 'lot', 'minimum', 'balance'] as const
export type SoftKind = (typeof SOFT_KINDS)[number]

export type SoftBlock = { kind: SoftKind; sentence: string }

const FIGURES = {
  tick: 'tick',
  lot: 'lot',
  minimum: 'minTotal',
  balance: 'free',
} as const satisfies Record<SoftKind, keyof MarketView>

/** The market as it is judged by when these kinds are left to the service. */
export function leaving(market: MarketView, kinds: Iterable<SoftKind>): MarketView {
  const judged = { ...market }
  for (const kind of kinds) delete judged[FIGURES[kind]]
  return judged
}

/** Every kind that a draft breaks, with its sentence. */
export function softBlocks(draft: SmartTradeDraft, market: MarketView): SoftBlock[] {
  if (Object.keys(judgeAtExchange(draft, market)).length === 0) return []
  return SOFT_KINDS.flatMap((kind) => {
    const others = SOFT_KINDS.filter((other) => other !== kind)
    const [sentence] = Object.values(judgeAtExchange(draft, leaving(market, others))).flat()
    return sentence === undefined ? [] : [{ kind, sentence }]
  })
}

/** More than these nobody would read. */
export const MOST_WARNINGS = 3

/** The ones to show: what holds back comes before what was left, so that each gets its turn. */
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
