import { expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import { SHAPE_OF_TYPE, type SmartTradeType } from '#contract/smart-trade-type.ts'
import { fillIn, filledWords } from '#forms/example.tsx'
import { decimal } from '#money/decimal.ts'

import { aTarget } from './a-ticket.ts'
import { judgeDraft } from './draft.ts'
import { exampleFields } from './example-fields.ts'
import { type DraftValues, emptyDraft } from './fields.ts'

const market: MarketView = {
  price: decimal('3000'),
  bid: decimal('2999.99'),
  ask: decimal('3000.01'),
  tick: decimal('0.01'),
  lot: decimal('0.0001'),
  minTotal: decimal('10'),
  feeRate: decimal('0.001'),
  free: { base: decimal('4'), quote: decimal('5000') },
}

/** A form as the library keeps it: values by dotted path. */
function formOf(values: DraftValues) {
  const within = (path: string) => {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const holder = names.reduce<Record<string, unknown>>(
      (inner, name) => inner[name] as Record<string, unknown>,
      values,
    )
    return { holder, last }
  }
  return {
    getValues(path: string): unknown {
      const { holder, last } = within(path)
      return holder[last]
    },
    setValue(path: string, value: unknown): void {
      const { holder, last } = within(path)
      holder[last] = value
    },
  }
}

function pressed(values: DraftValues) {
  const example = exampleFields(values, market)
  if ('cannot' in example) throw new Error(example.cannot)
  return fillIn(formOf(values), [
    { name: 'account', at: 'account_id', value: '4417', isPlace: true },
    { name: 'pair', at: 'pair', value: 'USDT_ETH', isPlace: true },
    ...example,
  ])
}

const TYPES = Object.keys(SHAPE_OF_TYPE) as SmartTradeType[]

it('the ticket example is not filled in after another pair or account was chosen', () => {
  for (const elsewhere of [{ pair: 'USDT_BTC' }, { account_id: '9' }]) {
    const values = { ...emptyDraft(), ...elsewhere }
    expect(filledWords(pressed(values))).toBe(
      'Nothing was filled in: it was worked out for another account or pair. Choose both and press again.',
    )
    expect(values).toEqual({ ...emptyDraft(), ...elsewhere })
  }
})

it.each(
  TYPES.flatMap((type) =>
    (['market', 'limit', 'conditional'] as const).flatMap((order) =>
      (['market', 'limit'] as const).map((way) => [type, order, way] as const),
    ),
  ),
)('the ticket example makes a valid %s by %s, its stop and trigger by %s', (type, order, way) => {
  const values = { ...emptyDraft(), type }
  values.position.order_type = order
  values.position.conditional.order_type = way
  values.stop_loss.order_type = way
  pressed(values)
  const { issues } = judgeDraft(values, market)
  expect(issues).toBeUndefined()
})

it('the ticket example says what it filled in', () => {
  expect(filledWords(pressed(emptyDraft()))).toBe(
    'Filled in: account, pair, price, units for 10% of the free balance, 2 targets, stop. Change anything before you review it.',
  )
})

it('the ticket example keeps typed values and measures from them', () => {
  const values = emptyDraft()
  values.account_id = '4417'
  values.position.price.value = '2,800'
  values.position.by = 'total'
  values.position.total.value = '400'
  values.take_profit.steps = [aTarget('', '30'), aTarget('2900', '70')]
  values.stop_loss.conditional.price = {
    ...values.stop_loss.conditional.price,
    by: 'percent',
    percent: '3',
  }
  const { filled, kept } = pressed(values)
  expect(filled).toEqual(['pair', 'target 1'])
  expect(kept).toEqual([
    'account',
    'price',
    'units for 10% of the free balance',
    'target 2',
    'stop',
  ])
  expect(values.account_id).toBe('4417')
  expect(values.position.total.value).toBe('400')
  expect(values.take_profit.steps.map(({ price }) => price.value)).toEqual(['2856', '2900'])
  expect(judgeDraft(values, market).issues).toBeUndefined()
})

it('the ticket example leaves disabled parts empty, and fills nothing twice', () => {
  const values = emptyDraft()
  values.take_profit.enabled = false
  values.stop_loss.enabled = false
  expect(pressed(values).filled).not.toContain('stop')
  expect(filledWords(pressed(values))).toBe(
    'Nothing was filled in: every field has a value already.',
  )
})
