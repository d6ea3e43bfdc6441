import * as z from 'zod/mini'

import { dcaBot, type DcaBot, dcaBotDraft, type DcaBotDraft } from '#contract/dca-bots.ts'
import type { Attributes } from '#contract/errors.ts'
import { readParts } from '#contract/read.ts'
import { attributesOf } from '#contract/sentences.ts'
import { readAmount } from '#forms/amount-text.ts'
import { toText } from '#money/decimal.ts'
import { type DcaPlace, judgeDcaBot } from '#trading/judge-dca-bot.ts'
import { splitSlashPair } from '#trading/pair.ts'

import { nameFor, type NewBot, placesSafetyOrders } from './new-bot-values.ts'

export type Judged = { draft: DcaBotDraft | undefined; problems: Attributes }

/** What is typed of a bot that its deals' orders follow from. */
const LADDER = [
  'base_order_size',
  'safety_order_size',
  'safety_order_step_scale',
  'safety_order_volume_scale',
  'price_deviation',
  'max_safety_orders',
  'take_profit_pct',
] as const

/**
 * The body of the request that the form stands for. What cannot be read goes as it was typed, so
 * that the contract says of it what the service would.
 */
export function toRequest(values: NewBot): Record<string, unknown> {
  const amount = (text: string): string | undefined => {
    const value = readAmount(text)
    return value === undefined ? text.trim() || undefined : toText(value)
  }
  const hasSafety = placesSafetyOrders(values)
  /** A member that nothing asks for has to be sent all the same. */
  const unless = (isAsked: boolean, text: string) => (isAsked ? amount(text) : '0')
  return {
    connection_id: values.connection_id || undefined,
    pair: values.pair || undefined,
    name: values.name.trim() || nameFor(values),
    market_type: values.market_type,
    strategy: values.strategy,
    start_order_type: values.start_order_type,
    base_order_size: amount(values.base_order_size),
    safety_order_size: unless(hasSafety, values.safety_order_size),
    safety_order_step_scale: unless(hasSafety, values.safety_order_step_scale),
    safety_order_volume_scale: unless(hasSafety, values.safety_order_volume_scale),
    price_deviation: unless(hasSafety, values.price_deviation),
    max_safety_orders: amount(values.max_safety_orders),
    max_active_trades: amount(values.max_active_trades),
    cooldown_between_trades: amount(values.cooldown_between_trades),
    take_profit_pct: amount(values.take_profit_pct),
    tp_type: values.tp_type,
    tp_trailing: values.tp_trailing,
    tp_trailing_pct: unless(values.tp_trailing, values.tp_trailing_pct),
    stop_loss_enabled: values.stop_loss_enabled,
    stop_loss_pct: unless(values.stop_loss_enabled, values.stop_loss_pct),
    sl_type: values.sl_type,
    start_condition: values.start_condition,
  }
}

/** The draft that would be sent, or what is wrong, by the contract and the rules that the engine has too. */
export function judgeNewBot(values: NewBot, place: DcaPlace): Judged {
  const checked = z.safeDecode(dcaBotDraft, toRequest(values) as never)
  if (!checked.success) {
    return { draft: undefined, problems: withPlainGaps(attributesOf(checked.error), values) }
  }
  const broken = judgeDcaBot(checked.data, place)
  if (Object.keys(broken).length > 0) return { draft: undefined, problems: broken }
  const written = z.safeEncode(dcaBotDraft, checked.data)
  return written.success
    ? { draft: checked.data, problems: {} }
    : { draft: undefined, problems: attributesOf(written.error) }
}

/** A field that is simply empty is named for what it wants, not for its type. */
function withPlainGaps(problems: Attributes, values: NewBot): Attributes {
  const gaps = [
    ['connection_id', 'Choose an account.'],
    ['pair', 'Choose a pair.'],
    ['base_order_size', 'Enter the base order.'],
    ['safety_order_size', 'Enter the safety order.'],
    ['stop_loss_pct', 'Enter the stop loss.'],
  ] as const
  const named = { ...problems }
  for (const [field, sentence] of gaps) {
    if (named[field] && values[field].trim() === '') named[field] = [sentence]
  }
  return named
}

/** The bot that a request asks for, as the pages of bots show one; what cannot be read is unknown. */
export function botOf(request: Record<string, unknown>): DcaBot {
  const { pair } = request
  const quote = typeof pair === 'string' ? splitSlashPair(pair).quote : undefined
  return readParts(dcaBot, { ...request, quote_currency: quote }) as DcaBot
}

/** The bot whose orders can be drawn, once nothing that they follow from is missing or wrong. */
export function drawableBot(values: NewBot, { problems }: Judged): DcaBot | undefined {
  return LADDER.some((member) => problems[member]) ? undefined : botOf(toRequest(values))
}
