import { expect, it } from 'vitest'

import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { SMART_TRADE_TYPES } from '#contract/smart-trades.ts'
import { proofSize } from '#testing/proof-size.ts'

import { aTicket } from './a-ticket.ts'
import { toRequest } from './draft.ts'
import { type DraftValues, emptyStep } from './fields.ts'

const BOTH = [false, true] as const
const ORDERS = ['market', 'limit'] as const

/** Every choice of the ticket that shows or hides fields. */
const CHOICES = {
  type: SMART_TRADE_TYPES,
  leverage: ['off', 'on', 'not allowed'],
  size: ['units', 'total'],
  entry: ['market', 'limit', 'conditional'],
  entryOrder: ORDERS,
  entryTrails: BOTH,
  takesProfit: BOTH,
  targetsBy: ['market', 'limit', 'own'],
  targetPrice: ['value', 'percent'],
  targetTrails: BOTH,
  stops: BOTH,
  stopOrder: ORDERS,
  stopPrice: ['value', 'percent'],
  stopTrails: BOTH,
  waits: BOTH,
} as const

type Choice = {
  [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number]
}

function* everyChoice(): Generator<Choice> {
  const names = Object.keys(CHOICES) as (keyof Choice)[]
  const count = names.reduce((product, name) => product * CHOICES[name].length, 1)
  // A stride that shares no factor with the sizes above meets every value of every choice.
  const stride = proofSize(97, 1)
  for (let number = 0; number < count; number += stride) {
    let rest = number
    yield Object.fromEntries(
      names.map((name) => {
        const options = CHOICES[name]
        const chosen = options[rest % options.length]
        rest = Math.floor(rest / options.length)
        return [name, chosen]
      }),
    ) as Choice
  }
}

/** The field each text stands in, whether it is on the screen, and whether it goes out as typed. */
function fieldsOf(choice: Choice): { [field: string]: boolean } {
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[choice.type]
  const isOwn = !instant && !isHeld
  const isConditional = isOwn && choice.entry === 'conditional'
  const isLimitEntry =
    (isOwn && choice.entry === 'limit') || (isConditional && choice.entryOrder === 'limit')
  const hasTargets = !instant && choice.takesProfit
  const hasStop = !instant && choice.stops
  const hasLimitStop = hasStop && choice.stopOrder === 'limit'
  return {
    leverage: choice.leverage === 'on',
    units: choice.size === 'units',
    price: isHeld || isLimitEntry,
    trigger: isConditional,
    entryTrailing: isConditional && choice.entryTrails,
    volume: hasTargets,
    targetValue: hasTargets && choice.targetPrice === 'value',
    targetPercent: hasTargets && choice.targetPrice === 'percent',
    targetTrailing: hasTargets && choice.targetTrails,
    stopValue: hasStop && choice.stopPrice === 'value',
    stopPercent: hasStop && choice.stopPrice === 'percent',
    limitValue: hasLimitStop && choice.stopPrice === 'value',
    limitPercent: hasLimitStop && choice.stopPrice === 'percent',
    stopTrailing: hasStop && choice.stopTrails,
    delay: hasStop && choice.waits,
  }
}

const NAMES = Object.keys(fieldsOf({ type: 'smart_trade' } as Choice))

function ticketOf(choice: Choice, text: (field: string) => string): DraftValues {
  const linked = (by: 'value' | 'percent', name: string) => ({
    by,
    value: text(`${name}Value`),
    percent: text(`${name}Percent`),
  })
  return {
    ...aTicket(),
    type: choice.type,
    leverage: {
      enabled: choice.leverage !== 'off',
      type: 'cross',
      value: text('leverage'),
    },
    position: {
      order_type: choice.entry,
      by: choice.size,
      units: { value: text('units') },
      total: { value: '4000' },
      price: { value: text('price') },
      conditional: {
        order_type: choice.entryOrder,
        price: { type: 'last', value: text('trigger') },
        trailing: {
          enabled: choice.entryTrails,
          percent: text('entryTrailing'),
        },
      },
    },
    take_profit: {
      enabled: choice.takesProfit,
      by: choice.targetsBy,
      price_type: 'last',
      steps: [
        {
          ...emptyStep(),
          volume: text('volume'),
          price: linked(choice.targetPrice, 'target'),
        },
      ],
      trailing: {
        enabled: choice.targetTrails,
        percent: text('targetTrailing'),
      },
    },
    stop_loss: {
      enabled: choice.stops,
      breakeven: false,
      order_type: choice.stopOrder,
      price: linked(choice.stopPrice, 'limit'),
      conditional: {
        price: { type: 'last', ...linked(choice.stopPrice, 'stop') },
        trailing: { enabled: choice.stopTrails, percent: text('stopTrailing') },
      },
      timeout: { enabled: choice.waits, value: text('delay') },
    },
  }
}

const markOf = (field: string): string => String(700_001 + NAMES.indexOf(field))

const PATIENCE = 240_000

it('a ticket sends visible values as typed, and hidden ones never', { timeout: PATIENCE }, () => {
  const wrong: object[] = []
  for (const choice of everyChoice()) {
    const fields = fieldsOf(choice)
    const context = { leverageAllowed: choice.leverage !== 'not allowed' }
    const sent = JSON.stringify(toRequest(ticketOf(choice, markOf), context))
    const travelled = NAMES.filter((field) => sent.includes(markOf(field)))
    const shown = NAMES.filter((field) => fields[field])
    // With what is hidden unreadable, the request is the same to the byte.
    const spoilt = ticketOf(choice, (field) => (fields[field] ? markOf(field) : 'nonsense'))
    const same = JSON.stringify(toRequest(spoilt, context)) === sent
    if (travelled.join() !== shown.join() || !same || sent.includes('"enabled":false')) {
      wrong.push({ choice, travelled, shown })
    }
  }
  expect(wrong.slice(0, 3)).toEqual([])
})
