// Orders of a bot's next deal, estimated from its settings.

import type { DcaBot } from '#contract/dca-bots.ts'
import type { MarketPair } from '#contract/market.ts'
import { absolute, add, type Decimal, HUNDRED, ZERO } from '#money/decimal.ts'
import { tickPlaces } from '#money/format.ts'
import {
  dcaLadder,
  type DcaSettings,
  dcaStart,
  type DcaStep,
  dealFunds,
  knownSettings,
  MAX_SAFETY_ORDERS,
} from '#trading/dca-ladder.ts'
import { fromSlashPair } from '#trading/pair.ts'

/** Existing or requested bot; any setting may be missing. */
export type DealPlan = {
  readonly [K in Exclude<keyof DcaBot, 'deals'>]?: DcaBot[K] | undefined
}

/** `planned`: total up to this order by the settings, before ticks and lots. */
export type EstimatedStep = DcaStep & { planned: Decimal }

export type DealEstimate = {
  /** `percent`: the price is unknown, so all prices are percent of the start. */
  counted: 'price' | 'percent'
  start: Decimal
  steps: EstimatedStep[]
  funds: Decimal
  /** Reason, as a sentence, for fewer orders than the settings have. */
  cut: string | undefined
  /** Adverse move up to the last order, in percent. */
  reach: Decimal | undefined
  /** Move from the last order's price to its target, in percent. */
  back: Decimal | undefined
}

/** `undefined` if a setting of the orders is unknown. */
export function dealEstimate(
  bot: DealPlan,
  market: MarketPair | undefined,
): DealEstimate | undefined {
  const settings = knownSettings(bot)
  if (!settings) return undefined
  const start = startOf(settings, bot.start_order_type, market) ?? HUNDRED
  let planned = ZERO
  const steps = dcaLadder(settings, {
    price: start,
    ...(market?.last && { tick: market.tick, lot: market.lot }),
  }).map((step) => {
    planned = add(planned, step.size)
    return { ...step, planned }
  })
  const last = steps.at(-1)
  return {
    counted: market?.last ? 'price' : 'percent',
    start,
    steps,
    funds: dealFunds(settings),
    cut: whyCut(steps.length, settings.max_safety_orders),
    reach: last?.deviation,
    back: last && absolute(last.changeNeeded),
  }
}

/** Price that the base order pays or gets now. */
function startOf(
  settings: DcaSettings,
  type: string | undefined,
  market: MarketPair | undefined,
): Decimal | undefined {
  const best = (settings.strategy === 'Short' ? market?.bid : market?.ask) ?? market?.last
  if (!best || !market) return best
  return dcaStart({ ...settings, start_order_type: type }, best, market)
}

function whyCut(listed: number, safetyOrders: number): string | undefined {
  if (listed > safetyOrders) return undefined
  if (listed === 0) return 'The base order is less than one lot, or its price less than one tick.'
  return listed > MAX_SAFETY_ORDERS ? 'More are not listed here.' : 'The price cannot fall further.'
}

/** Market on the bot's exchange, or one without a known exchange; never another exchange's. */
export function marketOf(
  bot: DcaBot,
  markets: readonly MarketPair[] | undefined,
): MarketPair | undefined {
  // With several pairs, the next deal's pair is unknown.
  if ((bot.pairs?.length ?? 0) > 1) return undefined
  const pair = fromSlashPair(bot.pair)
  const same = markets?.filter((market) => market.pair === pair) ?? []
  return (
    same.find(({ exchange }) => exchange === bot.exchange) ??
    same.find(({ exchange }) => exchange === undefined)
  )
}

export const estimatePlaces = ({ counted, start, steps }: DealEstimate): number | undefined =>
  counted === 'percent' ? 2 : tickPlaces([start, ...steps.map(({ price }) => price)])
