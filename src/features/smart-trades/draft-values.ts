import type { SmartTradeType } from '#contract/smart-trade-type.ts'

export type PriceSource = 'bid' | 'ask' | 'last'
export type ExecutionType = 'market' | 'limit'

/** A price that may be typed as itself or as a distance from the entry; the other one follows. */
export type LinkedPrice = { by: 'value' | 'percent'; value: string; percent: string }

export type StepValues = { order_type: ExecutionType; volume: string; price: LinkedPrice }

type Trailing = { enabled: boolean; percent: string }

/** What the ticket holds: every amount as the text that was typed. Names are those of the request. */
export type DraftValues = {
  type: SmartTradeType
  account_id: string
  pair: string
  leverage: { enabled: boolean; type: 'cross' | 'isolated'; value: string }
  position: {
    order_type: 'market' | 'limit' | 'conditional'
    /** Which of the two was typed; units alone are sent. */
    by: 'units' | 'total'
    units: { value: string }
    total: { value: string }
    price: { value: string }
    conditional: {
      order_type: ExecutionType
      price: { type: PriceSource; value: string }
      trailing: Trailing
    }
  }
  take_profit: {
    enabled: boolean
    /** One order type for every target, or each its own. */
    by: ExecutionType | 'own'
    price_type: PriceSource
    steps: StepValues[]
    /** Of the last target. */
    trailing: Trailing
  }
  stop_loss: {
    enabled: boolean
    breakeven: boolean
    order_type: ExecutionType
    /** Of a limit stop. */
    price: LinkedPrice
    conditional: { price: LinkedPrice & { type: PriceSource }; trailing: Trailing }
    timeout: { enabled: boolean; value: string }
  }
  note: string
}

export const emptyStep = (): StepValues => ({
  order_type: 'market',
  volume: '',
  price: { by: 'value', value: '', percent: '' },
})

/** Plain prices are watched by the last trade: what a chart shows is what sets an order off. */
export const emptyDraft = (): DraftValues => ({
  type: 'smart_trade',
  account_id: '',
  pair: '',
  leverage: { enabled: false, type: 'cross', value: '1' },
  position: {
    order_type: 'limit',
    by: 'units',
    units: { value: '' },
    total: { value: '' },
    price: { value: '' },
    conditional: {
      order_type: 'market',
      price: { type: 'last', value: '' },
      trailing: { enabled: false, percent: '' },
    },
  },
  take_profit: {
    enabled: true,
    by: 'market',
    price_type: 'last',
    steps: [{ ...emptyStep(), volume: '100' }],
    trailing: { enabled: false, percent: '' },
  },
  stop_loss: {
    enabled: true,
    breakeven: false,
    order_type: 'market',
    price: { by: 'value', value: '', percent: '' },
    conditional: {
      price: { type: 'last', by: 'value', value: '', percent: '' },
      trailing: { enabled: false, percent: '' },
    },
    timeout: { enabled: false, value: '' },
  },
  note: '',
})
