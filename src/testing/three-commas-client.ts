import { type Client, createClient } from '#client/client.ts'
import { threeCommasFormat } from '#dialects/three-commas/three-commas.ts'
import { importSecret } from '#signing/keys.ts'

import type { ThreeCommasService } from './three-commas-service.ts'

/** The page's own client at a stand-in of 3Commas. */
export async function threeCommasClient(
  { baseUrl, key }: Pick<ThreeCommasService, 'baseUrl' | 'key'>,
  mode: 'paper' | 'real' = 'real',
): Promise<Client> {
  const { apiKey, secret } = key
  return createClient({
    baseUrl,
    credentials: { apiKey, key: await importSecret(secret), emptyForm: 'path' },
    format: threeCommasFormat({ mode, algorithm: 'hmac', accounts: [] }),
    fetch: (url, init) => fetch(url, init),
  })
}
