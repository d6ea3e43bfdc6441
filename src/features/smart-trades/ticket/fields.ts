import type { MarketView } from '#contract/draft-rule.ts'
import { SHAPE_OF_TYPE, type SmartTradeType } from '#contract/smart-trade-type.ts'
import { declareForm } from '#forms/declare.ts'
import { type ChoicesOf, declareWith, type ValuesOf } from '#forms/field-nodes.ts'
import { optionsOf } from '#ui/options.ts'

import { TYPE_NAMES } from '../trade-facts.ts'

export type PriceSource = 'bid' | 'ask' | 'last'
type Execution = 'market' | 'limit'

type Deciding = {
  type: SmartTradeType
  position: {
    order_type: Execution | 'conditional'
    by: 'units' | 'total'
    conditional: { order_type: Execution }
  }
  take_profit: { by: Execution | 'own' }
  stop_loss: { order_type: Execution }
}

const { amount, percent, count, choice, toggle, place, note, group, list, linkedPrice } =
  declareWith<Deciding, MarketView>()

const SOURCES = optionsOf({ last: 'last price', bid: 'bid price', ask: 'ask price' })

const EXECUTIONS = optionsOf({ market: 'Market', limit: 'Limit' })

const TYPES = (Object.keys(TYPE_NAMES) as SmartTradeType[]).map((value) => ({
  value,
  label: TYPE_NAMES[value],
}))

/** The ticket has an entry order: no position is held yet, and the trade does more than enter. */
const hasOwnEntry = ({ type }: Deciding): boolean =>
  !SHAPE_OF_TYPE[type].instant && !SHAPE_OF_TYPE[type].skip_enter_step
const isHeld = ({ type }: Deciding): boolean => SHAPE_OF_TYPE[type].skip_enter_step === true
const hasExits = ({ type }: Deciding): boolean => !SHAPE_OF_TYPE[type].instant
const takesStopDistance = (_: Deciding, { stopTrailsAtItsDistance }: MarketView): boolean =>
  stopTrailsAtItsDistance !== true
const isConditional = (values: Deciding): boolean =>
  hasOwnEntry(values) && values.position.order_type === 'conditional'
const isConditionalLimit = (values: Deciding): boolean =>
  isConditional(values) && values.position.conditional.order_type === 'limit'

const trailing = (
  name: string,
  label: string,
  { alsoAt = [], when }: { alsoAt?: readonly string[]; when?: typeof takesStopDistance } = {},
) =>
  group(
    { name, alsoAt },
    {
      enabled: toggle({ label, name }),
      percent: percent({
        label: 'Trails by',
        name,
        help: '0.01 to 100',
        ...(when && { when }),
      }),
    },
  )

/**
 * Fields of the ticket in screen order, at their path in the request. Prices use the last trade by
 * default, because the chart shows it.
 */
