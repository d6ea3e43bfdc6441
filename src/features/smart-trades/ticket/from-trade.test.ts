import { expect, it } from 'vitest'

import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { decimal } from '#money/decimal.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'

import { toRequest } from './draft.ts'
import { ticketForm } from './fields.ts'
import { draftFrom } from './from-trade.ts'

it('a ticket copied from a trade would create the same trade', () => {
  const { draft } = judgeSmartTrade(toRequest(draftFrom(aSmartTrade())), {})
  expect(draft).toMatchObject({
    account_id: 4417,
    pair: 'USDT_ETH',
    position: {
      type: 'buy',
      order_type: 'limit',
      units: { value: decimal('1.2') },
      price: { value: decimal('3050') },
    },
    stop_loss: { order_type: 'market' },
    note: 'Retest. #swing',
  })
  expect(draft?.take_profit?.steps?.map(({ price }) => price.value)).toEqual([
    decimal('3200'),
    decimal('3400'),
  ])
})

it('a ticket copied from a trade drops its ref', () => {
  const { note } = draftFrom(aSmartTrade({ note: 'Retest. ref:0a1b2c3d', note_raw: undefined }))
  expect(note).toBe('Retest.')
})

it.each([
  ['smart_cover', { position: { type: 'sell' } }],
  ['smart_buy', { position: { type: 'sell' }, skip_enter_step: true }],
  ['simple_sell', { position: { type: 'sell' }, instant: true }],
  ['smart_trade', { position: { type: 'buy' } }],
])(
  'a ticket copied from a trade is a %s by side and flags if the type is missing',
  (type, members) => {
    const trade = aSmartTrade({
      instant: false,
      skip_enter_step: false,
      data: { type: 'later' },
      ...members,
    })
    expect(draftFrom(trade).type).toBe(type)
  },
)

it('a stored ticket is restored, or dropped if of another shape', () => {
  const values = draftFrom(aSmartTrade())
  expect(ticketForm.heal(JSON.parse(JSON.stringify(values)))).toEqual(values)
  expect(ticketForm.heal({ ...values, position: 'limit' })).toBeUndefined()
  expect(ticketForm.heal(undefined)).toBeUndefined()
})
