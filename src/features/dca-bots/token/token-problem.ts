import type { ApiError } from '#client/api-error.ts'
import { DIALECT_PROFILES } from '#dialects/dialects.ts'
import { type ConnectionProfile, hasNeededToken } from '#session/connection-profile.ts'

export type TokenProblem = 'missing' | 'expired' | 'refused'

type Token = Pick<ConnectionProfile, 'dialect' | 'hasToken' | 'tokenExpiresAt'>

/** Problem visible before any request; `now` by the service's clock, in milliseconds. */
export function foreseenTokenProblem(token: Token, now: number): TokenProblem | undefined {
  if (!hasNeededToken(token)) return 'missing'
  const { tokenExpiresAt } = token
  return tokenExpiresAt !== undefined && tokenExpiresAt <= now ? 'expired' : undefined
}

/** In milliseconds before a token expires, to show a warning. */
const SOON = 10 * 60_000

/** Minutes left, rounded up; `undefined` if the end is far or unknown. */
export function minutesLeft(
  { tokenExpiresAt }: Pick<Token, 'tokenExpiresAt'>,
  now: number,
): number | undefined {
  const left = (tokenExpiresAt ?? Number.POSITIVE_INFINITY) - now
  return left > 0 && left <= SOON ? Math.ceil(left / 60_000) : undefined
}

/** Problem of the token that a refusal reports; `undefined` for other failures. */
export function tokenProblemOf(error: ApiError | null, token: Token): TokenProblem | undefined {
  const failure = error?.failure
  if (failure?.kind !== 'refused' || failure.status !== 401) return undefined
  // Services without tokens refuse the key instead.
  if (!DIALECT_PROFILES[token.dialect].takesToken) return undefined
  if (failure.code === 'token_expired') return 'expired'
  if (failure.code === 'token_missing' || !token.hasToken) return 'missing'
  return 'refused'
}
