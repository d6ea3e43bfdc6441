import { createHmac, generateKeyPairSync, verify } from 'node:crypto'

import { expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { getBalanceHistory } from '#contract/exchanges.ts'
import { importPrivateKey, importSecret } from '#signing/keys.ts'
import { sign, type SigningKey } from '#signing/signature.ts'
import { checkThreeCommasVectors, type ThreeCommasVectors } from '#testing/check-vectors.ts'

import { translatedFormat } from '../translated-format.ts'
import documented from './signing-vectors.json' with { type: 'json' }
import { threeCommas } from './three-commas.ts'

const SECRET = 'exampleSecretForTheDialectDocument0123456789abcdef'
const PREFIX = '/public/api'

const VECTORS = [
  {
    sent: {
      path: `${PREFIX}/v2/smart_trades`,
      query: 'order_by=created_at&order_direction=DESC&page=1&per_page=100',
      body: '',
    },
    signature: '3aa17329285f14ff6558de093d60af358ab0dd1ce857f5f228c7b7fd3cac307a',
  },
  {
    sent: { path: `${PREFIX}/ver1/grid_bots/2338357/disable`, query: '', body: '' },
    signature: 'e4bd8858f8fc0ff75698114dd83a7bf7c67fc2f55f00b9f646f719caad959965',
  },
  {
    sent: {
      path: `${PREFIX}/v2/smart_trades/12345678/set_note`,
      query: '',
      body: '{"note":"Range low bounce"}',
    },
    signature: 'e086e3e60950d1c442cda54563b32d1cbe32ff161130b9a828db6bac67315d29',
  },
]

const facts = (algorithm: SigningKey['algorithm']) =>
  ({ mode: 'real', algorithm, accounts: [] }) as const

it.each(VECTORS)(
  'the HMAC signature of $sent equals one calculated by hand',
  async ({ sent, signature }) => {
    const text = threeCommas.signedText(sent, facts('hmac'))
    expect(await sign(await importSecret(SECRET), text)).toBe(signature)
  },
)

it.each([
  ['hmac', 'path', '{"note":"x"}'],
  ['rsa', 'path?', '?{"note":"x"}'],
] as const)('the signature of a body by %s follows the tested form', (kind, bodyForm, end) => {
  const sent = { path: `${PREFIX}/v2/smart_trades/1/set_note`, query: '', body: '{"note":"x"}' }
  expect(threeCommas.signedText(sent, { ...facts(kind), bodyForm })).toBe(sent.path + end)
  expect(threeCommas.signedText({ ...sent, body: '' }, { ...facts(kind), bodyForm })).toBe(
    sent.path,
  )
})

it('signatures of documented examples verify for both kinds of key, queries and bodies', async () => {
  const vectors = documented as ThreeCommasVectors
  expect(vectors.vectors.map(({ name }) => name)).toHaveLength(6)
  expect(await checkThreeCommasVectors(vectors)).toEqual([])
  // The judge checks the text and the signature.
  const [one] = vectors.vectors
  const wrong = one
    ? [
        { ...one, query: 'mode=real' },
        { ...one, signature: 'other' },
      ]
    : []
  expect(await checkThreeCommasVectors({ ...vectors, vectors: wrong })).toHaveLength(2)
})

it('an RSA signature covers the body right after the path, as documented', () => {
  const texts = VECTORS.map(({ sent }) => threeCommas.signedText(sent, facts('rsa')))
  expect(texts).toEqual([
    `${PREFIX}/v2/smart_trades?order_by=created_at&order_direction=DESC&page=1&per_page=100`,
    `${PREFIX}/ver1/grid_bots/2338357/disable`,
    `${PREFIX}/v2/smart_trades/12345678/set_note{"note":"Range low bounce"}`,
  ])
})

/** Returns URL and signature of a read with a time in its query. */
async function sentWith(key: SigningKey) {
  let seen = { url: '', signature: '' }
  const client = createClient({
    baseUrl: `https://other.test${PREFIX}`,
    credentials: { apiKey: 'key', key, emptyForm: 'path' },
    format: translatedFormat(
      {
        ...threeCommas,
        translations: {
          getBalanceHistory: {
            request: () => ({
              method: 'GET',
              path: '/ver1/accounts/summary/balance_chart_data',
              query: { date_to: undefined, date_from: '2026-11-23T05:00:00.000Z' },
            }),
          },
        },
      },
      facts(key.algorithm),
    ),
    fetch: async (url, { headers }) => {
      seen = { url, signature: new Headers(headers).get('Signature') ?? '' }
      return new Response('[]')
    },
  })
  const query = { date_from: 0 }
  await client.call(getBalanceHistory, { params: { id: 'summary' }, query })
  return { ...seen, target: seen.url.replace('https://other.test', '') }
}

it('a signed query is sent byte by byte, with escaped colons', async () => {
  const { target, signature } = await sentWith(await importSecret(SECRET))
  expect(target).toContain('date_from=2026-11-23T05%3A00%3A00.000Z')
  expect(signature).toBe(createHmac('sha256', SECRET).update(target).digest('hex'))
})

it('an RSA signature works with keys created as 3Commas describes, in padded Base64', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  expect(pem).toContain('BEGIN RSA PRIVATE KEY')
  const { target, signature } = await sentWith(await importPrivateKey(pem))
  expect(signature).toMatch(/^[\w+/]+={0,2}$/)
  const bytes = Buffer.from(signature, 'base64')
  expect(verify('RSA-SHA256', Buffer.from(target), publicKey, bytes)).toBe(true)
})
