import { describe, expect, it } from 'vitest'

import { eventKinds, eventsOf } from './events.ts'

const event = (id: number, type: string | undefined, created_at: number | undefined) => ({
  id,
  type,
  created_at,
  message: undefined,
  price: undefined,
  amount: undefined,
})

const events = [
  event(1, 'deal_opened', 1_000),
  event(4, 'safety_order', 3_000),
  event(3, 'safety_order', 3_000),
  event(2, undefined, undefined),
]

describe('the events of a bot', () => {
  it('stand newest first, whatever order the service sends', () => {
    expect(eventsOf(events, '').map(({ id }) => id)).toEqual([4, 3, 1, 2])
  })

  it('are filtered by the kinds that were sent', () => {
    expect(eventKinds(events)).toEqual([
      { type: 'safety_order', words: 'Safety order', count: 2 },
      { type: 'deal_opened', words: 'Deal opened', count: 1 },
    ])
    expect(eventsOf(events, 'safety_order').map(({ id }) => id)).toEqual([4, 3])
  })
})
