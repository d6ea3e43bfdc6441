import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkVectors, type SigningVectors } from '#testing/check-vectors.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { generateKeyPair, importPrivateKey, importPublicKey, importSecret } from './keys.ts'
import { sign, signedBytes, signedText, verify, type SigningKey } from './signature.ts'
import signingVectors from './signing-vectors.json' with { type: 'json' }

const vectors = signingVectors as SigningVectors

/** Published by the API family for this secret and path. */
const PUBLISHED_SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j'
const PUBLISHED_PATH = '/public/api/ver1/users/change_mode'

let secret: SigningKey
let privateKey: SigningKey
let publicKey: SigningKey

beforeAll(async () => {
  secret = await importSecret(vectors.keys.hmacSecret)
  privateKey = await importPrivateKey(vectors.keys.rsaPrivatePkcs8Pem)
  publicKey = await importPublicKey(vectors.keys.rsaPublicSpkiPem)
})

describe('what is signed', () => {
  it('is path, question mark, query and body', () => {
    expect(signedText('/a', 'b=1', '{"c":2}', 'path?')).toBe('/a?b=1{"c":2}')
    expect(signedText('/a', '', '{"c":2}', 'path')).toBe('/a?{"c":2}')
  })

  it('ends in a question mark without query and body, unless the service wants the bare path', () => {
    expect(signedText('/a', '', '', 'path?')).toBe('/a?')
    expect(signedText('/a', '', '', 'path')).toBe('/a')
  })

  it('is the same for the browser, which has texts, and the service, which has bytes', () => {
    const part = fc.string({ unit: 'grapheme' })
    const form = fc.constantFrom('path?', 'path')
    fc.assert(
      fc.property(part, part, part, form, (path, query, body, emptyForm) => {
        const text = signedText(path, query, body, emptyForm)
        const bytes = signedBytes(path, query, new TextEncoder().encode(body), emptyForm)
        expect(bytes).toEqual(new TextEncoder().encode(text))
      }),
    )
  })
})

describe('the vectors made with OpenSSL', () => {
  it('are sixty and six to refuse', () => {
    expect([vectors.vectors.length, vectors.refused.length]).toEqual([60, 6])
  })

  it('all agree, with the private key in either form', async () => {
    expect(await checkVectors(vectors)).toEqual([])
  })

  it('are told apart when they do not', async () => {
    const [first, ...rest] = vectors.vectors
    const bent = { ...vectors, vectors: [{ ...first!, query: 'page=2' }, ...rest] }
    expect(await checkVectors(bent)).toEqual([
      'query only: another text is signed',
      'query only: refused',
    ])
  })
})

it.each([
  ['mode=paper', '', 'bca8d8c10acfbe8e76c5335d3efbe0a550487170a8bb7aaea0a13efabab55316'],
  ['', '{"mode": "paper"}', '0475b407ba6f2388d213134e478b330f74073388a232737837f79018694ae373'],
])('reproduces the published signature of query “%s” and body “%s”', async (query, body, hex) => {
  const key = await importSecret(PUBLISHED_SECRET)
  expect(await sign(key, signedText(PUBLISHED_PATH, query, body, 'path?'))).toBe(hex)
})

describe('a signature', () => {
  it('of either kind is taken for what was signed and for nothing else', async () => {
    const changed = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) })
    const signed = fc.uint8Array({ minLength: 1, maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(fc.boolean(), signed, changed, async (rsa, bytes, { at, by }) => {
        const [signer, verifier] = rsa ? [privateKey, publicKey] : [secret, secret]
        const signature = await sign(signer, bytes)
        expect(await verify(verifier, signature, bytes)).toBe(true)

        const other = bytes.with(at % bytes.length, bytes[at % bytes.length]! ^ by)
        expect(await verify(verifier, signature, other)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('is refused as soon as any of its characters is another', async () => {
    const digits = '0123456789abcdef'
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    for (const [signer, verifier, alphabet] of [
      [secret, secret, digits],
      [privateKey, publicKey, letters],
    ] as const) {
      const signature = await sign(signer, 'signed')
      for (const [at, character] of Array.from(signature).entries()) {
        if (character === '=') continue
        const other = alphabet[(alphabet.indexOf(character) + 1) % alphabet.length]
        const bent = `${signature.slice(0, at)}${other}${signature.slice(at + 1)}`
        expect(await verify(verifier, bent, 'signed')).toBe(false)
      }
    }
  })

  it('by HMAC may come in upper case, by RSA not', async () => {
    const hex = await sign(secret, 'signed')
    expect(await verify(secret, hex.toUpperCase(), 'signed')).toBe(true)

    const base64 = await sign(privateKey, 'signed')
    const flipped = base64.replace(/[a-z]/, (letter) => letter.toUpperCase())
    expect(await verify(publicKey, base64, 'signed')).toBe(true)
    expect(await verify(publicKey, flipped, 'signed')).toBe(false)
  })

  it('by RSA may come folded into lines', async () => {
    const base64 = await sign(privateKey, 'signed')
    const folded = base64.match(/.{1,76}/g)!.join('\r\n ')
    expect(await verify(publicKey, folded, 'signed')).toBe(true)
    expect(await verify(publicKey, base64.replaceAll('=', ''), 'signed')).toBe(false)
  })

  it.each(['', '00', 'z'.repeat(64), ` ${'0'.repeat(63)}`, '0'.repeat(66), '====', 'not base64'])(
    'that reads “%s” is refused, not thrown at the caller',
    async (signature) => {
      expect(await verify(secret, signature, 'signed')).toBe(false)
      expect(await verify(publicKey, signature, 'signed')).toBe(false)
    },
  )

  it('by a new pair is taken with the public half that was handed over', async () => {
    const { key, publicPem } = await generateKeyPair()
    expect(key.cryptoKey.extractable).toBe(false)
    const signature = await sign(key, 'signed')
    expect(await verify(await importPublicKey(publicPem), signature, 'signed')).toBe(true)
  })
})

it('reads base64 in its one canonical spelling only', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }),
  )
  for (const text of ['YQ', 'YR==', 'Y Q=', 'YQ==\n', 'YQ=', 'Y===', '-_==']) {
    expect(fromBase64(text)).toBeUndefined()
  }
})
