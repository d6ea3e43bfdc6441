import { commission, marginOf } from '#contract/commission.ts'
import {
  entryPriceOf,
  judgedPriceOf,
  type MarketView,
  type PartialDraft,
} from '#contract/draft-rule.ts'
import { borrowingLeverage, fundsNeeded } from '#contract/exchange-rules.ts'
import { type Book, priceWithImpact } from '#contract/impact.ts'
import { isStopLimitBetter } from '#contract/stop-loss-rules.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  isPositive,
  multiply,
  negate,
  ONE,
  smaller,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'

import { FEE_RATE } from './fees.ts'
import { type Position, type Stop, stopAt, type Target, targetsOf } from './exits.ts'
import { plannedLiquidation } from './liquidation.ts'
import {
  averageOf,
  breakEvenOf,
  costOfClosing,
  type PositionFlow,
  resultOfClosing,
} from './position-cost.ts'
import { type Direction, directionOf, percentOf } from './profit.ts'

export type PreviewTarget = Target & {
  /** In the quote currency, after both fees. */
  profit: Decimal | undefined
  profitPercent: Decimal | undefined
}

export type PreviewStop = Stop & {
  /** Loss after both fees if all closes here; negative for a gain, undefined if invalid. */
  loss: Decimal | undefined
  lossPercent: Decimal | undefined
  /** Liquidation comes before the stop. */
  isBeyondLiquidation: boolean
}

/** `undefined` if data is missing. */
export type Preview = {
  direction: Direction
  entryPrice: Decimal | undefined
  units: Decimal | undefined
  /** Before the fee. */
  total: Decimal | undefined
  /** Entry fee; zero for a held position. */
  commission: Decimal | undefined
  /** Amount taken from the free balance, including fee or margin. */
  needs: { currency: 'base' | 'quote'; amount: Decimal } | undefined
  takesMargin: boolean
  /** Estimate; undefined without borrowing. */
  liquidation: Decimal | undefined
  /** Daily interest at these prices; undefined without borrowing or a known rate. */
  interestADay: Decimal | undefined
  /** Daily funding at these prices; negative if received. */
  fundingADay: Decimal | undefined
  /** Remaining free balance of the currency in `needs`; may be negative. */
  freeAfter: Decimal | undefined
  targets: PreviewTarget[]
  reward: Decimal | undefined
  stop: PreviewStop | undefined
  riskReward: Decimal | undefined
  /** Win rate in percent at which trades break even: risk ÷ (risk + reward). */
  winRate: Decimal | undefined
  /** Price at which closing recovers the entry and both fees. */
  breakEven: Decimal | undefined
}

/** An open position: its cost, and the units of each open target. */
export type OpenPosition = { cost: PositionFlow; units: readonly (Decimal | undefined)[] }

/**
 * Returns exact costs, profit and loss after fees. Shared by form and engine. `open`: the position
 * whose exits the draft changes.
 */
export function previewSmartTrade(
  draft: PartialDraft,
  given: MarketView,
  open?: OpenPosition,
): Preview {
  const market = { ...given, feeRate: given.feeRate ?? FEE_RATE }
  const direction = directionOf(draft.position?.type ?? 'buy')
  const entryPrice = open ? averageOf(open.cost) : entryPriceOf(draft, market)
  const units = open ? open.cost.units : draft.position?.units?.value
  const total = entryPrice && units && multiply(entryPrice, units)
  const entryFeeRate = draft.skip_enter_step ? ZERO : market.feeRate
  const position = {
    direction,
    entry: entryPrice,
    units,
    tick: market.tick,
    lot: market.lot,
  }
  const costs: Costs = {
    exitFeeRate: market.feeRate,
    costOf(some) {
      if (open) return costOfClosing({ basis: open.cost, open: open.cost.units }, some)
      const paid = entryPrice && multiply(some, entryPrice)
      return paid && { units: some, total: paid, fee: commission(paid, entryFeeRate) }
    },
  }
  const judged = judgedPriceOf(draft, market)
  const targets = targetsOf(draft, position).map((target, index) =>
    withProfit(
      open ? { ...target, units: open.units[index] } : target,
      position,
      costs,
      judged,
      market.book,
    ),
  )
  const needs = fundsNeeded(draft, market)
  const leverage = borrowingLeverage(draft)
  const liquidation =
    leverage !== undefined && units && total
      ? plannedLiquidation({
          ...position,
          units,
          total,
          leverage,
          feeRate: market.feeRate,
        })
      : undefined
  const isShort = direction === 'short'
  const borrowed =
    leverage !== undefined && total
      ? isShort
        ? total
        : subtract(total, marginOf(total, leverage))
      : undefined
  const isIsolated = leverage !== undefined && draft.leverage?.type === 'isolated'
  const stop = withLoss(stopAt(draft, position, market), position, costs, {
    judged,
    isRefused: isStopLimitBetter(draft, market),
    liquidation,
    margin: isIsolated ? needs?.amount : undefined,
    book: market.book,
  })
  const reward = sumOfKnown(targets.map(({ profit }) => profit))
  const free = needs && market.free?.[needs.currency]
  return {
    direction,
    entryPrice,
    units,
    total,
    commission: total && commission(total, entryFeeRate),
    needs,
    takesMargin: leverage !== undefined,
    liquidation,
    interestADay: borrowed && market.dailyInterest && multiply(borrowed, market.dailyInterest),
    fundingADay:
      leverage !== undefined && total && market.dailyFunding
        ? multiply(isShort ? negate(total) : total, market.dailyFunding)
        : undefined,
    freeAfter: needs && free && subtract(free, needs.amount),
    targets,
    reward,
    stop,
    ...riskRewardOf(reward, stop?.loss),
    breakEven: isPlainSale(draft) ? undefined : breakEvenAt(position, costs),
  }
}

