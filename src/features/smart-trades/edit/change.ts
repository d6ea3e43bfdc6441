import * as z from 'zod/mini'

import type { MarketView } from '#contract/draft-rule.ts'
import { judgeChange } from '#contract/smart-trade-change-rules.ts'
import { isFixed, type SmartTradeChange, smartTradeChange } from '#contract/smart-trade-change.ts'
import { refOf, withRef } from '#contract/ref.ts'
import { type Attributes, attributesOf } from '#contract/sentences.ts'
import { isPositive, toText } from '#money/decimal.ts'

import { toRequest } from '../ticket/draft.ts'
import type { DraftValues } from '../ticket/fields.ts'
import { draftFrom } from '../ticket/from-trade.ts'
import { sideOf, type Trade } from '../trade-facts.ts'

/**
 * The ticket of an open trade. One that holds a position is a held position to the ticket: its exits are
 * judged against the current price and measured from its average entry.
 */
export function valuesOf(trade: Trade): DraftValues {
  const values = draftFrom(trade)
  const { data, position } = trade
  const entered = data?.entered_amount
  if (entered === undefined || !isPositive(entered)) return values
  const price = position?.price?.value_without_commission ?? position?.price?.value
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

/** How many targets, from the first on, are filled or over and so stay as they are. */
export const fixedTargets = ({ take_profit }: Trade): ReadonlySet<number> =>
  new Set(
    (take_profit?.steps ?? []).flatMap((step, index) => (step && isFixed(step) ? [index] : [])),
  )

const OFF = { enabled: false } as const

/** All that a ticket says of targets, stop and note, as the request would carry it. */
function exitsOf(values: DraftValues, market: MarketView) {
  const { take_profit = OFF, stop_loss = OFF } = toRequest(values, market)
  return { take_profit, stop_loss, note: values.note }
}

/** What was changed of a trade, as a body: what is as it was is left out. */
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
    ...(isOther('take_profit') && { take_profit: now.take_profit }),
    ...(isOther('stop_loss') && { stop_loss: now.stop_loss }),
    // The ref of a note tells this trade from all others.
    ...(isOther('note') && { note: ref === undefined ? now.note : withRef(now.note, ref) }),
  }
}

/**
 * What a change is written against: a trade that differs in it is another one. Targets and stop travel
 * whole, so that an old form would undo whatever else has changed of them.
 */
export const changeableParts = ({ status, take_profit, stop_loss, data }: Trade): string =>
  JSON.stringify([
    status?.type,
    data?.entered_amount,
    data?.closed_amount,
    take_profit?.steps?.map(({ order_type, price, volume, trailing, editable }) => [
      order_type,
      price?.value,
      volume,
      trailing?.enabled,
      trailing?.percent,
      editable,
    ]),
    stop_loss?.enabled,
    stop_loss?.order_type,
    stop_loss?.breakeven,
    stop_loss?.price?.value,
    stop_loss?.conditional?.price?.value,
    stop_loss?.conditional?.trailing?.enabled,
    stop_loss?.conditional?.trailing?.percent,
    stop_loss?.timeout?.enabled,
    stop_loss?.timeout?.value,
  ])

export type JudgedChange =
  | { change: SmartTradeChange; issues?: undefined }
  | { change?: undefined; issues: Attributes }

/** Whether a change may be sent, by the rules that the service judges by. */
export function judgedChange(body: object, trade: Trade, market: MarketView): JudgedChange {
  const checked = z.safeDecode(smartTradeChange, body)
  if (!checked.success) return { issues: attributesOf(checked.error) }
  const issues = judgeChange(checked.data, trade, market)
  return Object.keys(issues).length === 0 ? { change: checked.data } : { issues }
}
