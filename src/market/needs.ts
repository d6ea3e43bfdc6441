import type { DcaBot } from '#contract/dca-bots.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import { commission } from '#contract/commission.ts'
import type { DcaDeal } from '#contract/dca-deals.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import {
  absolute,
  compare,
  type Decimal,
  decimal,
  isNegative,
  isPositive,
  larger,
  multiply,
  smaller,
  subtract,
} from '#money/decimal.ts'
import { formatPercent, formatPrice } from '#money/format.ts'
import { isAtLastOrder } from '#trading/dca-ladder.ts'
import { rangePosition } from '#trading/grid-range.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { resultOfClosing } from '#trading/position-cost.ts'
import { directionOf, percentOf } from '#trading/profit.ts'
import { groupOf, isFilled, isPartlyFilled } from '#trading/smart-trade-group.ts'
import { entryOf, sideOf, stopOf } from '#trading/smart-trade-prices.ts'

/** Page that a need's button opens. */
type Target =
  | { to: 'stop of a grid bot'; id: Id }
  | { to: 'DCA bot'; id: string }
  | { to: 'SmartTrade' | 'exits of a SmartTrade'; id: Id }

/** Something that needs the trader's decision. */
export type Need = Target & {
  key: string
  name: string
  /** Name without an amount, for a notice. */
  subject: string
  /** Reason without an amount, for a notice. */
  reason: string
  /** Reason with its figure. */
  sentence: string
  /** Current loss, or loss at a pending entry's stop; negative, in the quote currency. */
  stake: Decimal | null | undefined
  /** Reason of an unknown stake. */
  whyUnknown: string
  quote: string | undefined
  /** The loss exists already. */
  isLoss: boolean
  /** Range and last price for the picture. */
  picture?: { lower: Decimal; upper: Decimal; last: Decimal } | undefined
}

/** Page and button text for the decision. */
export function nextStepOf(need: Need) {
  switch (need.to) {
    case 'stop of a grid bot':
      return {
        words: 'Review stop',
        link: { to: '/grid-bots/$botId', params: { botId: need.id }, search: { stop: true } },
      } as const
    case 'DCA bot':
      return {
        words: 'Open deal',
        link: { to: '/dca-bots/$botId', params: { botId: need.id } },
      } as const
    case 'SmartTrade':
      return {
        words: 'Open trade',
        link: { to: '/smart-trades', search: { trade: need.id } },
      } as const
    case 'exits of a SmartTrade':
      return {
        words: 'Set a stop',
        link: { to: '/smart-trades/edit', search: { trade: need.id } },
      } as const
  }
}

export type Sources = {
  gridBots: readonly GridBot[]
  dcaBots: readonly DcaBot[]
  smartTrades: readonly SmartTrade[]
}

/** In percent of the entry price: a nearer entry may fill soon. */
const NEAR_ENTRY = decimal('1')
/** In percent of the last price: a nearer liquidation is urgent. */
const NEAR_LIQUIDATION = decimal('5')
/** In percent: a smaller loss without a stop is ordinary. */
const LARGE_LOSS = decimal('5')

const NO_RESULT = 'The service did not send the result.'

/** Rules with their screen text; the first that applies to an entity counts. */
const RULES = {
  gridBot: [outOfRange],
  dcaDeal: [noSafetyOrderLeft],
  smartTrade: [nearLiquidation, lossWithoutStop, nearEntry],
}

/** Needs: actual losses, then possible ones, by size in dollars. `dollarsOf`: price in USD. */
export function needsOf(
  { gridBots, dcaBots, smartTrades }: Sources,
  dollarsOf: (currency: string) => Decimal | undefined,
): Need[] {
  const needs = [
    ...gridBots.flatMap((bot) => firstOf(RULES.gridBot, bot)),
    ...dcaBots
      .flatMap((bot) => (bot.deals ?? []).map((deal) => ({ bot, deal })))
      .flatMap((open) => firstOf(RULES.dcaDeal, open)),
    ...smartTrades.flatMap((trade) => firstOf(RULES.smartTrade, trade)),
  ]
  const worth = ({ stake, quote }: Need): Decimal | undefined => {
    const price = quote === undefined ? undefined : dollarsOf(quote)
    return stake && price ? multiply(stake, price) : undefined
  }
  return needs
    .map((need) => ({ need, dollars: worth(need) }))
    .toSorted((a, b) => {
      if (a.need.isLoss !== b.need.isLoss) return a.need.isLoss ? -1 : 1
      if (a.dollars && b.dollars) return compare(a.dollars, b.dollars)
      return a.dollars ? -1 : b.dollars ? 1 : 0
    })
    .map(({ need }) => need)
}

type Lists = { [K in keyof Sources]: Rows<Sources[K][number]> | undefined }

/** Parts of the lists that the service did not send in a known form. */
export function unknownParts({ gridBots, dcaBots, smartTrades }: Lists): string[] {
  const lists = { 'grid bots': gridBots, 'DCA bots': dcaBots, SmartTrades: smartTrades }
  const isUnlisted = ({ active_trades: open, deals }: DcaBot) => open > 0 && !deals
  return [
    ...Object.entries<readonly unknown[] | undefined>(lists).flatMap(([of, rows]) =>
      unreadableRows(rows).length > 0 ? [`some ${of}`] : [],
    ),
    ...(readableRows(dcaBots).some(isUnlisted) ? ['open deals of DCA bots'] : []),
  ]
}

