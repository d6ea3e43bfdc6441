import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'

import { PERMISSIONS, type Permission } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import { Refusal } from '../refusal.ts'
import type { ApiKey } from '../store/store.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'quarterdeck-paper'
const AUDIENCE = 'quarterdeck-api'
const TOLERANCE_SECONDS = 5
export const DEFAULT_TOKEN_LIFE = 24 * 3_600_000

const claims = z.object({
  key: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
})

/** Issues a token for a key; it dies with the key and never outlives it. */
export async function issueToken(
  secret: Uint8Array,
  key: ApiKey,
  now: Instant,
  life: number = DEFAULT_TOKEN_LIFE,
): Promise<{ token: string; expiresAt: Instant }> {
  const end = Math.floor(Math.min(now + life, key.expiresAt ?? Infinity) / 1000)
  const token = await new SignJWT({ key: key.apiKey, permissions: key.permissions })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(key.userName)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(end)
    .sign(secret)
  return { token, expiresAt: end * 1000 }
}

/** Throws `token_expired` or `token_invalid`. */
export async function readToken(
  secret: Uint8Array,
  token: string,
  now: Instant,
): Promise<{ apiKey: string; permissions: Permission[] }> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [ALGORITHM],
      typ: 'JWT',
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now),
    })
    const { key, permissions } = claims.parse(payload)
    return { apiKey: key, permissions }
  } catch (error) {
    throw error instanceof errors.JWTExpired
      ? new Refusal('token_expired', 'The token has expired; ask for a new one.')
      : new Refusal('token_invalid', 'The token was not issued by this service.')
  }
}
