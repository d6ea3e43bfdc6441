import * as z from 'zod/mini'

import {
  amount,
  flag,
  idNumber,
  numericAmount,
  pair,
  text,
  wholeNumber,
  word,
} from './primitives.ts'

const priceType = word('bid', 'ask', 'last')
const orderType = word('market', 'limit')
const trailing = z.object({ enabled: flag, percent: z.optional(numericAmount) })

/** `custom` is deprecated in 3Commas and means `isolated`. */
const leverageType = z.codec(
  z.enum(['cross', 'isolated', 'custom'], { error: 'Send cross or isolated.' }),
  z.enum(['cross', 'isolated']),
  { decode: (wire) => (wire === 'custom' ? 'isolated' : wire), encode: (value) => value },
)

export const takeProfitStepDraft = z.object({
  order_type: orderType,
  volume: numericAmount,
  price: z.object({
    type: z.optional(priceType),
    value: z.optional(numericAmount),
    percent: z.optional(numericAmount),
  }),
  trailing: z.optional(trailing),
})

/** Body of `POST /smart_trades` (spec 4.2). `judgeSmartTrade` checks the rules. */
export const smartTradeDraft = z.object({
  account_id: idNumber,
  pair,
  instant: z.optional(flag),
  skip_enter_step: z.optional(flag),
  leverage: z.optional(
    z.object({
      enabled: flag,
      type: z.optional(leverageType),
      value: z.optional(wholeNumber),
    }),
  ),
  position: z.object({
    type: word('buy', 'sell'),
    order_type: word('market', 'limit', 'conditional'),
    units: z.object({ value: amount }),
    price: z.optional(z.object({ value: z.optional(numericAmount) })),
    conditional: z.optional(
      z.object({
        order_type: z.optional(orderType),
        price: z.optional(
          z.object({ type: z.optional(priceType), value: z.optional(numericAmount) }),
        ),
        trailing: z.optional(trailing),
      }),
    ),
  }),
  take_profit: z.optional(
    z.object({ enabled: flag, steps: z.optional(z.array(takeProfitStepDraft)) }),
  ),
  stop_loss: z.optional(
    z.object({
      enabled: flag,
      breakeven: z.optional(flag),
      order_type: z.optional(orderType),
      price: z.optional(
        z.object({ value: z.optional(numericAmount), percent: z.optional(numericAmount) }),
      ),
      conditional: z.optional(
        z.object({
          price: z.optional(
            z.object({
              type: z.optional(priceType),
              value: z.optional(numericAmount),
              percent: z.optional(numericAmount),
            }),
          ),
          trailing: z.optional(trailing),
        }),
      ),
      timeout: z.optional(z.object({ enabled: flag, value: z.optional(numericAmount) })),
    }),
  ),
  note: z.optional(text),
})
export type SmartTradeDraft = z.output<typeof smartTradeDraft>
