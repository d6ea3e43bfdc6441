import { expect, it } from 'vitest'

import { gridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { entity, entityOnTheWire } from '#testing/entity.ts'
import type { Intent } from '#intents/intent.ts'

import { lastStops, returnedBot } from './bot-state.tsx'

const intent = (members: Partial<Intent>): Intent => ({
  id: 'a',
  endpoint: stopGridBot,
  origin: 'https://service.test',
  target: '/api/v1/bots/grid/7/stop',
  body: '',
  signed: '/api/v1/bots/grid/7/stop?',
  headers: {},
  sentAt: 1,
  endedAt: undefined,
  outcome: { kind: 'sending' },
  ...members,
})

const botAsKept = (isEnabled: boolean) =>
  entity(gridBot, entityOnTheWire(gridBot, { id: 7, is_enabled: isEnabled }))

it('a stop is found under any address prefix, for its bot only', () => {
  const prefixed = intent({ target: '/prefix/api/v1/bots/grid/7/stop' })
  expect(lastStops([prefixed]).get(7)).toBe(prefixed)
  expect(lastStops([prefixed]).get(77)).toBeUndefined()
  expect(lastStops([intent({ target: '/api/v1/bots/grid/17/stop' })]).get(7)).toBeUndefined()
})

it('the latest stop of each bot is found', () => {
  const intents = [
    intent({ id: 'c', target: '/prefix/api/v1/bots/grid/8/stop' }),
    intent({ id: 'b' }),
    intent({ id: 'a' }),
  ]
  const stops = lastStops(intents)
  expect([stops.get(8)?.id, stops.get(7)?.id]).toEqual(['c', 'b'])
})

it('a stop is found by any of its requests', () => {
  const translated = intent({
    target: '/public/api/ver1/grid_bots/7/disable',
    asked: { target: '/public/api/api/v1/bots/grid/7/stop', body: '' },
  })
  expect(lastStops([translated]).get(7)).toBe(translated)
  expect(lastStops([translated]).get(7)).toBe(translated)
  expect(lastStops([translated]).get(77)).toBeUndefined()
})

it('a start does not count as a stop', () => {
  const start = intent({ endpoint: startGridBot, target: '/api/v1/bots/grid/7/start' })
  expect(lastStops([start]).get(7)).toBeUndefined()
})

it('the latest placed stop returns its bot', () => {
  const answer = botAsKept(false)
  const intents = [intent({ id: 'b' }), intent({ outcome: { kind: 'placed', answer } })]
  expect(lastStops(intents).get(7)?.id).toBe('b')
  expect(returnedBot(intents, 7)).toBe(answer)
  // An earlier version of the page kept answers that lack members.
  const poor = { id: 7, is_enabled: false }
  expect(returnedBot([intent({ outcome: { kind: 'placed', answer: poor } })], 7)).toBeUndefined()
})

it('a stop before a newer start does not count', () => {
  const stopped = botAsKept(false)
  const started = botAsKept(true)
  const intents = [
    intent({
      endpoint: startGridBot,
      target: '/api/v1/bots/grid/7/start',
      outcome: { kind: 'placed', answer: started },
    }),
    intent({ outcome: { kind: 'placed', answer: stopped } }),
  ]
  expect(returnedBot(intents, 7)).toBe(started)
})
