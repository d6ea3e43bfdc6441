import type { SignedCalls } from './signed-calls.ts'

export type RunningBot = { id: number; name: string; is_enabled: boolean; account_id: number }
type Row = { pair: string; last: string; lot: string }

export const readBots = (calls: SignedCalls): Promise<RunningBot[]> =>
  calls.read<RunningBot[]>('/api/v1/bots/grid')

/** So many bots that run: those of the demo, and small ones of two lines besides. */
export async function runningBots(calls: SignedCalls, count: number): Promise<RunningBot[]> {
  const bots = (await readBots(calls)).filter(({ is_enabled: isEnabled }) => isEnabled)
  const account = bots[0]?.account_id
  const pairs = await calls.read<Row[]>('/api/v1/market/pairs')
  const price = Number(pairs.find(({ pair }) => pair === 'USDT_ETH')?.last)
  for (let made = bots.length; made < count; made += 1) {
    const bot = await calls.post<RunningBot>('/api/v1/bots/grid', {
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
