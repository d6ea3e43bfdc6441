import { describe, expect, it } from 'vitest'

import { aTicket } from './a-ticket.ts'
import { type DraftValues, ticketForm } from './fields.ts'

const ticket = aTicket()
const isChoice = (change: (values: DraftValues) => void): boolean => {
  const changed = structuredClone(ticket)
  change(changed)
  return ticketForm.choicesText(changed) !== ticketForm.choicesText(ticket)
}

describe('what is drawn at once', () => {
  it('is every choice', () => {
    expect(isChoice((values) => (values.type = 'smart_cover'))).toBe(true)
    expect(isChoice((values) => (values.pair = 'USDT_SOL'))).toBe(true)
    expect(isChoice((values) => (values.position.by = 'total'))).toBe(true)
    expect(isChoice((values) => (values.position.order_type = 'conditional'))).toBe(true)
    expect(isChoice((values) => (values.stop_loss.enabled = false))).toBe(true)
    expect(isChoice((values) => (values.take_profit.by = 'own'))).toBe(true)
    expect(isChoice((values) => values.take_profit.steps.pop())).toBe(true)
  })

  it('is no text that somebody types', () => {
    expect(isChoice((values) => (values.position.price.value += '1'))).toBe(false)
    expect(isChoice((values) => (values.position.units.value += '1'))).toBe(false)
    expect(isChoice((values) => (values.stop_loss.conditional.price.percent += '1'))).toBe(false)
    expect(isChoice((values) => (values.note += '1'))).toBe(false)
  })
})
