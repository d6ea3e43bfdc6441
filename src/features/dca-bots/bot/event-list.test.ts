import { expect, it } from 'vitest'

import type { DcaBotEvent } from '#contract/dca-bots.ts'

import { eventKinds, eventsOf } from './event-list.tsx'

const event = (id: number, type: string, created_at: number): DcaBotEvent => ({
  id,
  type,
  created_at,
  message: '',
  price: undefined,
  amount: undefined,
})

const events = [
  event(1, 'deal_opened', 1_000),
  event(4, 'safety_order', 3_000),
  event(3, 'safety_order', 3_000),
  event(2, 'bot_started', 500),
]

it('a bot’s events are listed newest first in any case', () => {
  expect(eventsOf(events, '').map(({ id }) => id)).toEqual([4, 3, 1, 2])
})

it('a bot’s events are filtered by the kinds sent', () => {
  expect(eventKinds(events)).toEqual([
    { type: 'safety_order', words: 'Safety order', count: 2 },
    { type: 'bot_started', words: 'Bot started', count: 1 },
    { type: 'deal_opened', words: 'Deal opened', count: 1 },
  ])
  expect(eventsOf(events, 'safety_order').map(({ id }) => id)).toEqual([4, 3])
})
