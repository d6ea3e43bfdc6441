import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { permissionsFor, PERMISSIONS } from '#contract/endpoint.ts'
import { importSecret } from '#signing/keys.ts'
import {
  type Attempt,
  bearer,
  closedEndpoints,
  type Key,
  type KeyRing,
  openKeyRing,
  signedBy,
  tokenOf,
  withSignature,
} from '#testing/key-ring.ts'
import { signedHeaders } from '#testing/sample-requests.ts'
import { storeHash } from '#testing/stored-data.ts'

let ring: KeyRing
let before: string
beforeAll(async () => {
  ring = await openKeyRing()
  before = storeHash(ring.paper.data)
})
afterAll(() => ring.close())

const SIGNATURES: [string, Attempt, string][] = [
  ['nothing at all', () => ({}), 'api_key_missing'],
  [
    'a signature by another secret',
    async (sample, { hmac }) =>
      signedHeaders({ ...hmac, key: await importSecret('another secret') }, sample),
    'signature_invalid',
  ],
  [
    'a token alone',
    (_sample, { hmac }) => ({ Authorization: `Bearer ${hmac.token}` }),
    'api_key_missing',
  ],
  ['a key alone', (_sample, { hmac }) => ({ APIKEY: hmac.apiKey }), 'signature_missing'],
  ['an unknown key', signedBy(({ stranger }) => stranger), 'api_key_invalid_or_expired'],
  ['an expired key', signedBy(({ expired }) => expired), 'api_key_invalid_or_expired'],
  ['a revoked key', signedBy(({ revoked }) => revoked), 'api_key_invalid_or_expired'],
  [
    'an HMAC signature for an RSA key',
    signedBy(({ rsa, hmac }) => ({ ...rsa, key: hmac.key })),
    'signature_invalid',
  ],
  [
    'a signature over another path',
    signedBy(
      ({ hmac }) => hmac,
      ({ target }) => ({ target: target.replace('/api/v1', '/api/v2') }),
    ),
    'signature_invalid',
  ],
  [
    'a signature over another query',
    signedBy(
      ({ hmac }) => hmac,
      ({ target }) => ({ target: `${target}${target.includes('?') ? '&' : '?'}page=2` }),
    ),
    'signature_invalid',
  ],
  [
    'a signature over another body',
    signedBy(
      ({ rsa }) => rsa,
      () => ({ body: '{"units":"2"}' }),
    ),
    'signature_invalid',
  ],
  [
    'a signature that is cut short',
    withSignature(
      ({ hmac }) => hmac,
      (signature) => signature.slice(0, -2),
    ),
    'signature_invalid',
  ],
  [
    'an RSA signature with one letter in the other case',
    withSignature(({ rsa }) => rsa, flipCase),
    'signature_invalid',
  ],
]

const TOKENS: [string, Attempt, string][] = [
  ['no token', () => ({}), 'token_missing'],
  ['nonsense', bearer(() => 'a.b.c'), 'token_invalid'],
  ['another scheme', () => ({ Authorization: 'Basic eDp5' }), 'token_invalid'],
  ['a signature alone', signedBy(({ hmac }) => hmac), 'token_missing'],
  [
    'an expired token',
    bearer((at) => tokenOf(at, (token) => token.setExpirationTime(at.paper.clock.now / 1e3 - 60))),
    'token_expired',
  ],
  ['a token without algorithm', bearer(unsecured), 'token_invalid'],
  ['another algorithm', bearer((at) => tokenOf(at, undefined, { alg: 'HS512' })), 'token_invalid'],
  [
    'another secret',
    bearer((at) => tokenOf(at, undefined, { secret: new TextEncoder().encode('s'.repeat(32)) })),
    'token_invalid',
  ],
  [
    'another audience',
    bearer((at) => tokenOf(at, (token) => token.setAudience('elsewhere'))),
    'token_invalid',
  ],
  [
    'another issuer',
    bearer((at) => tokenOf(at, (token) => token.setIssuer('elsewhere'))),
    'token_invalid',
  ],
  ['the token of a revoked key', bearer(({ revoked }) => revoked.token), 'token_invalid'],
  ['the token of an expired key', bearer(({ expired }) => expired.token), 'token_expired'],
]

// Endpoints that accept both need only one of them.
const notAlone = (rows: [string, Attempt, string][], line: string) =>
  line.includes('bots/dca') ? rows.filter(([name]) => !/alone|no token/.test(name)) : rows

/** Every endpoint turns away two attempts; all of them are tried on the first two, as one function judges them. */
const rowsOf = (rows: [string, Attempt, string][], line: string, place: number) =>
  notAlone(rows, line).slice(0, place < 2 ? undefined : 2)

describe.each(
  closedEndpoints('signed', 'bearer_or_signed').map(
    ([line, sample], place) => [line, sample, rowsOf(SIGNATURES, line, place)] as const,
  ),
)('%s', (_line, sample, rows) => {
  it.each(rows)('turns away %s', async (_name, attempt, code) => {
    const answer = await ring.try(sample, attempt)
    expect(answer).toMatchObject({ status: 401, json: { error: code } })
  })
})

describe.each(
  closedEndpoints('bearer', 'bearer_or_signed').map(
    ([line, sample], place) => [line, sample, rowsOf(TOKENS, line, place)] as const,
  ),
)('%s', (_line, sample, rows) => {
  it.each(rows)('turns away %s', async (_name, attempt, code) => {
    const answer = await ring.try(sample, attempt)
    expect(answer).toMatchObject({ status: 401, json: { error: code } })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })
})

describe.each(closedEndpoints('bearer_or_signed'))('%s', (_line, sample) => {
  it('lets a token count alone when a signature comes with it', async () => {
    const answer = await ring.try(sample, async (signed, { hmac }) => ({
      ...(await signedHeaders(hmac, signed)),
      Authorization: 'Bearer a.b.c',
    }))
    expect(answer).toMatchObject({ status: 401, json: { error: 'token_invalid' } })
  })
})

const scoped = closedEndpoints('signed', 'bearer', 'bearer_or_signed').flatMap(([line, sample]) => {
  return permissionsFor(sample.endpoint).map((permission) => [line, permission, sample] as const)
})

it.each(scoped)('%s names %s to a key without it', async (_line, permission, sample) => {
  const answer = await ring.try(sample, (signed, ring) => {
    const key = ring.lacking.get(permission) as Key
    return sample.endpoint.security === 'bearer'
      ? { Authorization: `Bearer ${key.token}` }
      : signedHeaders(key, signed)
  })
  expect(answer).toMatchObject({ status: 403, json: { error: 'access_denied' } })
  expect(answer.text).toContain(permission)
})

it('changed nothing by any of this', () => {
  expect(storeHash(ring.paper.data)).toBe(before)
  expect(ring.paper.failures).toEqual([])
})

function flipCase(text: string): string {
  return text.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

function unsecured({ hmac }: KeyRing): string {
  return new UnsecuredJWT({ key: hmac.apiKey, permissions: [...PERMISSIONS] })
    .setIssuer('quarterdeck-paper')
    .setAudience('quarterdeck-api')
    .setSubject('trader')
    .setExpirationTime('20y')
    .encode()
}
