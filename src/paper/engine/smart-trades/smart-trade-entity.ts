import { withCommission } from '#contract/commission.ts'
import type { FundsChange } from '#contract/smart-trade-funds.ts'
import type { ReduceStepEntity, StatusEntity } from '#contract/smart-trade-parts.ts'
import { typeOfTrade } from '#contract/smart-trade-type.ts'
import type { SmartTradeEntity } from '#contract/smart-trades.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  isZero,
  larger,
  multiply,
  quotient,
  round,
  subtract,
  ZERO,
} from '#money/decimal.ts'
import { averageOf, costOfOpen } from '#trading/position-cost.ts'

import { namedOf } from '../balances/accounts.ts'
import { heldIn } from '../orders/order.ts'
import { freeBalance } from '../orders/place-orders.ts'
import { accountOf, instrumentOf, type World } from '../world.ts'
import { type Figures, figuresNow } from './figures-now.ts'
import { followed, stepOf, stopLossOf } from './smart-trade-exit-entities.ts'
import { exitUnits, hasExitAhead, isLong } from './smart-trade-exits.ts'
import { profitOf } from './smart-trade-profit.ts'
import {
  type Funds,
  isEntered,
  isOver,
  openUnits,
  positionOf,
  type SmartTradeRecord,
  type StepState,
  stepStatus,
  tradeStatus,
} from './smart-trade-record.ts'

const PLACES = 18

/** A trade as in spec 2.1, from its record and the current prices. */
export function smartTradeEntity(
  world: World,
  trade: SmartTradeRecord,
  figures = figuresNow(world)(trade.accountId, trade.pair),
): SmartTradeEntity {
  const parts = isOver(trade)
    ? recordedParts(world, trade)
    : world.changes.kept('smart_trade', String(trade.id), () => recordedParts(world, trade))
  return {
    ...parts,
    id: trade.id,
    version: 2,
    revision: trade.revision,
    pair: trade.pair,
    instant: trade.instant,
    note: trade.note,
    note_raw: trade.noteRaw,
    skip_enter_step: trade.skipEntry,
    data: dataOf(world, trade, figures),
    profit: Object.freeze(profitOf(trade, figures.last, instrumentOf(world, trade.pair))),
    is_position_not_filled: !isEntered(trade),
  }
}

/** The entity at current prices; the rest of an ended trade never changes. */
export const atPricesNow = (entity: SmartTradeEntity, figures: Figures): SmartTradeEntity => ({
  ...entity,
  data: { ...entity.data, current_price: figures },
})

/** Parts from the record alone, frozen, so that each is serialised once. */
function recordedParts(world: World, trade: SmartTradeRecord) {
  const instrument = instrumentOf(world, trade.pair)
  return {
    account: Object.freeze(namedOf(accountOf(world, trade.accountId))),
    status: Object.freeze(tradeStatus(trade)),
    leverage: Object.freeze(leverageOf(trade)),
    position: Object.freeze(entryPartOf(trade)),
    take_profit: Object.freeze({
      enabled: trade.targets.length > 0,
      price_type: 'value',
      steps: trade.targets.map((target, index) => stepOf(trade, instrument, target, index)),
    }),
    stop_loss: Object.freeze(stopLossOf(trade, instrument)),
    ...fundsParts(trade),
    market_close: Object.freeze(marketCloseOf(trade)),
    margin: Object.freeze({
      amount: trade.marginUsed && round(trade.marginUsed, 8, 'half-even'),
      total: trade.leverage && isEntered(trade) ? trade.entered.total : null,
    }),
  }
}

function fundsParts({ funds }: SmartTradeRecord) {
  const stepsOf = (change: FundsChange) =>
    Object.freeze({ steps: funds.filter((one) => one.change === change).map(fundsStepOf) })
  const hasAdded = funds.some(({ change }) => change === 'add')
  return { reduce_funds: stepsOf('reduce'), ...(hasAdded && { add_funds: stepsOf('add') }) }
}

