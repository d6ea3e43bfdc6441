import { expect, it } from 'vitest'

import { declareForm } from './declare.ts'
import { declareWith } from './field-nodes.ts'

type Deciding = { order: 'market' | 'limit' }

const { amount, choice, count, group, linkedPrice, list, note, percent, place, toggle } =
  declareWith<Deciding, { hasLeverage: boolean }>()

const fields = {
  account: place({ label: 'Account', at: 'account_id', wants: 'Choose an account.' }),
  order: choice(
    [
      { value: 'market', label: 'Market' },
      { value: 'limit', label: 'Limit' },
    ],
    { label: 'Order' },
  ),
  price: group(
    { name: 'price' },
    {
      value: amount({
        label: 'Price',
        wants: 'Enter a price.',
        when: ({ order }) => order === 'limit',
      }),
    },
  ),
  leverage: group(
    { when: (_, { hasLeverage }) => hasLeverage },
    { enabled: toggle({ label: 'Leverage' }), value: count({ label: 'Times', empty: '1' }) },
  ),
  steps: list(
    { name: (at) => `target ${at}`, most: 3, empty: [] },
    {
      price: linkedPrice({ label: 'Price' }, {}),
      volume: percent({ label: 'Volume', name: (at) => `volume of target ${at}` }),
    },
  ),
  scale: amount({ label: 'Scale', when: ({ order }) => order === 'limit', otherwise: '0' }),
  note: note({ label: 'Note' }),
}
const form = declareForm<typeof fields, { hasLeverage: boolean }>(fields)
const known = { hasLeverage: true }

const step = (value: string) => ({
  price: { by: 'value' as const, value, percent: '' },
  volume: '',
})

it('a declared form starts with the defaults of its fields', () => {
  expect(form.empty()).toEqual({
    account: '',
    order: 'market',
    price: { value: '' },
    leverage: { enabled: false, value: '1' },
    steps: [],
    scale: '',
    note: '',
  })
})

it('a declared form keeps a draft without a newer field, and drops an unreadable one', () => {
  const { leverage, ...earlier } = { ...form.empty(), note: 'Dip' }
  expect(form.heal(earlier)).toEqual({ ...earlier, leverage })
  expect(form.heal({ ...earlier, order: 'sometimes' })).toBeUndefined()
  expect(form.heal({ ...earlier, steps: [step('1'), step('2'), step('3'), step('4')] })).toBe(
    undefined,
  )
  expect(form.heal(undefined)).toBeUndefined()
})

it('a declared form sends its visible fields as plain values', () => {
  const typed = { ...form.empty(), account: ' 7 ', price: { value: '1,5' } }
  expect(form.sent(typed, known)).toEqual({
    account_id: '7',
    order: 'market',
    steps: [],
    scale: '0',
  })
  const limit = { ...typed, order: 'limit' as const, leverage: { enabled: true, value: '3' } }
  expect(form.sent({ ...limit, steps: [step('2')] }, known)).toEqual({
    account_id: '7',
    order: 'limit',
    price: { value: '1.5' },
    leverage: { enabled: true, value: '3' },
    steps: [{ price: { value: '2' } }],
  })
  expect(form.sent(limit, { hasLeverage: false })).not.toHaveProperty('leverage')
})

it('a declared form says what is missing, and names several missing fields', () => {
  const limit = { ...form.empty(), order: 'limit' as const, steps: [step('2')] }
  const issues = form.withWants(
    { account_id: ['A number.'], 'price.value': ['A number.'] },
    limit,
    known,
  )
  expect(form.byField(issues, limit, known)).toEqual({
    account: ['Choose an account.'],
    'price.value': ['Enter a price.'],
  })
  expect(form.stillToDo({ account: ['Choose an account.'] }, form.empty())).toBe(
    'Choose an account.',
  )
  expect(
    form.stillToDo(
      {
        account: ['-'],
        'price.value': ['-'],
        'steps.0.price.value': ['-'],
        'steps.1.volume': ['-'],
      },
      { ...form.empty(), account: 'gone', steps: [step('x'), step('')] },
    ),
  ).toBe('Missing: price, volume of target 2. Check: account, target 1.')
})

it('a declared form shows errors of a linked price at the typed input', () => {
  const typed = { by: 'percent' as const, value: '', percent: 'x' }
  const values = { ...form.empty(), steps: [{ price: typed, volume: '5' }] }
  const at = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, [path]]))
  const issues = form.byField(
    at('steps.0.price.percent', 'steps.0.price.value', 'account'),
    values,
    known,
  )
  expect(Object.keys(issues)).toEqual(['steps.0.price.percent', 'account'])
  expect(form.stillToDo(issues, values)).toBe('Missing: account. Check: target 1.')
})

it('a declared form moves between fields in the order of declaration', () => {
  expect(form.next({ note: ['-'], 'leverage.value': ['-'], 'price.value': ['-'] })).toBe(
    'price.value',
  )
  expect(form.next({ elsewhere: ['-'] })).toBeUndefined()
})

it('a declared form shows an error only at a visible field', () => {
  expect(form.fieldOf('price', form.empty(), known)).toBeUndefined()
  expect(form.fieldOf('price', { ...form.empty(), order: 'limit' }, known)).toBe('price.value')
  expect(form.fieldOf('leverage.value', form.empty(), known)).toBeUndefined()
  expect(form.fieldOf('account_id', form.empty(), known)).toBe('account')
})

it('a declared form never shows an error at the choice of a linked input', () => {
  const size = declareForm({
    position: group(
      {},
      {
        by: choice(
          [
            { value: 'units', label: 'Units' },
            { value: 'total', label: 'Total' },
          ],
          { label: 'Size by', travels: false, isInner: true },
        ),
        units: amount({ label: 'Units' }),
      },
    ),
  })
  expect(size.fieldOf('position', size.empty(), known as never)).toBe('position.units')
})
