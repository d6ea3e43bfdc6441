import type { DcaBot } from '#contract/dca-bots.ts'
import type { MarketPair } from '#contract/market.ts'
import { absolute, add, type Decimal, HUNDRED, ZERO } from '#money/decimal.ts'
import { tickPlaces } from '#money/price-places.ts'
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

/** A bot that was read, or one that a request asks for: any of its settings may be missing. */
export type DealPlan = {
  readonly [K in Exclude<keyof DcaBot, 'deals'>]?: DcaBot[K] | undefined
}

/** `planned`: this order and all before it as the settings have them, before ticks and lots. */
export type EstimatedStep = DcaStep & { planned: Decimal }

/** The orders of a deal that opens now, and what follows from them. */
export type DealEstimate = {
  /** `percent`: no price is known, so every price is a percent of the start. */
  counted: 'price' | 'percent'
  start: Decimal
  steps: EstimatedStep[]
  /** The most one deal can spend, in the quote currency. */
  funds: Decimal
  /** Why fewer orders are listed than the settings have, as a sentence. */
  cut: string | undefined
  /** How far the price can go against the deal before the last order, in percent. */
  reach: Decimal | undefined
  /** From the last order's price to its target, in percent. */
  back: Decimal | undefined
}

/** `undefined` while a setting that shapes the ladder is unknown. */
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

/** What the base order pays or gets now. */
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

/** The market a bot trades on, or one of which nobody says whose it is; never another exchange's. */
export function marketOf(
  bot: DcaBot,
  markets: readonly MarketPair[] | undefined,
): MarketPair | undefined {
  // Of several pairs none is the one of the next deal.
  if ((bot.pairs?.length ?? 0) > 1) return undefined
  const pair = fromSlashPair(bot.pair)
  const same = markets?.filter((market) => market.pair === pair) ?? []
  return (
    same.find(({ exchange }) => exchange === bot.exchange) ??
    same.find(({ exchange }) => exchange === undefined)
  )
}

/** The decimals of the prices of a deal's orders. */
export const estimatePlaces = ({ counted, start, steps }: DealEstimate): number | undefined =>
  counted === 'percent' ? 2 : tickPlaces([start, ...steps.map(({ price }) => price)])
