import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'

import { statusOf } from './grid-bot-page.tsx'

it('a bot is unknown by the service’s 404, not by a proxy’s', () => {
  const refused = { code: 'not_found', description: 'No such bot.', attributes: {} }
  expect(statusOf(new ApiError({ kind: 'refused', status: 404, ...refused }))).toBe(404)
  expect(statusOf(new ApiError({ kind: 'unreadable', status: 404 }))).toBeUndefined()
})
