import { expect, it, vi } from 'vitest'

import { memoryStorage } from './kept-store.ts'
import { createChoices } from './settings.ts'

it('keeps what was chosen, and follows another tab', () => {
  const storage = memoryStorage()
  const here = createChoices(storage)
  const there = createChoices(storage)
  const heard = vi.fn<() => void>()
  there.subscribe(heard)
  expect(there.get('small-balances')).toBeUndefined()

  here.set('small-balances', ['pair'])
  there.reread('quarterdeck.choice.small-balances')
  expect(heard).toHaveBeenCalledOnce()
  expect(there.get('small-balances')).toEqual(['pair'])
  expect(there.get('small-balances')).toBe(there.get('small-balances'))

  there.reread('quarterdeck.settings')
  expect(heard).toHaveBeenCalledOnce()
})

it('is as if nothing was chosen where the storage holds rubbish', () => {
  const storage = memoryStorage()
  storage.setItem('quarterdeck.choice.ticket-templates', '{')
  expect(createChoices(storage).get('ticket-templates')).toBeUndefined()
})
