// Change of an open trade: its ticket, its request and its checks.

import * as z from 'zod/mini'

import type { MarketView } from '#contract/draft-rule.ts'
import { judgeChange } from '#contract/smart-trade-change-rules.ts'
import { isFixed, type SmartTradeChange, smartTradeChange } from '#contract/smart-trade-change.ts'
import { refOf, withRef } from '#contract/ref.ts'
import { attributesOf } from '#contract/sentences.ts'
import type { Judged } from '#forms/form-errors.ts'
import { type Decimal, isPositive, toText } from '#money/decimal.ts'

import { toRequest } from '../ticket/draft.ts'
import type { DraftValues, LinkedPrice } from '../ticket/fields.ts'
import { draftFrom } from '../ticket/from-trade.ts'
import { entryOf, type FixedSteps, sideOf, stepsOf, type Trade } from '../trade-facts.ts'

/**
 * Ticket of an open trade. A trade with a position counts as a held position: exits are checked
 * against the current price and measured from the average entry.
 */
export function valuesOf(trade: Trade): DraftValues {
  const values = withSteps(draftFrom(trade), trade)
  const entered = trade.data.entered_amount
  if (!entered || !isPositive(entered)) return values
  const price = entryOf(trade)
  return {
    ...values,
    type: sideOf(trade) === 'sell' ? 'smart_buy' : 'smart_sell',
    position: {
      ...values.position,
      order_type: 'market',
      units: { value: toText(entered) },
      price: { value: price ? toText(price) : '' },
    },
  }
}

/** Ticket with target ids; exits that follow the average stay in percent. */
function withSteps(values: DraftValues, { take_profit, stop_loss: stop }: Trade): DraftValues {
  const { steps } = values.take_profit
  const { stop_loss } = values
  return {
    ...values,
    take_profit: {
      ...values.take_profit,
      steps: steps.map((step, index) => {
        const { id, price } = take_profit.steps[index] ?? {}
        return { ...step, step_id: String(id ?? ''), price: linkedTo(step.price, price) }
      }),
    },
    stop_loss: {
      ...stop_loss,
      price: linkedTo(stop_loss.price, stop.price),
      conditional: {
        ...stop_loss.conditional,
        price: linkedTo(stop_loss.conditional.price, stop.conditional?.price),
      },
    },
  }
}

type Following = { percent?: Decimal | null | undefined; follows_average?: boolean | undefined }

const linkedTo = <T extends LinkedPrice>(price: T, shown: Following | undefined): T =>
  shown?.follows_average && shown.percent
    ? { ...price, by: 'percent', value: '', percent: toText(shown.percent) }
    : price

export const fixedSteps = ({ take_profit }: Trade): FixedSteps =>
  new Map(take_profit.steps.filter((step) => isFixed(step)).map((step) => [String(step.id), step]))

const OFF = { enabled: false } as const

/** Targets, stop and note of a ticket, as the request would carry them. */
function exitsOf(values: DraftValues, market: MarketView) {
  const { take_profit = OFF, stop_loss = OFF } = toRequest(values, market)
  return { take_profit, stop_loss, note: values.note }
}

/** The ticket has one price type for all targets; until changed, each target keeps its own. */
function withOwnTypes(takeProfit: unknown, trade: Trade): unknown {
  const { steps = [], ...rest } = takeProfit as { steps?: SentStep[] }
  const typeOf = (id: string | undefined) =>
    stepsOf(trade).find((step) => String(step.id) === id)?.price.type
  return {
    ...rest,
    ...(steps.length > 0 && {
      steps: steps.map((step) => ({
        ...step,
        price: { ...step.price, type: typeOf(step.id) ?? step.price['type'] },
      })),
    }),
  }
}

type SentStep = { id?: string; price: Record<string, unknown> }

/** Request body of a change, without unchanged parts. */
export function changeOf(
  values: DraftValues,
  before: DraftValues,
  trade: Trade,
  market: MarketView,
): Record<string, unknown> {
  const [now, then] = [exitsOf(values, market), exitsOf(before, market)]
  const isOther = (name: keyof typeof now) =>
    JSON.stringify(now[name]) !== JSON.stringify(then[name])
  const ref = refOf(trade.note_raw ?? trade.note ?? '')
  return {
    ...(isOther('take_profit') && {
      take_profit:
        values.take_profit.price_type === before.take_profit.price_type
          ? withOwnTypes(now.take_profit, trade)
          : now.take_profit,
    }),
    ...(isOther('stop_loss') && { stop_loss: now.stop_loss }),
    // A note's ref identifies this trade.
    ...(isOther('note') && { note: ref === undefined ? now.note : withRef(now.note, ref) }),
  }
}

/** Parts that a change depends on. Sent whole, so an outdated form would undo other changes. */
export const changeableParts = ({ status, take_profit, stop_loss, data }: Trade): string =>
  JSON.stringify([
    status.type,
    data.entered_amount,
    data.closed_amount,
    take_profit.steps.map(({ order_type, price, volume, trailing, editable, status: step }) => [
      order_type,
      price.value,
      volume,
      trailing?.enabled,
      trailing?.percent,
      editable,
      step?.type,
    ]),
    stop_loss.enabled,
    stop_loss.order_type,
    stop_loss.breakeven,
    stop_loss.price?.value,
    stop_loss.conditional?.price.value,
    stop_loss.conditional?.trailing?.enabled,
    stop_loss.conditional?.trailing?.percent,
    stop_loss.timeout?.enabled,
    stop_loss.timeout?.value,
  ])

/** Checks a change by the service's rules. */
export function judgedChange(
  body: object,
  trade: Trade,
  market: MarketView,
): Judged<SmartTradeChange> {
  const checked = z.safeDecode(smartTradeChange, body)
  if (!checked.success) return { issues: attributesOf(checked.error) }
  const issues = judgeChange(checked.data, trade, market)
  return Object.keys(issues).length === 0 ? { draft: checked.data } : { issues }
}
