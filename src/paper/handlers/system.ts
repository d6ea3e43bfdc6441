import { api } from '#contract/api.ts'
import { type Endpoint, PERMISSIONS } from '#contract/endpoint.ts'
import { IDEMPOTENCY } from '#contract/system.ts'
import { KeyProblem } from '#signing/key-problem.ts'
import { importPublicKey } from '#signing/keys.ts'

import type { Handlers } from '../http/routes.ts'
import { issueToken } from '../http/tokens.ts'
import { Refusal } from '../refusal.ts'

const EXTENSIONS = [
  ...Object.values(api as Record<string, Endpoint>)
    .filter(({ extension }) => extension)
    .map(({ name }) => name),
  IDEMPOTENCY,
]

export const systemHandlers = {
  getTime(_request, { worlds, strict }) {
    const now = worlds.now()
    return strict
      ? { server_time: now }
      : { server_time: now, server_time_ms: now, extensions: EXTENSIONS }
  },

  getMode: (_request, { engine }) => ({ mode: engine.mode }),

  setMode({ query }, { engine }) {
    engine.setMode(query.mode)
    return { mode: query.mode }
  },

  async renewToken(_request, { store, caller, now }) {
    const { token, expiresAt } = await issueToken(store.tokenSecret, caller.key, now, HOUR)
    return { token, expires_at: expiresAt }
  },

  async pairBrowser({ body }, { store, now }) {
    await assertPublicKey(body.public_key)
    const key = await store.pairing.redeem(
      body.code,
      {
        algorithm: 'rsa',
        publicKey: body.public_key,
        permissions: [...PERMISSIONS],
        expiresAt: undefined,
      },
      now,
    )
    if (!key) throw usedUp()
    const { token } = await issueToken(store.tokenSecret, key, now)
    return { api_key: key.apiKey, token, user: key.userName }
  },
} satisfies Partial<Handlers>

const HOUR = 3_600_000

/** A key that cannot be read should not cost the code. */
async function assertPublicKey(pem: string): Promise<void> {
  try {
    await importPublicKey(pem)
  } catch (error) {
    if (!(error instanceof KeyProblem)) throw error
    throw new Refusal('record_invalid', 'The public key cannot be taken.', {
      public_key: [error.message],
    })
  }
}

const usedUp = () =>
  new Refusal(
    'forbidden',
    'This pairing link has been used or is older than ten minutes; `npm run -s paper -- pair` prints a new one.',
  )
