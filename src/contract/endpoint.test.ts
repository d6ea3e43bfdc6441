import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { api } from './api.ts'
import { dcaBot } from './dca-bots.ts'
import { define, type Endpoint, specified } from './endpoint.ts'
import { gridBot } from './grid-bots.ts'

const common = {
  name: 'stop',
  path: '/api/v1/stop',
  security: 'signed',
  permission: 'BOTS_WRITE',
  status: 201,
  response: z.object({ is_enabled: z.boolean() }),
} as const
const stop = { ...common, method: 'POST', writes: ['grid_bots'] } as const

it('a write does not compile without its effect, subject and proof', () => {
  const effect = {
    title: 'Stop',
    risk: 'costly',
    movesMoney: true,
    subject: () => ({ kind: 'grid bot' }) as const,
    provenBy: {
      answer: (bot: { is_enabled?: boolean | undefined }) => [
        ['state', bot.is_enabled, false] as const,
      ],
      reading: { kind: 'none', because: 'There is none.' },
    },
  } as const
  const { provenBy: _provenBy, ...unproven } = effect

  expect(define(stop, effect).effect.title).toBe('Stop')
  // @ts-expect-error -- its effect is missing
  define(stop)
  // @ts-expect-error -- nothing proves it
  define(stop, unproven)
  // @ts-expect-error -- a method that writes, without what it writes
  define({ ...common, method: 'POST' })
  // @ts-expect-error -- a read that writes
  define({ ...stop, method: 'GET' })
})

it('a response under --strict has no extension fields', () => {
  const membersOf = (endpoint: Endpoint) => {
    const response = specified(endpoint).response as { shape?: object; def: { element?: unknown } }
    const { shape } = (response.def.element ?? response) as { shape: object }
    return Object.keys(shape)
  }
  expect(Object.keys(dcaBot.shape)).toContain('deals')
  for (const endpoint of [api.listDcaBots, api.getDcaBot]) {
    expect(membersOf(endpoint)).not.toContain('deals')
    expect(membersOf(endpoint)).toContain('total_profit')
  }
  expect(Object.keys(gridBot.shape)).toContain('running_seconds')
  expect(membersOf(api.stopGridBot)).not.toContain('running_seconds')
  expect(specified(api.listExchanges).response).toBe(api.listExchanges.response)
})
