import { decimal, isPositive } from '#money/decimal.ts'

import type { Facts, Further, Translation } from '../dialect.ts'
import { wantsPause } from '../translated-format.ts'
import { accountsKnown } from './accounts.ts'
import { amountOf, isObject, type Json, listOf, refusedStatus, textOf } from './values.ts'

/** Names of pairs, loaded once per connection. */
const known = new WeakMap<Facts, Map<string, readonly string[]>>()

/** Lists the pairs of all accounts' markets, without prices, which need a request each. */
const listPairs: Translation = {
  async local({ facts, ask }) {
    const codes = new Set(
      (await accountsKnown({ facts, ask })).flatMap(
        (account) => textOf(account['market_code']) ?? [],
      ),
    )
    const rows: Json[] = []
    for (const code of codes) rows.push(...(await pairsOf(code, { facts, ask })))
    return rows
  },
}

const listPairsOn: Translation = {
  local: ({ call: { params }, ...reader }) => pairsOf(params['exchange'] ?? '', reader),
}

async function pairsOf(
  code: string,
  { facts, ask }: Pick<Further, 'facts' | 'ask'>,
): Promise<Json[]> {
  const markets = known.get(facts) ?? new Map<string, readonly string[]>()
  known.set(facts, markets)
  const names = markets.get(code) ?? (await namesOf(code, ask))
  if (names) markets.set(code, names)
  return (names ?? []).map((pair) => ({ pair, exchange: code }))
}

/** Returns `undefined` on a temporary failure. */
async function namesOf(
  market: string,
  ask: Further['ask'],
): Promise<readonly string[] | undefined> {
  const json = await ask({
    method: 'GET',
    path: '/ver1/accounts/market_pairs',
    query: { market_code: market },
    security: 'public',
  }).catch((error: unknown) => {
    const status = refusedStatus(error)
    if (status === undefined || wantsPause(error)) throw error
    // An unknown market must not hide the others.
    return status < 500 ? [] : undefined
  })
  return Array.isArray(json) ? json.filter((pair) => typeof pair === 'string') : undefined
}

/** Unsigned, which saves the preflight. */
const getPair: Translation = {
  request: ({ query: { exchange, pair } }, { accounts }) => ({
    method: 'GET',
    path: isLeveraged(exchange, accounts)
      ? '/ver1/accounts/currency_rates_with_leverage_data'
      : '/ver1/accounts/currency_rates',
    query: { market_code: exchange, pair },
    security: 'public',
  }),
  answer: (json, { call }) => (isObject(json) ? pairOf(json, call.query) : json),
}

const isLeveraged = (exchange: string | undefined, accounts: readonly Json[]): boolean =>
  accounts.some(
    ({ market_code, supported_market_types: types }) =>
      market_code === exchange && Array.isArray(types) && types.some((type) => type !== 'spot'),
  )

/** Treats zero as unknown. */
function positiveOf(json: unknown): string | undefined {
  const text = amountOf(json)
  return text !== undefined && isPositive(decimal(text)) ? text : undefined
}

const pairOf = (rates: Json, { exchange, pair }: Readonly<Record<string, string>>): Json => ({
  pair,
  exchange,
  last: positiveOf(rates['last']),
  bid: positiveOf(rates['bid']),
  ask: positiveOf(rates['ask']),
  tick: positiveOf(rates['priceStep']),
  lot: positiveOf(rates['lotStep']),
  min_total: amountOf(rates['minTotal']),
  max_leverage: mostLeverageOf(rates['leverage_data']),
})

/** Returns the maximum leverage; unknown if margin types differ, as the contract has one value. */
function mostLeverageOf(kinds: unknown): string | undefined {
  const [most, ...others] = new Set(
    listOf(kinds).map(({ max_leverage }) => amountOf(max_leverage)?.replace(/\.0+$/, '')),
  )
  return others.length === 0 && most !== undefined && /^\d+$/.test(most) ? most : undefined
}

export const market: Readonly<Record<string, Translation>> = { listPairs, listPairsOn, getPair }
