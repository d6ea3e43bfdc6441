import { type ScriptedWorld, scriptedWorld } from './scripted-world.ts'

type Step = readonly [second: number, price: number]
type Options = { marketType?: 'margin'; depth?: string; usdt?: string }

/** Bitcoin where four units, unless `depth` says otherwise, find a counterparty each second. */
export function aThinMarket(
  prices: readonly Step[],
  { depth = '4', usdt = '10000', ...rest }: Options = {},
): ScriptedWorld {
  const balances = { USDT: usdt }
  return scriptedWorld({ prices: { USDT_BTC: prices }, balances, depth, ...rest })
}
