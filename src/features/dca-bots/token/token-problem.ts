import type { ApiError } from '#client/api-error.ts'
import { DIALECT_PROFILES } from '#dialects/dialects.ts'
import { type ConnectionProfile, hasNeededToken } from '#session/connection-profile.ts'

/** What is wrong with the bearer token that the DCA lists need. */
export type TokenProblem = 'missing' | 'expired' | 'refused'

type Token = Pick<ConnectionProfile, 'dialect' | 'hasToken' | 'tokenExpiresAt'>

/** What is known before anything is asked; `now` by the service's clock, in milliseconds. */
export function foreseenTokenProblem(token: Token, now: number): TokenProblem | undefined {
  if (!hasNeededToken(token)) return 'missing'
  const { tokenExpiresAt } = token
  return tokenExpiresAt !== undefined && tokenExpiresAt <= now ? 'expired' : undefined
}

/** So long before its end a token is worth a word. */
const SOON = 10 * 60_000

/** Minutes, begun ones too, that a token has left; `undefined` while its end is far or unknown. */
export function minutesLeft(
  { tokenExpiresAt }: Pick<Token, 'tokenExpiresAt'>,
  now: number,
): number | undefined {
  const left = (tokenExpiresAt ?? Number.POSITIVE_INFINITY) - now
  return left > 0 && left <= SOON ? Math.ceil(left / 60_000) : undefined
}

/** What a refusal says of the token; any other failure is none of the token's. */
export function tokenProblemOf(error: ApiError | null, token: Token): TokenProblem | undefined {
  const failure = error?.failure
  if (failure?.kind !== 'refused' || failure.status !== 401) return undefined
  // The key was refused, where there is nothing but a key.
  if (!DIALECT_PROFILES[token.dialect].takesToken) return undefined
  if (failure.code === 'token_expired') return 'expired'
  if (failure.code === 'token_missing' || !token.hasToken) return 'missing'
  return 'refused'
}