function firstOf<T>(rules: readonly ((entity: T) => Need | undefined)[], entity: T): Need[] {
  for (const rule of rules) {
    const need = rule(entity)
    if (need) return [need]
  }
  return []
}

/** A running bot with its price out of range and a loss on its coins. */
function outOfRange(bot: GridBot): Need | undefined {
  const position = rangePosition(bot)
  const { id, name, unrealized_profit_loss: open, lower_price, upper_price, current_price } = bot
  if (!bot.is_enabled || !position || position.place === 'inside') return undefined
  if (open && !isNegative(open)) return undefined
  return {
    key: `grid bot ${id}`,
    to: 'stop of a grid bot',
    id,
    name,
    subject: name,
    reason: 'The price has left its range.',
    sentence: `${formatPercent(position.distance)} ${position.place} its range. It earns nothing there.`,
    stake: open,
    whyUnknown: NO_RESULT,
    quote: splitPair(bot.pair).quote,
    isLoss: true,
    picture:
      lower_price && upper_price && current_price
        ? { lower: lower_price, upper: upper_price, last: current_price }
        : undefined,
  }
}

/** A losing open deal without a safety order left. */
function noSafetyOrderLeft({ bot, deal }: { bot: DcaBot; deal: DcaDeal }): Need | undefined {
  const { max_safety_orders: most } = bot
  const { amount, currency = bot.quote_currency } = deal.profit ?? {}
  if (!isAtLastOrder(deal, bot) || (amount && !isNegative(amount))) return undefined
  return {
    // A deal's number may be unique within its bot only.
    key: `deal ${deal.id} of ${bot.id}`,
    to: 'DCA bot',
    id: bot.id,
    name: `${bot.name}, deal ${deal.id}`,
    subject: bot.name,
    reason: 'No safety order is left.',
    sentence: `${most === 1 ? 'Its one safety order is' : `All ${most} safety orders are`} filled, none is left.`,
    stake: amount,
    whyUnknown: NO_RESULT,
    quote: currency,
    isLoss: true,
  }
}

/** A borrowed position close to its liquidation. */
function nearLiquidation(trade: SmartTrade): Need | undefined {
  const { liquidation_price: liquidation, current_price } = trade.data
  const { last } = current_price
  if (!hasPosition(trade) || !liquidation || !last || !isPositive(last)) return undefined
  const distance = absolute(percentOf(subtract(liquidation, last), last))
  if (compare(distance, NEAR_LIQUIDATION) > 0) return undefined
  return {
    ...positionOf(trade),
    to: 'SmartTrade',
    reason: 'Its liquidation is near.',
    sentence: `Liquidation at ${formatPrice(liquidation)}, ${formatPercent(distance)} away.`,
  }
}

/** A position without a stop and with a large loss. */
function lossWithoutStop(trade: SmartTrade): Need | undefined {
  const { percent } = trade.profit
  if (!hasPosition(trade) || trade.stop_loss.enabled || !percent) return undefined
  if (compare(absolute(percent), LARGE_LOSS) < 0 || !isNegative(percent)) return undefined
  return {
    ...positionOf(trade),
    to: 'exits of a SmartTrade',
    reason: 'A large loss without a stop.',
    sentence: `Down ${formatPercent(absolute(percent))}, without a stop.`,
  }
}

/** An entry with a stop, close to the price: the result if both fill. */
function nearEntry(trade: SmartTrade): Need | undefined {
  const { last } = trade.data.current_price
  const [side, entry, stop] = [sideOf(trade), entryOf(trade), stopOf(trade)]
  const isWaiting = groupOf(trade.status) === 'active' && !isFilled(trade) && !isPartlyFilled(trade)
  if (!isWaiting || !side || !entry || !stop || !last || !isPositive(entry)) return undefined
  const distance = absolute(percentOf(subtract(last, entry), entry))
  if (compare(distance, NEAR_ENTRY) > 0) return undefined
  return {
    ...ofTrade(trade),
    to: 'SmartTrade',
    name: `${toSlashPair(trade.pair)} ${side} at ${formatPrice(entry)}`,
    reason: 'Its entry is near.',
    sentence: `Entry ${formatPercent(distance)} away. Costs this if the stop at ${formatPrice(stop)} is hit.`,
    stake: resultAtStop(trade, entry, stop),
    whyUnknown: 'The service did not send units or fee.',
    isLoss: false,
    picture: { lower: smaller(stop, entry), upper: larger(stop, entry), last },
  }
}

/** After the fees of both sides, in the quote currency. */
function resultAtStop(trade: SmartTrade, entry: Decimal, stop: Decimal): Decimal | undefined {
  const side = sideOf(trade)
  const units = trade.position.units.value
  const rate = trade.data.commission
  if (!side || !units || !rate) return undefined
  const total = multiply(units, entry)
  const cost = { units, total, fee: commission(total, rate) }
  return resultOfClosing({ direction: directionOf(side), cost, exitFeeRate: rate }, stop)
}

const hasPosition = (trade: SmartTrade): boolean =>
  groupOf(trade.status) === 'active' && (isFilled(trade) || isPartlyFilled(trade))

const ofTrade = ({ id, pair }: SmartTrade) => ({
  key: `SmartTrade ${id}`,
  id,
  subject: `${toSlashPair(pair)}, SmartTrade ${id}`,
  quote: splitPair(pair).quote,
})

const positionOf = (trade: SmartTrade) => ({
  ...ofTrade(trade),
  name: ofTrade(trade).subject,
  stake: trade.profit.volume,
  whyUnknown: NO_RESULT,
  isLoss: true,
})
