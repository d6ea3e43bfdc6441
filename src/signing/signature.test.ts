import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkVectors, type SigningVectors } from '#testing/check-vectors.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { importSecret } from './keys.ts'
import { sign, signedBytes, signedText } from './signature.ts'
import signingVectors from './signing-vectors.json' with { type: 'json' }

const vectors = signingVectors as SigningVectors

/** Published by the API family for this secret and path. */
const PUBLISHED_SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j'
const PUBLISHED_PATH = '/public/api/ver1/users/change_mode'

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
    expect(await checkVectors(bent)).toEqual(['query only: another text is signed'])
  })
})

it.each([
  ['mode=paper', '', 'bca8d8c10acfbe8e76c5335d3efbe0a550487170a8bb7aaea0a13efabab55316'],
  ['', '{"mode": "paper"}', '0475b407ba6f2388d213134e478b330f74073388a232737837f79018694ae373'],
])('reproduces the published signature of query “%s” and body “%s”', async (query, body, hex) => {
  const key = await importSecret(PUBLISHED_SECRET)
  expect(await sign(key, signedText(PUBLISHED_PATH, query, body, 'path?'))).toBe(hex)
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
