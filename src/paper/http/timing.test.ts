import { timingSafeEqual } from 'node:crypto'

import { beforeEach, describe, expect, it, vi } from 'vitest'

import { getMode } from '#contract/system.ts'

import { nodePlatform } from '../node-platform.ts'
import type { Platform } from '../platform.ts'
import type { ApiKey, Store } from '../store/store.ts'
import { authenticator } from './authenticate.ts'
import type { RawRequest } from './raw-request.ts'
import { verify, verifyingKey } from './verify.ts'

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  return { ...crypto, timingSafeEqual: vi.fn<typeof timingSafeEqual>(crypto.timingSafeEqual) }
})

const SECRET = 'a'.repeat(64)
const SIGNED = new TextEncoder().encode('/api/v1/user/mode?')

beforeEach(() => void vi.mocked(timingSafeEqual).mockClear())

describe('a comparison in constant time', () => {
  const compared = () => vi.mocked(timingSafeEqual).mock.calls.map((call) => call.map(lengthOf))
  const lengthOf = (bytes: NodeJS.ArrayBufferView) => bytes.byteLength

  it.each(['0'.repeat(64), 'f'.repeat(64), 'F'.repeat(64), 'abcd', '', 'no hex'])(
    'a comparison in constant time is made for the HMAC signature %j',
    (signature) => {
      expect(verify(verifyingKey('hmac', SECRET), signature, SIGNED)).toBe(false)
      expect(compared()).toEqual([[32, 32]])
    },
  )

  it.each(['', 'x', 'secret', 'secret of another length'])(
    'a comparison in constant time is made for the secret %j',
    (given) => {
      expect(nodePlatform.isSameSecret(given, 'secret')).toBe(given === 'secret')
      expect(compared()).toEqual([[32, 32]])
    },
  )
})

describe('a refused signature', () => {
  const key: ApiKey = {
    apiKey: 'known',
    userId: 1,
    userName: 'trader',
    algorithm: 'hmac',
    material: SECRET,
    permissions: [],
    createdAt: 0,
    expiresAt: undefined,
  }
  const KEYS: Record<string, ApiKey> = {
    known: key,
    expired: { ...key, expiresAt: 1 },
    damaged: { ...key, material: '' },
  }

  it.each(
    ['known', 'unknown', 'expired', 'damaged'].flatMap((apiKey) => [
      [apiKey, 'HMAC', '0'.repeat(64)],
      [apiKey, 'RSA', 'AAAA'],
    ]),
  )(
    'costs as much for a key that is %s as for any other (%s)',
    async (apiKey, _kind, signature) => {
      const verified = vi.fn<(signature: string) => void>()
      const platform: Platform = {
        ...nodePlatform,
        async verifier(algorithm, material) {
          const made = await nodePlatform.verifier(algorithm, material)
          return (given, signed) => {
            verified(given)
            return made(given, signed)
          }
        },
      }
      const store = {
        keys: { find: (name: string) => Promise.resolve(KEYS[name]) },
      } as unknown as Store
      const headers: Record<string, string> = { apikey: apiKey, signature }
      const request: RawRequest = {
        method: 'GET',
        target: '/api/v1/user/mode?of=mine',
        header: (name) => headers[name],
        headerCount: 2,
        bytes: new Uint8Array(),
        address: '127.0.0.1',
        ownOrigin: undefined,
      }
      const authenticate = await authenticator(store, platform, false)
      await expect(authenticate(getMode, request, 1_000)).rejects.toMatchObject({
        code: apiKey === 'known' ? 'signature_invalid' : 'api_key_invalid_or_expired',
      })
      expect(verified.mock.calls).toEqual([[signature]])
    },
  )
})
