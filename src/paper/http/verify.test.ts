import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { generateKeyPair, importPrivateKey, importSecret } from '#signing/keys.ts'
import { sign, signedBytes } from '#signing/signature.ts'
import signingVectors from '#signing/signing-vectors.json' with { type: 'json' }
import type { SigningVectors } from '#testing/check-vectors.ts'

import { verify, verifyingKey } from './verify.ts'

const { keys, vectors, refused } = signingVectors as SigningVectors
const secret = await importSecret(keys.hmacSecret)
const privateKey = await importPrivateKey(keys.rsaPrivatePkcs8Pem)
const secretKey = verifyingKey('hmac', keys.hmacSecret)
const publicKey = verifyingKey('rsa', keys.rsaPublicSpkiPem)

describe('the vectors made with OpenSSL', () => {
  const isTaken = ({ algorithm, path, query, body, emptyForm, signature }: (typeof vectors)[0]) =>
    verify(
      algorithm === 'hmac' ? secretKey : publicKey,
      signature,
      signedBytes(path, query, new TextEncoder().encode(body), emptyForm),
    )

  it.each(vectors)('the vectors made with OpenSSL are taken: $name', (vector) => {
    expect(isTaken(vector)).toBe(true)
  })

  it.each(refused)('the vectors made with OpenSSL to refuse are refused: $name', (vector) => {
    expect(isTaken(vector)).toBe(false)
  })
})

it('a signature of either kind is taken for what was signed and for nothing else', async () => {
  const changed = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) })
  const signed = fc.uint8Array({ minLength: 1, maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(fc.boolean(), signed, changed, async (rsa, bytes, { at, by }) => {
      const [signer, verifier] = rsa ? [privateKey, publicKey] : [secret, secretKey]
      const signature = await sign(signer, bytes)
      expect(verify(verifier, signature, bytes)).toBe(true)

      const other = bytes.with(at % bytes.length, bytes[at % bytes.length]! ^ by)
      expect(verify(verifier, signature, other)).toBe(false)
    }),
  )
})

it('a signature is refused as soon as any of its characters is another', async () => {
  const digits = '0123456789abcdef'
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  for (const [signer, verifier, alphabet] of [
    [secret, secretKey, digits],
    [privateKey, publicKey, letters],
  ] as const) {
    const signature = await sign(signer, 'signed')
    for (const [at, character] of Array.from(signature).entries()) {
      if (character === '=') continue
      const other = alphabet[(alphabet.indexOf(character) + 1) % alphabet.length]
      const bent = `${signature.slice(0, at)}${other}${signature.slice(at + 1)}`
      expect(verify(verifier, bent, 'signed')).toBe(false)
    }
  }
})

it('a signature by a new pair is taken with the public half that was handed over', async () => {
  const { key, publicPem } = await generateKeyPair()
  expect(key.cryptoKey.extractable).toBe(false)
  const signature = await sign(key, 'signed')
  expect(verify(verifyingKey('rsa', publicPem), signature, 'signed')).toBe(true)
})