type Costs = { exitFeeRate: Decimal; costOf: (units: Decimal) => PositionFlow | undefined }

function resultAt(
  { direction }: Position,
  units: Decimal | undefined,
  price: Decimal | undefined,
  { exitFeeRate, costOf }: Costs,
) {
  const cost = units && costOf(units)
  if (!cost || !price) return undefined
  const profit = resultOfClosing({ direction, cost, exitFeeRate }, price)
  const entered = (direction === 'long' ? add : subtract)(cost.total, cost.fee)
  return { entered, profit, percent: percentOf(profit, entered) }
}

/** Uses one unit if the units are unknown. */
function breakEvenAt(
  { direction, units = ONE, tick }: Position,
  { exitFeeRate, costOf }: Costs,
): Decimal | undefined {
  const cost = costOf(units)
  return cost && breakEvenOf({ direction, cost, exitFeeRate }, tick)
}

/** Returns true if the price is on the valid side, or unknown. */
function isValidSide(
  price: Decimal | undefined,
  judged: Decimal | undefined,
  isAbove: boolean,
): boolean {
  return !price || !judged || compare(price, judged) === (isAbove ? 1 : -1)
}

function withProfit(
  target: Target,
  position: Position,
  costs: Costs,
  judged: Decimal | undefined,
  book: Book | undefined,
): PreviewTarget {
  const isRight = isValidSide(target.price, judged, position.direction === 'long')
  const price =
    target.orderType === 'market'
      ? marketExitPrice(target.price, target, position, book)
      : target.price
  const result = isRight ? resultAt(position, target.units, price, costs) : undefined
  return { ...target, profit: result?.profit, profitPercent: result?.percent }
}

/** Returns the fill price of a market exit, including price impact. */
const marketExitPrice = (
  price: Decimal | undefined,
  { units }: { units?: Decimal | undefined },
  { direction }: Position,
  book: Book = {},
): Decimal | undefined =>
  price && units && priceWithImpact(direction === 'long' ? 'sell' : 'buy', units, price, book)

type LossLimits = {
  judged: Decimal | undefined
  isRefused: boolean
  liquidation: Decimal | undefined
  /** Maximum loss of an isolated position. */
  margin: Decimal | undefined
  book: Book | undefined
}

function withLoss(
  stop: Stop | undefined,
  position: Position,
  costs: Costs,
  { judged, isRefused, liquidation, margin, book }: LossLimits,
): PreviewStop | undefined {
  if (!stop) return undefined
  const isAbove = position.direction === 'short'
  const isRight =
    !isRefused && [stop.trigger, stop.limit].every((price) => isValidSide(price, judged, isAbove))
  const isBeyondLiquidation =
    isRight && liquidation !== undefined && stop.trigger !== undefined
      ? compare(stop.trigger, liquidation) !== (isAbove ? -1 : 1)
      : false
  const result = isRight
    ? resultAt(
        position,
        position.units,
        stop.limit ?? marketExitPrice(stop.trigger, position, position, book),
        costs,
      )
    : undefined
  const atStop = result && negate(result.profit)
  const loss = atStop && margin ? (isBeyondLiquidation ? margin : smaller(atStop, margin)) : atStop
  return {
    ...stop,
    loss,
    lossPercent: result && loss && percentOf(loss, result.entered),
    isBeyondLiquidation,
  }
}

/** Returns the sum if all values are known; `undefined` for none. */
function sumOfKnown(values: readonly (Decimal | undefined)[]): Decimal | undefined {
  const known = values.filter((value): value is Decimal => value !== undefined)
  return known.length > 0 && known.length === values.length ? sum(known) : undefined
}

function riskRewardOf(reward: Decimal | undefined, risk: Decimal | undefined) {
  const areBoth = reward && risk && isPositive(reward) && isPositive(risk)
  return {
    riskReward: areBoth ? divide(reward, risk, 4, 'half-even') : undefined,
    winRate: areBoth ? percentOf(risk, add(risk, reward)) : undefined,
  }
}

/** A sale with borrowed coins opens a short instead. */
const isPlainSale = (draft: PartialDraft): boolean =>
  draft.instant === true && draft.position?.type === 'sell' && !draft.leverage?.enabled
