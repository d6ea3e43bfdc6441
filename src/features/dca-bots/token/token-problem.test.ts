import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'

import { foreseenTokenProblem, minutesLeft, tokenProblemOf } from './token-problem.ts'

const dialect = 'quarterdeck'
const WITH = { dialect, hasToken: true, tokenExpiresAt: undefined } as const
const WITHOUT = { dialect, hasToken: false, tokenExpiresAt: undefined } as const

const refusal = (status: number, code: string) =>
  new ApiError({ kind: 'refused', status, code, description: code, attributes: {} })

it('the token of the DCA area is known to be missing or over before anything is asked', () => {
  expect(foreseenTokenProblem(WITHOUT, 100)).toBe('missing')
  expect(foreseenTokenProblem({ dialect, hasToken: true, tokenExpiresAt: 99 }, 100)).toBe('expired')
  expect(
    foreseenTokenProblem({ dialect, hasToken: true, tokenExpiresAt: 101 }, 100),
  ).toBeUndefined()
  expect(foreseenTokenProblem(WITH, 100)).toBeUndefined()
})

it('the token of the DCA area is worth a word in the ten minutes before it ends, and in none before or after', () => {
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

it('the token of the DCA area is judged by the service’s own code', () => {
  expect(tokenProblemOf(refusal(401, 'token_expired'), WITH)).toBe('expired')
  expect(tokenProblemOf(refusal(401, 'token_missing'), WITH)).toBe('missing')
  expect(tokenProblemOf(refusal(401, 'token_invalid'), WITH)).toBe('refused')
})

it('the token of the DCA area is refused or missing when another service has words of its own', () => {
  expect(tokenProblemOf(refusal(401, 'Unauthorized'), WITH)).toBe('refused')
  expect(tokenProblemOf(refusal(401, 'Unauthorized'), WITHOUT)).toBe('missing')
})

it('the token of the DCA area is none where the service takes none: a refusal is for the key', () => {
  const without = { ...WITHOUT, dialect: '3commas' } as const
  expect(foreseenTokenProblem(without, 100)).toBeUndefined()
  expect(tokenProblemOf(refusal(401, 'signature_invalid'), without)).toBeUndefined()
})

it('the token of the DCA area has nothing to do with any other failure', () => {
  expect(tokenProblemOf(refusal(403, 'access_denied'), WITH)).toBeUndefined()
  expect(tokenProblemOf(new ApiError({ kind: 'unreachable' }), WITH)).toBeUndefined()
  expect(tokenProblemOf(null, WITH)).toBeUndefined()
})
