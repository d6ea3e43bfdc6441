import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { aTicket } from './a-ticket.ts'
import { previewOf } from './draft.ts'
import { summaryOf } from './summary-words.ts'

it('the ticket summary is one line, without amounts while they are hidden', () => {
  const ticket = aTicket()
  const preview = previewOf(ticket, { price: decimal('91000') })
  const words = (areAmountsHidden: boolean) =>
    summaryOf(ticket.type, 'limit', preview, {
      base: 'BTC',
      quote: 'USDT',
      areAmountsHidden,
    })
  expect(words(false)?.deed).toMatch(/^Buy [\d.]+ BTC at /)
  expect(words(false)?.consequence).toMatch(/^for [\d,.]+ USDT/)
  expect(words(true)?.deed).toMatch(/^Buy •••• BTC at /)
  expect(words(true)?.consequence).toBe('')
})

it('the ticket summary names no risk if a held position’s stop keeps a gain', () => {
  const ticket = aTicket({
    type: 'smart_sell',
    position: { price: { value: '50000' } },
    stop_loss: { conditional: { price: { value: '70000' } } },
  })
  const preview = previewOf(ticket, { price: decimal('90000') })
  const options = { base: 'BTC', quote: 'USDT', areAmountsHidden: false }
  expect(summaryOf(ticket.type, 'held', preview, options)?.consequence).toBe('worth 2,250.00 USDT')
})
