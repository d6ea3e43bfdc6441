import { createHmac } from 'node:crypto'

import { type NewKey, newKey, type PaperService } from './paper-service.ts'

export type SignedCalls = {
  read<T>(path: string): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
}

/** Calls of a key of their own, past whatever stands between the page and its service. */
export const signedCalls = async (service: PaperService): Promise<SignedCalls> =>
  callsOf(service.origin, await newKey(service))

export function callsOf(origin: string, key: NewKey): SignedCalls {
  const call = async (method: string, path: string, body: string) => {
    const signed = `${path}${path.includes('?') ? '' : '?'}${body}`
    const signature = createHmac('sha256', key.secret_key).update(signed).digest('hex')
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        APIKEY: key.api_key,
        Signature: signature,
        // DCA bots are read with a token alone.
        ...(path.includes('/bots/dca') && { Authorization: `Bearer ${key.token}` }),
        ...(body !== '' && { 'Content-Type': 'application/json' }),
      },
      ...(body !== '' && { body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
    return JSON.parse(text) as never
  }
  return {
    read: (path) => call('GET', path, ''),
    post: (path, body) => call('POST', path, body === undefined ? '' : JSON.stringify(body)),
  }
}

export type GridBot = { id: number; name: string; is_enabled: boolean; account_id: number }
type PairRow = { pair: string; last: string; lot: string }

export const readGridBots = (calls: SignedCalls): Promise<GridBot[]> =>
  calls.read<GridBot[]>('/api/v1/bots/grid')

/** So many bots that run: those of the demo, and small ones of two lines besides. */
export async function runningGridBots(calls: SignedCalls, count: number): Promise<GridBot[]> {
  const bots = (await readGridBots(calls)).filter(({ is_enabled: isEnabled }) => isEnabled)
  const account = bots[0]?.account_id
  const pairs = await calls.read<PairRow[]>('/api/v1/market/pairs')
  const price = Number(pairs.find(({ pair }) => pair === 'USDT_ETH')?.last)
  for (let made = bots.length; made < count; made += 1) {
    const bot = await calls.post<GridBot>('/api/v1/bots/grid', {
      account_id: account,
      pair: 'USDT_ETH',
      name: `Small grid ${made}`,
      lower_price: Math.floor(price * 0.9),
      upper_price: Math.ceil(price * 1.1),
      grids_quantity: 2,
      grid_type: 'arithmetic',
      // A line is worth a little more than the least the exchange takes.
      quantity_per_grid: Number((13 / price).toFixed(4)),
    })
    bots.push(bot)
  }
  return bots.slice(0, count)
}
