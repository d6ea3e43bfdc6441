import { type BalanceRow, type ListedExchange, SUMMARY } from '#contract/exchanges.ts'
import type { Id } from '#contract/primitives.ts'
import type { Read } from '#contract/read.ts'

/** What a portfolio can be shown of: everything together, or one exchange connection. */
export type Scope = {
  id: string
  label: string
  /** The connection's number among SmartTrades and grid bots, where the service tells it. */
  accountId: Id | undefined
  exchange: string | undefined
}

type Sources = {
  /** The service's own list, an extension. */
  listed: readonly Read<ListedExchange>[]
  /** What this browser has learned or was told. */
  known: readonly { id: string; label: string }[]
  /** The rows of the summary, which name the connection they belong to. */
  summary: readonly Read<BalanceRow>[]
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
export function scopesOf({ listed, known, summary, chosen }: Sources): Scope[] {
  const scopes = new Map<string, Scope>([[SUMMARY, EVERYTHING]])
  for (const { id, label, account_id, exchange } of listed) {
    if (id !== undefined && !scopes.has(id)) {
      scopes.set(id, { id, label: label || shortName(id), accountId: account_id, exchange })
    }
  }
  const others = [
    ...known,
    ...summary.flatMap(({ account_id: id }) => (id === undefined ? [] : { id, label: '' })),
    { id: chosen, label: '' },
  ]
  for (const { id, label } of others) {
    if (scopes.has(id)) continue
    const name = label || shortName(id)
    scopes.set(id, { id, label: name, accountId: undefined, exchange: undefined })
  }
  return [...scopes.values()]
}

/** A connection that nobody has named goes by the end of its id. */
const shortName = (id: string): string => `Connection …${id.slice(-4)}`

export const isEverything = ({ id }: Scope): boolean => id === SUMMARY