const fields = {
  type: choice(TYPES, { label: 'Type', empty: 'smart_trade', travels: false }),
  account_id: place({ label: 'Account', wants: 'Choose an account.' }),
  pair: place({ label: 'Pair', wants: 'Choose a pair.' }),
  position: group(
    {},
    {
      order_type: choice([...EXECUTIONS, { value: 'conditional', label: 'Conditional' }], {
        label: 'Entry order',
        empty: 'limit',
        when: hasOwnEntry,
      }),
      conditional: group(
        { when: isConditional },
        {
          price: group(
            { name: 'trigger price', alsoAt: ['position.price'] },
            {
              value: amount({ label: 'Trigger price', unit: 'quote' }),
              type: choice(SOURCES, { label: 'Triggered by', name: 'trigger price' }),
            },
          ),
          order_type: choice(EXECUTIONS, { label: 'Then enter by' }),
          trailing: trailing('trailing of the entry', 'Trail before entering'),
        },
      ),
      price: group(
        {},
        {
          value: amount({
            label: (values) =>
              isHeld(values) ? 'Entry price' : isConditional(values) ? 'Limit price' : 'Price',
            name: 'price',
            unit: 'quote',
            hint: (values) =>
              isHeld(values)
                ? 'Optional: what you entered at. Without it the last price counts.'
                : undefined,
            isOptional: isHeld,
            when: (values) =>
              isHeld(values) ||
              isConditionalLimit(values) ||
              (hasOwnEntry(values) && values.position.order_type === 'limit'),
          }),
        },
      ),
      /** Input that was typed, units or total; only units are sent. */
      by: choice(optionsOf({ units: 'Units', total: 'Total' }), {
        label: 'Size by',
        travels: false,
        isInner: true,
      }),
      units: group(
        { name: 'units', alsoAt: ['position.total'] },
        {
          value: amount({
            label: (values) => (isHeld(values) ? 'Units held' : 'Units'),
            name: 'units',
            unit: 'base',
            wants: 'Enter the units.',
            when: ({ position }) => position.by === 'units',
          }),
        },
      ),
      total: group(
        { name: 'total', alsoAt: ['position.units'] },
        {
          value: amount({
            label: 'Total',
            unit: 'quote',
            wants: 'Enter the total.',
            when: ({ position }) => position.by === 'total',
            travels: false,
          }),
        },
      ),
    },
  ),
  leverage: group(
    { name: 'leverage', when: (_, { leverageAllowed }) => leverageAllowed !== false },
    {
      enabled: toggle({ label: 'Leverage' }),
      type: choice(optionsOf({ cross: 'Cross', isolated: 'Isolated' }), {
        label: 'Margin',
        name: 'leverage',
      }),
      value: count({ label: 'Times', name: 'leverage', empty: '1', alsoAt: ['leverage'] }),
    },
  ),
  take_profit: group(
    { name: 'targets', when: hasExits },
    {
      enabled: toggle({ label: 'Take profit', name: 'targets', empty: true }),
      steps: list(
        {
          name: (place) => `target ${place}`,
          most: 20,
          empty: [
            {
              order_type: 'market',
              volume: '100',
              price: { by: 'value', value: '', percent: '' },
              step_id: '',
            },
          ],
        },
        {
          step_id: count({ label: 'Target', travels: false, when: () => false }),
          price: linkedPrice({ label: 'Price' }, {}),
          volume: percent({
            label: 'Volume',
            name: (place) => `volume of target ${place}`,
            wants: (place) =>
              `Enter the volume of target ${place}: the share of the position that it closes.`,
          }),
          order_type: choice(EXECUTIONS, {
            label: 'Order',
            when: ({ take_profit }) => take_profit.by === 'own',
          }),
        },
      ),
      by: choice([...EXECUTIONS, { value: 'own', label: 'Each its own' }], {
        label: 'Order type',
        name: 'targets',
        travels: false,
      }),
      price_type: choice(SOURCES, { label: 'Triggered by', name: 'targets', travels: false }),
      trailing: trailing('trailing of the last target', 'Trail the last target', {
        alsoAt: ['take_profit.steps.*.trailing'],
      }),
    },
  ),
  stop_loss: group(
    { name: 'stop', when: hasExits },
    {
      enabled: toggle({ label: 'Stop loss', name: 'stop', empty: true }),
      conditional: group(
        {},
        {
          price: linkedPrice(
            { label: 'Stop', name: 'stop', alsoAt: ['stop_loss.price'] },
            { type: choice(SOURCES, { label: 'Triggered by', name: 'stop' }) },
          ),
          trailing: trailing('trailing of the stop', 'Trail the price', {
            when: takesStopDistance,
          }),
        },
      ),
      order_type: choice(EXECUTIONS, { label: 'Close by', name: 'stop' }),
      price: linkedPrice(
        {
          label: 'Stop limit',
          name: 'limit price of the stop',
          when: ({ stop_loss }) => stop_loss.order_type === 'limit',
        },
        {},
      ),
      timeout: group(
        { name: 'delay of the stop' },
        {
          enabled: toggle({ label: 'Wait before closing', name: 'delay of the stop' }),
          value: count({ label: 'Wait for', name: 'delay of the stop', unit: 's' }),
        },
      ),
      breakeven: toggle({ label: 'Break-even after target 1', name: 'break-even' }),
    },
  ),
  note: note({ label: 'Note', most: 10_000 }),
}

export const ticketForm = declareForm<typeof fields, MarketView>(fields)

export type DraftValues = ValuesOf<typeof fields>
export type StepValues = DraftValues['take_profit']['steps'][number]
export type LinkedPrice = StepValues['price']
export type Choices = ChoicesOf<typeof fields>

export const emptyDraft = ticketForm.empty
export const emptyStep = (): StepValues => ({
  order_type: 'market',
  volume: '',
  price: { by: 'value', value: '', percent: '' },
  step_id: '',
})
