import { expect, it, vi } from 'vitest'

import { memoryStorage } from './kept-store.ts'
import { createChoices } from './settings.ts'

it('keeps what was chosen, and follows another tab', () => {
  const storage = memoryStorage()
  const here = createChoices(storage)
  const there = createChoices(storage)
  const heard = vi.fn<() => void>()
  there.subscribe(heard)
  expect(there.get('smart-trade-columns')).toBeUndefined()

  here.set('smart-trade-columns', ['pair'])
  there.reread('quarterdeck.choice.smart-trade-columns')
  expect(heard).toHaveBeenCalledOnce()
  expect(there.get('smart-trade-columns')).toEqual(['pair'])
  expect(there.get('smart-trade-columns')).toBe(there.get('smart-trade-columns'))

  there.reread('quarterdeck.settings')
  expect(heard).toHaveBeenCalledOnce()
})

it('is as if nothing was chosen where the storage holds rubbish', () => {
  const storage = memoryStorage()
  storage.setItem('quarterdeck.choice.ticket-templates', '{')
  expect(createChoices(storage).get('ticket-templates')).toBeUndefined()
})
