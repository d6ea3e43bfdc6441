import { expect, it } from 'vitest'

import { KeyProblem } from '#signing/key-problem.ts'
import { sign } from '#signing/signature.ts'
import signingVectors from '#signing/signing-vectors.json'

import { credentialsOf, readEnteredKey, readStoredSecret, tokenExpiry } from './stored-secret.ts'

const { keys, vectors } = signingVectors
const BASE_URL = 'https://api.example.com/public'

it('an entered HMAC or RSA key gives the same signatures as OpenSSL', async () => {
  const entered = [
    { kind: 'hmac', apiKey: ' key ', secret: ` ${keys.hmacSecret}\n` },
    { kind: 'rsa', apiKey: 'key', pem: keys.rsaPrivatePkcs1Pem },
    { kind: 'rsa', apiKey: 'key', pem: new TextEncoder().encode(keys.rsaPrivatePkcs8Pem).buffer },
  ] as const
  for (const one of entered) {
    const stored = await readEnteredKey(one, BASE_URL)
    expect(stored).toMatchObject({ apiKey: 'key', origin: 'https://api.example.com' })
    const kept = readStoredSecret(JSON.parse(JSON.stringify(stored)))
    const { key } = await credentialsOf(kept!, 'path?')
    const vector = vectors.find(({ algorithm }) => algorithm === one.kind)!
    expect(await sign(key, vector.signed)).toBe(vector.signature)
  }
})

it('an entered token loses its “Bearer” prefix', async () => {
  const token = ' Bearer a.b.c\n'
  const stored = await readEnteredKey({ kind: 'hmac', apiKey: 'k', secret: 's', token }, BASE_URL)
  expect(stored.token).toBe('a.b.c')
})

it.each([
  [{ kind: 'hmac', apiKey: '', secret: 's' }, 'The API key is empty.'],
  [{ kind: 'hmac', apiKey: 'k', secret: ' ' }, 'The secret key is empty.'],
  [{ kind: 'hmac', apiKey: 'kéy', secret: 's' }, 'cannot be sent'],
  [{ kind: 'hmac', apiKey: 'k', secret: 's', token: 'two words' }, 'cannot be sent'],
  [{ kind: 'rsa', apiKey: 'k', pem: 'no key' }, 'No private key found'],
] as const)('an entered key that cannot be used is refused: %j', async (entered, words) => {
  const refused = readEnteredKey(entered, BASE_URL)
  await expect(refused).rejects.toThrow(KeyProblem)
  await expect(refused).rejects.toThrow(words)
})

it('tokenExpiry reads `exp` of a JWT and ignores other tokens', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const jwt = (claims: unknown) => `${part({ alg: 'HS256' })}.${part(claims)}.c2ln`
  expect(tokenExpiry(jwt({ exp: 1_700_000_000, sub: 'ü?>' }))).toBe(1_700_000_000_000)
  for (const token of ['', 'opaque', 'a.b.c', jwt({}), jwt({ exp: 'soon' }), jwt(null)]) {
    expect(tokenExpiry(token)).toBeUndefined()
  }
})
