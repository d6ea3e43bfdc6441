import { generateKeyPair, importSecret } from '#signing/keys.ts'
import { sign, type SigningKey } from '#signing/signature.ts'

import type { Figure } from './report.ts'
import { quantile } from './statistics.ts'

const ROUNDS = 2_000
const TEXT = '/api/v1/smart_trades?per_page=100&status=active'
const ITERATIONS = 600_000

/** Goal 17: what a request's signature costs, and opening the vault. */
export async function measure(): Promise<Figure[]> {
  const hmac = await timesOf(await importSecret('a secret of the usual length, forty characters'))
  const { key } = await generateKeyPair()
  const rsa = await timesOf(key)
  const unlock = await unlockTime()
  return [
    figure('HMAC, p99', quantile(hmac, 0.99), '≤ 1 ms', 1),
    figure('RSA-2048, p99', quantile(rsa, 0.99), '≤ 5 ms', 5),
    figure('unlock, PBKDF2 600,000', unlock, '≤ 500 ms', 500),
  ]
}

const figure = (metric: string, ours: number, budget: string, most: number): Figure => ({
  goal: 17,
  metric,
  ours,
  unit: 'ms',
  budget,
  isMet: ours <= most,
})

async function timesOf(key: SigningKey): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now()
    await sign(key, `${TEXT}&page=${round}`)
    times.push(performance.now() - before)
  }
  return times.slice(ROUNDS / 10)
}

async function unlockTime(): Promise<number> {
  const text = new TextEncoder().encode('correct horse battery staple')
  const before = performance.now()
  const base = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveKey'])
  await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(16), iterations: ITERATIONS },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  )
  return performance.now() - before
}