function fundsStepOf(funds: Funds): ReduceStepEntity {
  const { filled, state, limit } = funds
  const isFilled = isPositive(filled.units)
  return {
    id: funds.id,
    type: funds.orderType,
    status: stepStatus(state),
    units: { value: funds.units },
    price: {
      value: perUnit(filled.total, filled.units),
      value_without_commission: perUnit(filled.total, filled.units),
    },
    total: { value: isFilled ? filled.total : null },
    ...(limit && { limit: { value: limit } }),
    ...(isFilled && { filled_units: filled.units }),
    created_at: funds.createdAt,
    closed_at: funds.closedAt,
    data: { cancelable: isOpenStep(state), panic_sell_available: false },
  }
}

const isOpenStep = (state: StepState): boolean => state === 'to_process' || state === 'order_placed'

function leverageOf({ leverage, state }: SmartTradeRecord): SmartTradeEntity['leverage'] {
  if (!leverage) return { enabled: false }
  return {
    enabled: true,
    type: leverage.type,
    value: fromNumber(leverage.value),
    type_editable: state === 'created' || state === 'waiting_position',
  }
}

function entryPartOf(trade: SmartTradeRecord): SmartTradeEntity['position'] {
  const { entry, entered } = trade
  const isFilled = isEntered(trade)
  const price = (isFilled ? averageOf(entered) : undefined) ?? entry.price
  const total = isFilled ? entered.total : multiply(entry.units, entry.price)
  const paid = withFee(trade, total, isFilled ? entered.fee : ZERO)
  const isOpen = trade.state === 'created' || trade.state === 'waiting_position'
  return {
    type: trade.side,
    editable: false,
    units: { value: larger(entry.units, entered.units), editable: false },
    price: {
      value: isFilled ? perUnit(paid, entered.units) : price,
      value_without_commission: price,
      editable: isOpen && entry.orderType !== 'market',
    },
    total: { value: paid, value_without_commission: total },
    order_type: entry.orderType,
    ...(entry.conditional && {
      conditional: {
        editable: isOpen,
        price: { value: entry.conditional.price, type: entry.conditional.priceType },
        order_type: entry.conditional.orderType,
        trailing: {
          enabled: entry.conditional.trailing !== null,
          percent: entry.conditional.trailing,
        },
      },
    }),
    status: entryStatus(trade),
  }
}

function entryStatus(trade: SmartTradeRecord): StatusEntity {
  const entry = trade.orders.find(({ owner }) => owner.role === 'entry')
  const status = stepStatus(followed(trade.entry.state, entry?.trail?.extreme))
  const isFailed = trade.entry.state === 'failed' && trade.error !== null
  return isFailed ? { ...status, error: trade.error ?? '' } : status
}

function marketCloseOf({ marketClose }: SmartTradeRecord): SmartTradeEntity['market_close'] {
  if (!marketClose) return {}
  const { units, total, fee } = marketClose.flow
  const price = divide(total, units, PLACES, 'half-even')
  return {
    id: marketClose.id,
    type: 'market',
    status: stepStatus('finished'),
    units: { value: units },
    price: { value: perUnit(subtract(total, fee), units), value_without_commission: price },
    total: { value: total },
    filled: { units, total, price, value: HUNDRED },
  }
}

type Data = SmartTradeEntity['data']

