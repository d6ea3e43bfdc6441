import type { Facts, Further, Translation } from '../dialect.ts'
import { accountsKnown } from './accounts.ts'
import { refusedStatus, textOf } from './values.ts'

/** The names of a market hardly ever change: read once for a connection. */
const known = new WeakMap<Facts, Map<string, readonly string[]>>()

/**
 * The pairs of each market that an account trades on, by name alone: 3Commas tells prices and rules of
 * one pair at a time.
 */
const listPairs: Translation = {
  async local({ facts, ask }) {
    const markets = known.get(facts) ?? new Map<string, readonly string[]>()
    known.set(facts, markets)
    const codes = new Set(
      (await accountsKnown({ facts, ask })).flatMap(
        (account) => textOf(account['market_code']) ?? [],
      ),
    )
    for (const code of codes) {
      if (!markets.has(code)) markets.set(code, await namesOf(code, ask))
    }
    return [...codes].flatMap((code) =>
      (markets.get(code) ?? []).map((pair) => ({ pair, exchange: code })),
    )
  },
}

async function namesOf(market: string, ask: Further['ask']): Promise<readonly string[]> {
  const json = await ask({
    method: 'GET',
    path: '/ver1/accounts/market_pairs',
    query: { market_code: market },
    security: 'public',
  }).catch((error: unknown) => {
    // One market that is not known by its account's code must not hide the others.
    if (refusedStatus(error) === undefined) throw error
    return []
  })
  return Array.isArray(json) ? json.filter((pair) => typeof pair === 'string') : []
}

export const market: Readonly<Record<string, Translation>> = { listPairs }
