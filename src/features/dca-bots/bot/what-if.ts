import type { DcaBot } from '#contract/dca-bots.ts'
import { readAmount } from '#forms/amount-text.ts'
import { compare, type Decimal, fromNumber, isPositive, toText } from '#money/decimal.ts'

/** The settings that can be tried out; all of them shape the ladder. */
export const TRIED = [
  'price_deviation',
  'safety_order_step_scale',
  'safety_order_volume_scale',
  'max_safety_orders',
  'base_order_size',
  'safety_order_size',
  'take_profit_pct',
] as const
export type Tried = (typeof TRIED)[number]

/** What was typed; a field that was left alone is absent. */
export type Typed = Partial<Record<Tried, string>>

export type WhatIf = {
  /** The bot as it would be; a field that cannot be read keeps the bot's own value. */
  bot: DcaBot
  problems: Partial<Record<Tried, string>>
  /** The fields whose value differs from the bot's own. */
  changed: readonly Tried[]
}

const MOST_ORDERS = 100
const MOST_SCALE = fromNumber(10)
const HUNDRED_PERCENT = fromNumber(100)

/** The bot with what was typed in place of its settings. Nothing of it ever leaves the page. */
export function whatIf(bot: DcaBot, typed: Typed): WhatIf {
  const problems: WhatIf['problems'] = {}
  const changed: Tried[] = []
  let tried = bot
  for (const field of TRIED) {
    const text = typed[field]
    if (text === undefined) continue
    const value = readAmount(text)
    const problem = problemOf(field, value)
    if (problem !== undefined) problems[field] = problem
    if (problem !== undefined || value === undefined || toText(value) === ownText(bot, field)) {
      continue
    }
    changed.push(field)
    tried = { ...tried, [field]: field === 'max_safety_orders' ? Number(toText(value)) : value }
  }
  return { bot: tried, problems, changed }
}

/** The bot's own value as it stands in the field. */
export function ownText(bot: DcaBot, field: Tried): string {
  const value = bot[field]
  if (value === undefined) return ''
  return typeof value === 'number' ? String(value) : toText(value)
}

function problemOf(field: Tried, value: Decimal | undefined): string | undefined {
  if (value === undefined) return 'Type a number.'
  if (field === 'max_safety_orders') {
    const isWhole = /^\d+$/.test(toText(value))
    return isWhole && Number(toText(value)) <= MOST_ORDERS
      ? undefined
      : `A whole number from 0 to ${MOST_ORDERS}.`
  }
  if (!isPositive(value)) return 'More than 0.'
  if (field.endsWith('_scale') && compare(value, MOST_SCALE) > 0) return 'At most 10.'
  if (field === 'price_deviation' && compare(value, HUNDRED_PERCENT) >= 0) return 'Less than 100.'
  return undefined
}