/** Totals, current prices and allowed actions of a trade. */
function dataOf(world: World, trade: SmartTradeRecord, figures: Figures): Data {
  const { quote, fee } = instrumentOf(world, trade.pair)
  const { entered, closed, basis, state } = trade
  const open = costOfOpen(positionOf(trade))
  const closedNet = isLong(trade)
    ? subtract(closed.total, closed.fee)
    : add(closed.total, closed.fee)
  return {
    current_price: figures,
    target_price_type: 'price',
    orderbook_price_currency: quote,
    base_order_finished: isEntered(trade),
    missing_funds_to_close: isOpen(trade) ? missingToClose(world, trade, figures) : ZERO,
    liquidation_price: isOpen(trade) ? trade.liquidationPrice : null,
    average_enter_price: perUnit(withFee(trade, basis.total, basis.fee), basis.units),
    average_close_price: perUnit(closedNet, closed.units),
    average_enter_price_without_commission: averageOf(basis) ?? null,
    average_close_price_without_commission: perUnit(closed.total, closed.units),
    ...flagsOf(world, trade, figures),
    finished: ['finished', 'stop_loss_finished', 'panic_sold'].includes(state),
    base_position_step_finished: isEntered(trade),
    entered_amount: entered.units,
    entered_total: entered.total,
    closed_amount: closed.units,
    closed_total: closed.total,
    open_cost: { units: open.units, total: open.total, commission: open.fee },
    commission_paid: add(entered.fee, closed.fee),
    interest: add(trade.interest.owed, trade.interest.paid),
    commission: fee,
    created_at: trade.createdAt,
    updated_at: trade.updatedAt,
    ...(trade.closedAt !== null && { closed_at: trade.closedAt }),
    type: typeOfTrade({
      instant: trade.instant,
      skip_enter_step: trade.skipEntry,
      position: { type: trade.side },
    }),
  }
}

/** The total plus the fee of a long, or less the fee of a short. */
const withFee = (trade: SmartTradeRecord, total: Decimal, fee: Decimal): Decimal =>
  isLong(trade) ? add(total, fee) : subtract(total, fee)

const perUnit = (total: Decimal, units: Decimal): Decimal | null =>
  isZero(units) ? null : quotient(total, units)

const isOpen = (trade: SmartTradeRecord): boolean =>
  !isOver(trade) && isPositive(trade.entered.units) && isPositive(openUnits(trade))

type Flag = Extract<keyof Data, 'editable' | `${string}_available`>

function flagsOf(world: World, trade: SmartTradeRecord, figures: Figures): Pick<Data, Flag> {
  const { state, entry, entered, loan } = trade
  const isActive = !isOver(trade)
  const isAsked = state === 'cancellation_pending' || state === 'panic_sell_pending'
  const isFree = isActive && !isAsked
  return {
    editable: isFree,
    panic_sell_available: isOpen(trade) && !isAsked,
    add_funds_available:
      state === 'waiting_targets' &&
      !trade.leverage &&
      hasExitAhead(trade) &&
      canAdd(world, trade, figures),
    reduce_funds_available: state === 'waiting_targets' && canReduce(world, trade, figures),
    force_start_available:
      isFree && (entry.state === 'to_process' || entry.state === 'order_placed'),
    force_process_available: isActive,
    cancel_available: isFree && !(isPositive(entered.units) && loan !== null),
  }
}

/** The free money, or coins of a short, cover the exchange's minimum. */
function canAdd(world: World, trade: SmartTradeRecord, { last }: Figures): boolean {
  const { base, quote, minTotal } = instrumentOf(world, trade.pair)
  const free = (currency: string): Decimal => freeBalance(world, trade.accountId, currency)
  const worth = isLong(trade) ? free(quote) : multiply(free(base), last)
  return compare(worth, minTotal) >= 0
}

/** All units but one lot meet the exchange's minimum. */
function canReduce(world: World, trade: SmartTradeRecord, { last }: Figures): boolean {
  const { lot, minTotal } = instrumentOf(world, trade.pair)
  return compare(multiply(subtract(exitUnits(trade), lot), last), minTotal) >= 0
}

/** Amount missing to close at the market, beyond free balance and holds. */
function missingToClose(world: World, trade: SmartTradeRecord, { ask }: Figures): Decimal {
  const { base, quote, fee } = instrumentOf(world, trade.pair)
  const total = multiply(openUnits(trade), ask)
  const [currency, needed] = isLong(trade)
    ? [base, openUnits(trade)]
    : [quote, withCommission(total, fee)]
  const held = heldIn(
    trade.orders.flatMap(({ holds }) => holds),
    currency,
  )
  const own = add(freeBalance(world, trade.accountId, currency), held)
  return larger(ZERO, subtract(needed, own))
}
