import type { DcaStrategiesEntity, DealStartConditionEntity } from '#contract/dca-strategies.ts'
import { decimal } from '#money/decimal.ts'

const CONDITIONS: readonly DealStartConditionEntity[] = [
  {
    id: 'asap',
    name: 'As soon as possible',
    type: 'simple',
    description: 'Opens the base order when the bot starts and after each closed deal.',
  },
  {
    id: 'manual',
    name: 'Manual',
    type: 'simple',
    description: 'Waits until a deal is started by hand.',
  },
  {
    id: 'charting_signal',
    name: 'Charting signal',
    type: 'signal',
    description: 'Waits for an alert from a charting platform.',
    options: {
      webhook_url: '/api/v1/webhooks/charting',
      supported_actions: ['buy', 'sell', 'close'],
    },
  },
  {
    id: 'rsi',
    name: 'Relative strength index',
    type: 'indicator',
    description: 'Opens a long below 30 and a short above 70, on closed candles of 15 minutes.',
    options: {
      timeframes: ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '1d'],
      default_period: 14,
      default_oversold: 30,
      default_overbought: 70,
    },
  },
  {
    id: 'bollinger_bands',
    name: 'Bollinger bands',
    type: 'indicator',
    description:
      'Opens a long below the lower band and a short above the upper, on closed candles of an hour.',
    options: {
      timeframes: ['5m', '15m', '30m', '1h', '4h'],
      default_period: 20,
      default_deviation: decimal('2'),
    },
  },
  {
    id: 'macd',
    name: 'MACD',
    type: 'indicator',
    description:
      'Opens a long when the line crosses above its signal and a short below, on closed candles of an hour.',
    options: {
      timeframes: ['5m', '15m', '1h', '4h', '1d'],
      fast_period: 12,
      slow_period: 26,
      signal_period: 9,
    },
  },
]

const MARKET_TYPES = ['spot', 'futures'] as const

/** Spec 2.8. Both markets have every condition, so a market only narrows the market types. */
export function dcaStrategies(filter: {
  type?: DealStartConditionEntity['type'] | undefined
  market_type?: 'spot' | 'futures' | undefined
}): DcaStrategiesEntity {
  return {
    deal_start_conditions: CONDITIONS.filter(
      ({ type }) => filter.type === undefined || type === filter.type,
    ),
    supported_strategies: ['Long', 'Short'],
    supported_market_types: filter.market_type ? [filter.market_type] : [...MARKET_TYPES],
    supported_order_types: ['limit', 'market'],
    supported_tp_types: ['percentage', 'base'],
    supported_sl_types: ['stop_loss', 'stop_loss_and_disable'],
  }
}
