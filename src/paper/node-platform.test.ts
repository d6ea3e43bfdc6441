import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

import { compressed } from './node-platform.ts'

const long = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, pair: 'USDT_BTC' })))

it('an answer is compressed with brotli if the caller accepts both', async () => {
  const { encoding, body } = await compressed(long, 'gzip, deflate, br, zstd')
  expect(encoding).toBe('br')
  expect(brotliDecompressSync(body).toString()).toBe(long)
  expect(body.length).toBeLessThan(long.length / 4)
})

it('an answer is compressed with gzip if the caller accepts nothing else', async () => {
  const { encoding, body } = await compressed(long, 'GZIP')
  expect(encoding).toBe('gzip')
  expect(gunzipSync(body).toString()).toBe(long)
})

it.each([undefined, '', 'identity', 'br;q=0', 'zstd'])(
  'an answer is not compressed for %s',
  async (words) => {
    expect(await compressed(long, words)).toEqual({
      encoding: undefined,
      body: Buffer.from(long),
    })
  },
)

it('a short answer is not compressed', async () => {
  expect(await compressed('{"mode":"paper"}', 'br')).toEqual({
    encoding: undefined,
    body: Buffer.from('{"mode":"paper"}'),
  })
})
