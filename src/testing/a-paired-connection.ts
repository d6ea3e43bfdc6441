import type { PairedConnection } from '#session/key-changes.ts'
import { generateKeyPair } from '#signing/keys.ts'

let keys: ReturnType<typeof generateKeyPair> | undefined

/** An RSA key pair: one for all tests of a process, as making it takes a tenth of a second. */
export const aKeyPair = () => (keys ??= generateKeyPair())

/** Connection that a browser keeps of the paper service that it was paired with. */
export async function aPairedConnection(
  changes: Partial<PairedConnection> = {},
): Promise<PairedConnection> {
  const { key } = await aKeyPair()
  const baseUrl = 'http://127.0.0.1:4780'
  return { label: 'Paper', baseUrl, apiKey: 'paper_key_5678', key, ...changes }
}
