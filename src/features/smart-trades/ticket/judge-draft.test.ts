import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { aTarget, aTicket } from './a-ticket.ts'
import { judgeDraft } from './draft.ts'
import { emptyDraft, ticketForm } from './fields.ts'

const market = {
  price: decimal('91000'),
  lot: decimal('0.00001'),
  tick: decimal('0.01'),
}

it('a valid ticket may be sent', () => {
  expect(judgeDraft(aTicket(), market).draft?.position.units.value).toBe(decimal('0.045'))
})

it('an incomplete ticket says what it needs', () => {
  const { issues } = judgeDraft(emptyDraft(), {})
  expect(issues).toMatchObject({
    account_id: ['Choose an account.'],
    pair: ['Choose a pair.'],
    'position.units.value': ['Enter the units.'],
    'position.price.value': ['A limit or conditional entry needs a price.'],
  })
})

it('a target without a volume is named', () => {
  const ticket = aTicket({
    take_profit: {
      steps: [aTarget('92900', '60'), aTarget('94600', '40'), aTarget('95000', '')],
    },
  })
  expect(judgeDraft(ticket, market).issues).toEqual({
    'take_profit.steps.2.volume': [
      'Enter the volume of target 3: the share of the position that it closes.',
    ],
  })
})

it('a held position’s leverage is sent as the spec allows', () => {
  const held = aTicket({
    type: 'smart_sell',
    position: { price: { value: '' } },
    leverage: { enabled: true, type: 'isolated', value: '3' },
  })
  expect(judgeDraft(held, market).draft?.leverage).toEqual({
    enabled: true,
    type: 'isolated',
    value: 3,
  })
})

it('a total without a price asks for the price', () => {
  const ticket = aTicket({
    position: { by: 'total', order_type: 'market', total: { value: '400' } },
  })
  expect(judgeDraft(ticket, {}).issues?.['position.units.value']).toEqual([
    'A total needs a price, and none is known yet.',
  ])
})

it('a ticket that the exchange would refuse is blocked', () => {
  const short = { ...market, free: { quote: decimal('1000') } }
  expect(judgeDraft(aTicket(), short).issues).toEqual({
    'position.total': ['Needs 4,088.25 USDT. 1,000.00 USDT available.'],
  })
})

it('a number that JSON cannot carry blocks the ticket', () => {
  const ticket = aTicket({
    position: { price: { value: '90850.12345678901234567' } },
  })
  const { issues } = judgeDraft(ticket, { price: market.price })
  expect(Object.keys(issues ?? {})).toEqual(['position.price.value'])
})

it.each([
  ['position.units', {}, 'position.units.value'],
  ['position.units.value', { position: { by: 'total' as const } }, 'position.total.value'],
  ['position.total', {}, 'position.units.value'],
  ['position.total', { position: { by: 'total' as const } }, 'position.total.value'],
  ['position.price', {}, 'position.price.value'],
  ['position.price', { position: { order_type: 'market' as const } }, undefined],
  [
    'position.price.value',
    { position: { order_type: 'conditional' as const } },
    'position.conditional.price.value',
  ],
  [
    'take_profit.steps.1.trailing.percent',
    { take_profit: { trailing: { enabled: true } } },
    'take_profit.trailing.percent',
  ],
  ['take_profit.steps.1.trailing.percent', {}, 'take_profit.trailing.enabled'],
  ['take_profit.steps', { take_profit: { enabled: false } }, undefined],
  ['stop_loss.price.value', {}, 'stop_loss.conditional.price.value'],
  [
    'stop_loss.price.value',
    { stop_loss: { order_type: 'limit' as const } },
    'stop_loss.price.value',
  ],
  ['stop_loss.price', { type: 'simple_buy' as const }, undefined],
  ['units_to_buy', {}, undefined],
])('%s with %j', (path, changes, field) => {
  expect(ticketForm.fieldOf(path, aTicket(changes), {})).toBe(field)
})

it('every issue of a ticket has a field or a sentence', () => {
  const issues = { body: ['Odd.'], 'position.price': ['Off.'] }
  expect(ticketForm.byField(issues, aTicket(), {})).toEqual({
    body: ['Odd.'],
    'position.price.value': ['Off.'],
  })
})

it('missing fields are one sentence, or names if several', () => {
  expect(ticketForm.stillToDo({}, aTicket())).toBeUndefined()
  expect(ticketForm.stillToDo({ pair: ['Choose a pair.'] }, aTicket())).toBe('Choose a pair.')
  expect(
    ticketForm.stillToDo(
      {
        account_id: ['Choose an account.'],
        'take_profit.steps.1.price.value': ['A target needs a price or a percent.'],
        'stop_loss.conditional.price.value': ['A stop loss needs a price or a percent.'],
      },
      aTicket({ account_id: '' }),
    ),
  ).toBe('Missing: account. Check: target 2, stop.')
})
