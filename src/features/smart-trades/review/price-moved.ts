import type { MarketView } from '#contract/draft-rule.ts'
import { readJson } from '#contract/json.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeAtExchange, judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { compare, type Decimal } from '#money/decimal.ts'
import { splitPair } from '#trading/pair.ts'
import { isFar, priceWent } from '#trading/price-move.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { leaving, type SoftKind } from '../ticket/soft-blocks.ts'

type Order = {
  draft: SmartTradeDraft
  /** The request's body as it would go out. */
  body: string
  /** What was left to the service. */
  left: Iterable<SoftKind>
}

/**
 * What a market does to an order that was reviewed in another one, as a sentence; `undefined` while
 * it means what it meant: no price of it lies on the other side of the market, no rule that held is
 * broken, and what is done at once costs about what was read.
 */
export function whatMoved(
  { draft, body, left }: Order,
  before: MarketView,
  after: MarketView,
): string | undefined {
  const from = before.price
  const to = after.price
  if (to === undefined || from === undefined) return undefined
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

/** Every price of an order at which something happens. */
function levelsOf(draft: SmartTradeDraft, market: MarketView): Record<string, Decimal | undefined> {
  const { entryPrice, targets, stop } = previewSmartTrade(draft, market)
  // An exit means nothing to the market before there is something to close.
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

const sideOf = (level: Decimal | undefined, price: Decimal) =>
  level === undefined ? undefined : compare(level, price) > 0
