import { type BalanceRow, SUMMARY } from '#contract/exchanges.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { type Exchange, exchangeNamed } from '#market/exchanges.ts'

/** What a portfolio can be shown of: everything together, or one exchange connection. */
export type Scope = {
  id: string
  label: string
  /** The connection's number among SmartTrades and grid bots, where the service tells it. */
  accountId: Id | undefined
  exchange: string | undefined
}

type Sources = {
  /** Those to choose from. */
  exchanges: readonly Exchange[]
  /** Those that this browser has seen before. */
  learned: readonly { id: string; label: string }[]
  /** The rows of the summary, which name the connection they belong to. */
  summary: Rows<BalanceRow>
  /** The one the URL asks for. */
  chosen: string
}

const EVERYTHING: Scope = {
  id: SUMMARY,
  label: 'All accounts',
  accountId: undefined,
  exchange: undefined,
}

/** Everything first, then each connection once, best described first. */
export function scopesOf({ exchanges, learned, summary, chosen }: Sources): Scope[] {
  const all = [
    ...exchanges,
    ...learned.map(({ id, label }) => exchangeNamed(id, label)),
    ...readableRows(summary).flatMap(({ account_id: id }) =>
      id === undefined ? [] : exchangeNamed(id),
    ),
    exchangeNamed(chosen),
  ]
  const scopes = new Map<string, Scope>([[SUMMARY, EVERYTHING]])
  for (const { id, name: label, accountId, exchange } of all) {
    if (!scopes.has(id)) scopes.set(id, { id, label, accountId, exchange })
  }
  return [...scopes.values()]
}

export const isEverything = ({ id }: Scope): boolean => id === SUMMARY
