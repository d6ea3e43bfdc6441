import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { define } from './endpoint.ts'

const common = {
  name: 'stop',
  path: '/api/v1/stop',
  security: 'signed',
  permission: 'BOTS_WRITE',
  status: 201,
  response: z.object({ is_enabled: z.boolean() }),
  extension: false,
} as const
const stop = { ...common, method: 'POST', writes: ['grid_bots'] } as const

it('is no endpoint that writes without saying what it does, what it is about and what proves it', () => {
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
  const { extension: _extension, ...unnamed } = stop

  expect(define(stop, effect).effect.title).toBe('Stop')
  // @ts-expect-error -- its effect is missing
  define(stop)
  // @ts-expect-error -- nothing proves it
  define(stop, unproven)
  // @ts-expect-error -- neither of the spec nor an extension
  define(unnamed, effect)
  // @ts-expect-error -- a method that writes, without what it writes
  define({ ...common, method: 'POST' })
  // @ts-expect-error -- a read that writes
  define({ ...stop, method: 'GET' })
})
