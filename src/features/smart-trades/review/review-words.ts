import type { MarketView, PartialDraft } from '#contract/draft-rule.ts'
import { readJson } from '#contract/json.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeAtExchange, judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import type { SmartTradeType } from '#contract/smart-trade-type.ts'
import { compare, type Decimal } from '#money/decimal.ts'
import { formatAmount, formatPrice, joined, list, plural } from '#money/format.ts'
import { type PairParts, splitPair } from '#trading/pair.ts'
import { isFar, priceWent } from '#trading/price-move.ts'
import { type Preview, previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { leaving, MOST_WARNINGS, type SoftKind } from '../ticket/draft.ts'

/** Action and pair in words, because the spec spells pairs in two ways. */
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

type Position = SmartTradeDraft['position']

/** Sentence such as "Buys 0.05 BTC at 89,500 USDT, with 2 targets and a stop." */
export function deedOf(draft: SmartTradeDraft, amount: string): string {
  const { position, take_profit, stop_loss, skip_enter_step: isHeld } = draft
  const { base, quote } = splitPair(draft.pair)
  const isBuy = position.type === 'buy'
  const { length: count } = (take_profit?.enabled && take_profit.steps) || []
  const exits = list([
    ...(count > 0 ? [count === 1 ? 'a target' : plural(count, 'target')] : []),
    ...(stop_loss?.enabled ? ['a stop'] : []),
  ])
  const coins = `${amount} ${base}`
  const at = entryAt(position, quote)
  const [held, entered] = isBuy
    ? [`Sells the held ${coins}`, `Buys ${coins} ${at}`]
    : [`Buys back ${coins}`, `Sells ${coins} ${at}`]
  return `${joined([isHeld ? held : entered, exits !== '' && `with ${exits}`])}.`
}

/** "at 89,500 USDT", "at 89,600 USDT once the price is 89,500 USDT" */
function entryAt({ order_type: orderType, price, conditional }: Position, quote: string): string {
  const written = (value: Decimal) => `${formatAmount(value, { minPlaces: 2 })} ${quote}`
  const trigger = orderType === 'conditional' ? conditional?.price?.value : undefined
  const isAtLimit = orderType === 'limit' || conditional?.order_type === 'limit'
  const limit = isAtLimit && price?.value ? `at ${written(price.value)}` : undefined
  if (!trigger) return limit ?? 'at the market'
  return joined([limit, `once the price is ${written(trigger)}`], ' ')
}

/** Type of the entry, after "Price, ". */
export function entryWords({ position, skip_enter_step, instant }: SmartTradeDraft): string {
  if (skip_enter_step) return 'held'
  if (instant) return 'at market, at once'
  if (position.order_type !== 'conditional') return position.order_type
  return position.conditional?.order_type === 'limit'
    ? 'limit, once triggered'
    : 'market, once triggered'
}

/** Label of the entry's cost. Only limit orders have a maximum before they fill. */
export function costTerm(
  { position, leverage, skip_enter_step: isHeld }: SmartTradeDraft,
  currency: 'base' | 'quote' | undefined,
): string {
  if (currency === 'base') return 'Taken from balance'
  const cost = leverage?.enabled ? 'Margin' : 'Cost'
  const { order_type: orderType, price, conditional } = position
  if (isHeld && price?.value) return `${cost} at the entry price, with fees`
  if (isHeld || orderType === 'market') return `${cost} with fees, before slippage`
  if (orderType === 'limit' || conditional?.order_type === 'limit') {
    return leverage?.enabled ? 'Margin with fees' : 'Maximum cost with fees'
  }
  return `${cost} at the trigger, with fees`
}

/** Ways in which a stop may fail or come too late, worst first. */
export function stopWarnings(
  { stop_loss, position, leverage }: Pick<PartialDraft, 'stop_loss' | 'position' | 'leverage'>,
  preview?: Pick<Preview, 'stop' | 'liquidation'>,
): string[] {
  if (!stop_loss?.enabled) return []
  const { order_type: orderType, timeout } = stop_loss
  const isLong = position?.type !== 'sell'
  const warnings: string[] = []
  if (preview?.stop?.isBeyondLiquidation && preview.liquidation) {
    const price = formatPrice(preview.liquidation)
    warnings.push(
      `The stop lies beyond the estimated liquidation at ${price}. ${
        leverage?.type === 'isolated'
          ? 'The position is liquidated first, and its margin is lost.'
          : 'The position may be liquidated first; otherwise the rest of the account covers the loss until the stop.'
      }`,
    )
  }
  const waits =
    timeout?.enabled && timeout.value !== undefined
      ? `The stop waits ${formatAmount(timeout.value)} s before it closes`
      : undefined
  if (orderType === 'limit') {
    warnings.push(
      `${waits === undefined ? '' : `${waits}. `}A limit stop may never be filled: a price that ${
        isLong ? 'falls' : 'rises'
      } past the limit leaves the position open.`,
    )
  } else if (waits !== undefined) {
    warnings.push(`${waits}, and the loss can grow meanwhile.`)
  }
  return warnings
}

/** Risks missing in the figures, worst first, at most three; `left` checks share one. */
export function notesOf(
  draft: SmartTradeDraft,
  left: readonly string[] = [],
  preview?: Pick<Preview, 'stop' | 'liquidation'>,
): string[] {
  const { stop_loss, take_profit, position } = draft
  const stop = stop_loss?.enabled ? stop_loss : undefined
  const steps = take_profit?.enabled ? (take_profit.steps ?? []) : []
  const notes: string[] = []
  if (left.length > 0) {
    notes.push(`${left.join(' ')} The service decides, and may refuse it.`)
  }
  // A loan stays open, whether the entry is instant or not.
  if ((!draft.instant || draft.leverage?.enabled) && !stop) {
    notes.push('Without a stop, nothing closes it if the price turns against it.')
  }
  notes.push(...stopWarnings(draft, preview))
  if (stop?.breakeven && steps.length > 1) {
    notes.push('After the first filled target the stop moves to break-even for the rest.')
  }
  const prices = [...steps.map(({ price }) => price), stop?.conditional?.price, stop?.price]
  if (prices.some((price) => price?.percent !== undefined)) {
    notes.push('Percent targets are set from the actual fill price.')
  }
  const trailing = position.conditional?.trailing
  if (trailing?.enabled && trailing.percent) {
    notes.push(`Once triggered the entry trails the price by ${formatAmount(trailing.percent)}%.`)
  }
  return notes.slice(0, MOST_WARNINGS)
}

type Order = {
  draft: SmartTradeDraft
  body: string
  left: Iterable<SoftKind>
}

/**
 * Effect of newer prices on a reviewed order, as a sentence. `undefined` if no price changed sides
 * of the market, no rule is newly broken, and the immediate cost is about the same.
 */
export function whatMoved(
  { draft, body, left }: Order,
  before: MarketView,
  after: MarketView,
): string | undefined {
  const from = before.price
  const to = after.price
  if (!to || !from) return undefined
  const { quote } = splitPair(draft.pair)
  const moved = priceWent(from, to, quote)
  const then = levelsOf(draft, before)
  const now = levelsOf(draft, after)
  const passed = Object.keys(then).find(
    (name) => sideOf(then[name], from) !== sideOf(now[name], to),
  )
  if (passed !== undefined) return `${moved} and has passed the ${passed}.`
  const [broken] = [
    judgeSmartTrade(readJson(body), after).issues ?? {},
    judgeAtExchange(draft, leaving(after, left)),
  ].flatMap((issues) => Object.values(issues).flat())
  if (broken !== undefined) return `${moved}. ${broken}`
  const isAtOnce = draft.position.order_type === 'market' && !draft.skip_enter_step
  return isAtOnce && isFar(from, to)
    ? `${moved}, and the order is carried out at the price of the moment.`
    : undefined
}

function levelsOf(draft: SmartTradeDraft, market: MarketView): Record<string, Decimal | undefined> {
  const { entryPrice, targets, stop } = previewSmartTrade(draft, market)
  // Exits have no effect before there is a position.
  const hasPosition = draft.skip_enter_step || draft.position.order_type === 'market'
  return {
    'price of the entry': draft.position.order_type === 'limit' ? entryPrice : undefined,
    'trigger of the entry': draft.position.conditional?.price?.value,
    ...(hasPosition && {
      ...Object.fromEntries(
        targets.map(({ price }, index) => [
          targets.length === 1 ? 'target' : `target ${index + 1}`,
          price,
        ]),
      ),
      stop: stop?.trigger,
    }),
  }
}

const sideOf = (level: Decimal | undefined, price: Decimal) => level && compare(level, price) > 0
