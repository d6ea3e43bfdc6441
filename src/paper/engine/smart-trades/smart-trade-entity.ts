import type { Status, TakeProfitStep } from '#contract/smart-trade-parts.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import {
  type Decimal,
  HUNDRED,
  ZERO,
  divide,
  fromNumber,
  multiply,
  round,
  subtract,
} from '#money/decimal.ts'

import { namedOf } from '../balances/accounts.ts'
import type { Instrument } from '../market/instruments.ts'
import { dayFigures } from '../market/quotes.ts'
import { dataOf, withFee } from './smart-trade-data.ts'
import { averageEntry, exitPrice, percentFromEntry } from './smart-trade-exits.ts'
import {
  type SmartTradeRecord,
  type StepState,
  type Target,
  isEntered,
} from './smart-trade-record.ts'
import { profitOf } from './smart-trade-profit.ts'
import { stopLossOf } from './stop-loss-entity.ts'
import { stepStatus, tradeStatus } from './trade-status.ts'
import { type World, accountOf, instrumentOf } from '../world.ts'

const PLACES = 18

/** A trade as spec 2.1 shows it, worked out from its record, the ledger's figures in it, and the prices of now. */
export function smartTradeEntity(world: World, trade: SmartTradeRecord): SmartTrade {
  const instrument = instrumentOf(world, trade.pair)
  const figures = dayFigures(world.market, instrument, world.meta.now)
  const isFilled = isEntered(trade)
  return {
    id: trade.id,
    version: 2,
    account: namedOf(accountOf(world, trade.accountId)),
    pair: trade.pair,
    instant: trade.instant,
    status: tradeStatus(trade),
    leverage: leverageOf(trade),
    position: positionOf(trade),
    take_profit: {
      enabled: trade.targets.length > 0,
      price_type: 'value',
      steps: trade.targets.map((target, index) => stepOf(trade, instrument, target, index)),
    },
    stop_loss: stopLossOf(trade, instrument),
    reduce_funds: { steps: [] },
    market_close: marketCloseOf(trade),
    note: trade.note,
    note_raw: trade.noteRaw,
    skip_enter_step: trade.skipEntry,
    data: dataOf(world, trade, figures),
    profit: profitOf(trade, figures.last, instrument),
    margin: {
      amount: trade.marginUsed && round(trade.marginUsed, 8, 'half-even'),
      total: trade.leverage && isFilled ? trade.entered.total : null,
    },
    is_position_not_filled: !isFilled,
  }
}

function leverageOf({ leverage, state }: SmartTradeRecord): SmartTrade['leverage'] {
  if (!leverage) return { enabled: false }
  return {
    enabled: true,
    type: leverage.type,
    value: fromNumber(leverage.value),
    type_editable: state === 'created' || state === 'waiting_position',
  }
}

function positionOf(trade: SmartTradeRecord): SmartTrade['position'] {
  const { entry, entered } = trade
  const isFilled = isEntered(trade)
  const price = isFilled ? averageEntry(trade) : entry.price
  const total = isFilled ? entered.total : multiply(entry.units, entry.price)
  const paid = withFee(trade, total, isFilled ? entered.fee : ZERO)
  const isOpen = trade.state === 'created' || trade.state === 'waiting_position'
  return {
    type: trade.side,
    editable: false,
    units: { value: entry.units, editable: false },
    price: {
      value: isFilled ? divide(paid, entered.units, 12, 'half-even') : price,
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

function entryStatus(trade: SmartTradeRecord): Status {
  const entry = trade.orders.find(({ owner }) => owner.role === 'entry')
  const status = stepStatus(followed(trade.entry.state, entry?.trail?.extreme))
  const isFailed = trade.entry.state === 'failed' && trade.error !== null
  return isFailed ? { ...status, error: trade.error ?? '' } : status
}

/** An order that follows the price says so. */
const followed = (state: StepState, extreme: Decimal | null | undefined): StepState =>
  extreme && state === 'to_process' ? 'trailing_activated' : state

function stepOf(
  trade: SmartTradeRecord,
  instrument: Instrument,
  target: Target,
  index: number,
): TakeProfitStep {
  const order = trade.orders.find(({ owner }) => owner.role === 'target' && owner.index === index)
  const value = exitPrice(trade, instrument, target, 'profit')
  const percent = target.percent ?? (value && percentFromEntry(trade, value, 'profit'))
  const isWaiting = order !== undefined
  return {
    id: target.id,
    order_type: target.orderType,
    editable: isWaiting || target.state === 'idle',
    units: { value: target.units },
    price: { type: target.priceType, value, percent },
    volume: target.volume,
    total: target.total,
    trailing: { enabled: target.trailing !== null, percent: target.trailing },
    status: stepStatus(followed(target.state, order?.trail?.extreme)),
    data: { cancelable: isWaiting || target.state === 'idle', panic_sell_available: isWaiting },
    position: index + 1,
    closed_at: target.closedAt,
  }
}

function marketCloseOf({ marketClose }: SmartTradeRecord): SmartTrade['market_close'] {
  if (!marketClose) return {}
  const { units, total, fee } = marketClose.flow
  const price = divide(total, units, PLACES, 'half-even')
  return {
    id: marketClose.id,
    type: 'market',
    status: stepStatus('finished'),
    units: { value: units },
    price: {
      value: divide(subtract(total, fee), units, 12, 'half-even'),
      value_without_commission: price,
    },
    total: { value: total },
    filled: { units, total, price, value: HUNDRED },
  }
}
