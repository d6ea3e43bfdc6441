import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Credentials } from '#signing/credentials.ts'
import { sign, signedBytes, signedText } from '#signing/signature.ts'

export type Sample = { endpoint: Endpoint; target: string; body: string }

const UUID = '3f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b'

const QUERIES: Partial<Record<EndpointName, string>> = {
  getBalanceHistory: 'date_from=2026-05-01',
  listCandles: 'pair=USDT_BTC&interval=1d&from=2026-05-01',
  setMode: 'mode=paper',
}

const BODIES: Partial<Record<EndpointName, string>> = {
  setSmartTradeNote: '{"note":"hello"}',
  addSmartTradeFunds: '{"order_type":"market","units":{"value":"1"}}',
  reduceSmartTradeFunds: '{"order_type":"market","units":{"value":"1"}}',
  stopDcaBot: '{"deals":"leave"}',
}

/** One request for every endpoint: of the right shape, about entities that need not exist. */
export const sampleRequests: readonly Sample[] = Object.entries(api).map(([name, endpoint]) => {
  const known: Endpoint = endpoint
  const query = QUERIES[name as EndpointName]
  const path = known.path.replace(':id', /dca|exchanges/.test(known.path) ? UUID : '1')
  return {
    endpoint: known,
    target: query === undefined ? path : `${path}?${query}`,
    body: BODIES[name as EndpointName] ?? (known.body ? '{}' : ''),
  }
})

export type Signed = { target: string; body?: string | Uint8Array }

/** The two headers of a signed request, over exactly this target and body. */
export async function signedHeaders(
  { apiKey, key, emptyForm }: Credentials,
  { target, body = '' }: Signed,
): Promise<{ APIKEY: string; Signature: string }> {
  const [path = '', ...rest] = target.split('?')
  const query = rest.join('?')
  const signed =
    typeof body === 'string'
      ? signedText(path, query, body, emptyForm)
      : signedBytes(path, query, body, emptyForm)
  return { APIKEY: apiKey, Signature: await sign(key, signed) }
}
