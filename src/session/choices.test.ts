import { expect, it, vi } from 'vitest'

import { memoryStorage } from './kept-store.ts'
import { createChoices } from './settings.ts'

it('a preference is saved and reaches another tab', () => {
  const storage = memoryStorage()
  const here = createChoices(storage)
  const there = createChoices(storage)
  const onChange = vi.fn<() => void>()
  there.subscribe(onChange)
  expect(there.get('small-balances')).toBeUndefined()

  here.set('small-balances', ['pair'])
  there.reread('quarterdeck.choice.small-balances')
  expect(onChange).toHaveBeenCalledOnce()
  expect(there.get('small-balances')).toEqual(['pair'])
  expect(there.get('small-balances')).toBe(there.get('small-balances'))

  there.reread('quarterdeck.settings')
  expect(onChange).toHaveBeenCalledOnce()
})

it('a damaged preference reads as undefined', () => {
  const storage = memoryStorage()
  storage.setItem('quarterdeck.choice.ticket-templates', '{')
  expect(createChoices(storage).get('ticket-templates')).toBeUndefined()
})

it('the preferences of a removed connection go away, and no others', () => {
  const storage = memoryStorage()
  const choices = createChoices(storage)
  choices.set('needs-you', { gone: 2, stays: 1 })
  choices.set('alerts', { 'gone.PAPER': [], 'stays.PAPER': [] })
  choices.set('small-balances', '5')
  choices.forget('gone')
  const there = createChoices(storage)
  expect(there.get('needs-you')).toEqual({ stays: 1 })
  expect(there.get('alerts')).toEqual({ 'stays.PAPER': [] })
  expect(there.get('small-balances')).toBe('5')
})
