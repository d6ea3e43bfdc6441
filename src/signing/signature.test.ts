import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkVectors, type SigningVectors } from '#testing/check-vectors.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { importSecret } from './keys.ts'
import { sign, signedBytes, signedText } from './signature.ts'
import signingVectors from './signing-vectors.json' with { type: 'json' }

const vectors = signingVectors as SigningVectors

/** Secret and path of the signatures published in the API's documentation. */
const PUBLISHED_SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j'
const PUBLISHED_PATH = '/public/api/ver1/users/change_mode'

it('the signed text is path, question mark, query and body', () => {
  expect(signedText('/a', 'b=1', '{"c":2}', 'path?')).toBe('/a?b=1{"c":2}')
  expect(signedText('/a', '', '{"c":2}', 'path')).toBe('/a?{"c":2}')
})

it('an empty request is signed as “path?”, or as “path” for services that expect it', () => {
  expect(signedText('/a', '', '', 'path?')).toBe('/a?')
  expect(signedText('/a', '', '', 'path')).toBe('/a')
})

it('signedBytes gives the UTF-8 bytes of signedText', () => {
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

it('our signatures match all vectors, with PKCS#1 and PKCS#8 keys', async () => {
  expect(await checkVectors(vectors)).toEqual([])
})

it.each([
  ['mode=paper', '', 'bca8d8c10acfbe8e76c5335d3efbe0a550487170a8bb7aaea0a13efabab55316'],
  ['', '{"mode": "paper"}', '0475b407ba6f2388d213134e478b330f74073388a232737837f79018694ae373'],
])('query “%s” and body “%s” give the published signature', async (query, body, hex) => {
  const key = await importSecret(PUBLISHED_SECRET)
  expect(await sign(key, signedText(PUBLISHED_PATH, query, body, 'path?'))).toBe(hex)
})

it('fromBase64 accepts only the canonical spelling', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }),
  )
  for (const text of ['YQ', 'YR==', 'Y Q=', 'YQ==\n', 'YQ=', 'Y===', '-_==']) {
    expect(fromBase64(text)).toBeUndefined()
  }
})
