import { SMART_TRADE_TYPES } from '#contract/smart-trades.ts'
import { typeOfTrade } from '#contract/smart-trade-type.ts'
import { knownWord } from '#contract/value-of-word.ts'
import { plainNote } from '#contract/ref.ts'
import type { Decimal } from '#money/decimal.ts'
import { toText } from '#money/decimal.ts'
import { textOr } from '#money/format.ts'

import {
  type DraftValues,
  emptyDraft,
  emptyStep,
  type LinkedPrice,
  type PriceSource,
} from './fields.ts'
import { sideOf, type Step, type Trade } from '../trade-facts.ts'

type Known = Decimal | null | undefined

const textOf = (value: Known): string => (value ? toText(value) : '')

/** Ticket that would create this trade again, as far as the service reports its settings. */
export function draftFrom(trade: Trade): DraftValues {
  const empty = emptyDraft()
  const { position, leverage, take_profit, stop_loss } = trade
  const steps = take_profit.steps
  const orderTypes = new Set(steps.map(({ order_type }) => executionOf(order_type)))
  const [orderType = 'market'] = orderTypes
  const last = steps.at(-1)?.trailing
  // Missing fields stay as in an empty ticket.
  return {
    ...empty,
    type: typeFrom(trade),
    account_id: String(trade.account.id),
    pair: trade.pair,
    leverage: {
      ...empty.leverage,
      enabled: leverage.enabled,
      type: leverage.type === 'isolated' ? 'isolated' : 'cross',
      value: textOr(textOf(leverage.value), '1'),
    },
    position: {
      ...empty.position,
      order_type: entryTypeOf(position.order_type),
      units: { value: textOf(position.units.value) },
      price: {
        value: position.order_type === 'market' ? '' : textOf(position.price.value),
      },
      conditional: {
        order_type: executionOf(position.conditional?.order_type),
        price: {
          type: sourceOf(position.conditional?.price.type),
          value: textOf(position.conditional?.price.value),
        },
        trailing: trailingOf(position.conditional?.trailing),
      },
    },
    take_profit: {
      ...empty.take_profit,
      enabled: take_profit.enabled,
      by: orderTypes.size > 1 ? 'own' : orderType,
      price_type: sourceOf(steps[0]?.price.type),
      steps: steps.length === 0 ? empty.take_profit.steps : steps.map(stepFrom),
      trailing: trailingOf(last),
    },
    stop_loss: {
      ...empty.stop_loss,
      enabled: stop_loss.enabled,
      breakeven: stop_loss.breakeven ?? false,
      order_type: executionOf(stop_loss.order_type),
      price: linkedFrom(stop_loss.price),
      conditional: {
        price: {
          ...linkedFrom(stop_loss.conditional?.price),
          type: sourceOf(stop_loss.conditional?.price.type),
        },
        trailing: trailingOf(stop_loss.conditional?.trailing),
      },
      timeout: {
        enabled: stop_loss.timeout?.enabled ?? false,
        value: textOf(stop_loss.timeout?.value),
      },
    },
    // A ref identifies one trade, so the copy drops it.
    note: plainNote(trade.note_raw ?? trade.note ?? ''),
  }
}

/** Type of a trade; if unknown, inferred from its flags and side. */
function typeFrom(trade: Trade): DraftValues['type'] {
  const known = knownWord(SMART_TRADE_TYPES, trade.data.type)
  if (known) return known
  const side = sideOf(trade)
  return side ? typeOfTrade({ ...trade, position: { type: side } }) : emptyDraft().type
}

const stepFrom = ({
  order_type,
  volume,
  price,
}: Step): DraftValues['take_profit']['steps'][number] => ({
  ...emptyStep(),
  order_type: executionOf(order_type),
  volume: textOf(volume),
  price: linkedFrom(price),
})

/** Absolute price: a percentage refers to the old entry, which the new trade will not have. */
const linkedFrom = (price: { value?: Known } | undefined): LinkedPrice => ({
  by: 'value',
  value: textOf(price?.value),
  percent: '',
})

type Trailing = { enabled?: boolean | undefined; percent?: Known } | undefined

const trailingOf = (trailing: Trailing) => ({
  enabled: trailing?.enabled ?? false,
  percent: textOf(trailing?.percent),
})

const executionOf = (type: string | undefined): 'market' | 'limit' =>
  type === 'limit' ? 'limit' : 'market'

const entryTypeOf = (type: string | undefined): DraftValues['position']['order_type'] =>
  type === 'limit' || type === 'conditional' ? type : 'market'

const sourceOf = (type: string | undefined): PriceSource =>
  type === 'bid' || type === 'ask' ? type : 'last'
