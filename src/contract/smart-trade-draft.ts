import * as z from 'zod'

import { amount, flag, numericAmount, pair, wholeNumber, word } from './primitives.ts'

const priceType = word('bid', 'ask', 'last')
const orderType = word('market', 'limit')
const trailing = z.object({ enabled: flag, percent: numericAmount.optional() })

/** The relative's `custom` is deprecated there and means `isolated`. */
const leverageType = z.codec(
  z.enum(['cross', 'isolated', 'custom'], { error: 'Send cross or isolated.' }),
  z.enum(['cross', 'isolated']),
  { decode: (wire) => (wire === 'custom' ? 'isolated' : wire), encode: (value) => value },
)

const takeProfitStepDraft = z.object({
  order_type: orderType,
  volume: numericAmount,
  price: z.object({
    type: priceType.optional(),
    value: numericAmount.optional(),
    percent: numericAmount.optional(),
  }),
  trailing: trailing.optional(),
})

/** The shape of `POST /smart_trades` (spec 4.2). `judgeSmartTrade` checks it together with its rules. */
export const smartTradeDraft = z.object({
  account_id: wholeNumber,
  pair,
  instant: flag.optional(),
  skip_enter_step: flag.optional(),
  leverage: z
    .object({
      enabled: flag,
      type: leverageType.optional(),
      value: wholeNumber.optional(),
    })
    .optional(),
  position: z.object({
    type: word('buy', 'sell'),
    order_type: word('market', 'limit', 'conditional'),
    units: z.object({ value: amount }),
    price: z.object({ value: numericAmount.optional() }).optional(),
    conditional: z
      .object({
        order_type: orderType.optional(),
        price: z.object({ type: priceType.optional(), value: numericAmount.optional() }).optional(),
        trailing: trailing.optional(),
      })
      .optional(),
  }),
  take_profit: z
    .object({ enabled: flag, steps: z.array(takeProfitStepDraft).optional() })
    .optional(),
  stop_loss: z
    .object({
      enabled: flag,
      breakeven: flag.optional(),
      order_type: orderType.optional(),
      price: z
        .object({ value: numericAmount.optional(), percent: numericAmount.optional() })
        .optional(),
      conditional: z
        .object({
          price: z
            .object({
              type: priceType.optional(),
              value: numericAmount.optional(),
              percent: numericAmount.optional(),
            })
            .optional(),
          trailing: trailing.optional(),
        })
        .optional(),
      timeout: z.object({ enabled: flag, value: wholeNumber.optional() }).optional(),
    })
    .optional(),
  note: z.string().optional(),
})
export type SmartTradeDraft = z.output<typeof smartTradeDraft>
