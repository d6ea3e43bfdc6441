import * as z from 'zod/mini'

import { textSized } from '#contract/primitives.ts'

import { SMART_TRADE_TYPES } from '#contract/smart-trades.ts'

const text = textSized(0, 1_000)
const priceSource = z.enum(['bid', 'ask', 'last'])
const execution = z.enum(['market', 'limit'])
const trailing = z.object({ enabled: z.boolean(), percent: text })

/** A price that may be typed as itself or as a distance from the entry; the other one follows. */
const linkedPrice = z.object({ by: z.enum(['value', 'percent']), value: text, percent: text })

const step = z.object({ order_type: execution, volume: text, price: linkedPrice })

/** What the ticket holds: every amount as the text that was typed. Names are those of the request. */
export const draftValues = z.object({
  type: z.enum(SMART_TRADE_TYPES),
  account_id: text,
  pair: text,
  leverage: z.object({ enabled: z.boolean(), type: z.enum(['cross', 'isolated']), value: text }),
  position: z.object({
    order_type: z.enum(['market', 'limit', 'conditional']),
    /** Which of the two was typed; units alone are sent. */
    by: z.enum(['units', 'total']),
    units: z.object({ value: text }),
    total: z.object({ value: text }),
    price: z.object({ value: text }),
    conditional: z.object({
      order_type: execution,
      price: z.object({ type: priceSource, value: text }),
      trailing,
    }),
  }),
  take_profit: z.object({
    enabled: z.boolean(),
    /** One order type for every target, or each its own. */
    by: z.enum(['market', 'limit', 'own']),
    price_type: priceSource,
    steps: z.array(step).check(z.maxLength(20)),
    /** Of the last target. */
    trailing,
  }),
  stop_loss: z.object({
    enabled: z.boolean(),
    breakeven: z.boolean(),
    order_type: execution,
    /** Of a limit stop. */
    price: linkedPrice,
    conditional: z.object({ price: z.extend(linkedPrice, { type: priceSource }), trailing }),
    timeout: z.object({ enabled: z.boolean(), value: text }),
  }),
  note: textSized(0, 10_000),
})

export type DraftValues = z.output<typeof draftValues>
export type StepValues = z.output<typeof step>
export type LinkedPrice = z.output<typeof linkedPrice>
export type PriceSource = z.output<typeof priceSource>

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

/** What was left in the ticket before a reload; `undefined` when an older version wrote it otherwise. */
export const keptDraft = (found: unknown): DraftValues | undefined =>
  draftValues.safeParse(found).data
