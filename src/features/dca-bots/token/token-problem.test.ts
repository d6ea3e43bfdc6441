import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'

import { foreseenTokenProblem, minutesLeft, tokenProblemOf } from './token-problem.ts'

const dialect = 'quarterdeck'
const WITH = { dialect, hasToken: true, tokenExpiresAt: undefined } as const
const WITHOUT = { dialect, hasToken: false, tokenExpiresAt: undefined } as const

const refusal = (status: number, code: string) =>
  new ApiError({ kind: 'refused', status, code, description: code, attributes: {} })

it('a missing or expired DCA token is found before any request', () => {
  expect(foreseenTokenProblem(WITHOUT, 100)).toBe('missing')
  expect(foreseenTokenProblem({ dialect, hasToken: true, tokenExpiresAt: 99 }, 100)).toBe('expired')
  expect(
    foreseenTokenProblem({ dialect, hasToken: true, tokenExpiresAt: 101 }, 100),
  ).toBeUndefined()
  expect(foreseenTokenProblem(WITH, 100)).toBeUndefined()
})

it('a DCA token shows a warning in its last ten minutes only', () => {
  const left = (milliseconds: number) =>
    minutesLeft({ tokenExpiresAt: 5_000_000 }, 5_000_000 - milliseconds)
  expect(left(600_001)).toBeUndefined()
  expect(left(600_000)).toBe(10)
  expect(left(540_001)).toBe(10)
  expect(left(60_000)).toBe(1)
  expect(left(1)).toBe(1)
  expect(left(0)).toBeUndefined()
  expect(minutesLeft({ tokenExpiresAt: undefined }, 100)).toBeUndefined()
})

it('a refused DCA token is recognised by the service’s code', () => {
  expect(tokenProblemOf(refusal(401, 'token_expired'), WITH)).toBe('expired')
  expect(tokenProblemOf(refusal(401, 'token_missing'), WITH)).toBe('missing')
  expect(tokenProblemOf(refusal(401, 'token_invalid'), WITH)).toBe('refused')
})

it('a DCA token is “refused” or “missing” in other services’ words too', () => {
  expect(tokenProblemOf(refusal(401, 'Unauthorized'), WITH)).toBe('refused')
  expect(tokenProblemOf(refusal(401, 'Unauthorized'), WITHOUT)).toBe('missing')
})

it('a service without tokens refuses the key instead', () => {
  const without = { ...WITHOUT, dialect: '3commas' } as const
  expect(foreseenTokenProblem(without, 100)).toBeUndefined()
  expect(tokenProblemOf(refusal(401, 'signature_invalid'), without)).toBeUndefined()
})

it('other failures are no problem of the DCA token', () => {
  expect(tokenProblemOf(refusal(403, 'access_denied'), WITH)).toBeUndefined()
  expect(tokenProblemOf(new ApiError({ kind: 'unreachable' }), WITH)).toBeUndefined()
  expect(tokenProblemOf(null, WITH)).toBeUndefined()
})
