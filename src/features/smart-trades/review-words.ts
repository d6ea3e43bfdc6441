import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import type { SmartTradeType } from '#contract/smart-trade-type.ts'
import { formatAmount } from '#money/format.ts'
import type { PairParts } from '#trading/pair.ts'

/** Verb and pair in words: the spec spells pairs in two ways, a trader should meet neither here. */
export function titleOf(type: SmartTradeType, { base, quote }: PairParts): string {
  switch (type) {
    case 'smart_trade':
    case 'simple_buy':
      return `Buy ${base} with ${quote}`
    case 'smart_cover':
    case 'simple_sell':
      return `Sell ${base} for ${quote}`
    case 'smart_sell':
      return `Sell held ${base} for ${quote}`
    case 'smart_buy':
      return `Buy back ${base} with ${quote}`
  }
}

/** How the entry happens, after "Price, ". */
export function entryWords({ position, skip_enter_step, instant }: SmartTradeDraft): string {
  if (skip_enter_step) return 'held'
  if (instant) return 'at market, at once'
  if (position.order_type !== 'conditional') return position.order_type
  return position.conditional?.order_type === 'limit'
    ? 'limit, once triggered'
    : 'market, once triggered'
}

/** What a trader has to know and the figures do not say, what was `left` to the service first; at most three. */
export function notesOf(draft: SmartTradeDraft, left: readonly string[] = []): string[] {
  const { stop_loss: stop, take_profit: profit } = draft
  const steps = profit?.enabled ? (profit.steps ?? []) : []
  const notes = left.map((sentence) => `${sentence} Left to the service, which may refuse it.`)
  const rest = steps[0] && steps.length > 1 ? steps[0].volume : undefined
  if (stop?.enabled && stop.breakeven && rest !== undefined) {
    notes.push(
      `After target 1, ${formatAmount(rest)}% of the position, the stop moves to break-even for the rest.`,
    )
  }
  if (!draft.instant && !stop?.enabled) notes.push('Without a stop the loss has no limit.')
  if (stop?.enabled && stop.timeout?.enabled) {
    notes.push(
      `The stop waits ${stop.timeout.value} s before it closes${
        stop.order_type === 'limit' ? ', and its limit order may then find the price gone' : ''
      }.`,
    )
  }
  const isByPercent =
    steps.some(({ price }) => price.percent !== undefined) ||
    stop?.conditional?.price?.percent !== undefined ||
    stop?.price?.percent !== undefined
  if (isByPercent) {
    notes.push('Prices given in percent are measured from the entry as it is filled.')
  }
  const trailing = draft.position.conditional?.trailing
  if (trailing?.enabled && trailing.percent) {
    notes.push(`Once triggered the entry trails the price by ${formatAmount(trailing.percent)}%.`)
  }
  return notes.slice(0, 3)
}
