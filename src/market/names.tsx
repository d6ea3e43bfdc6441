import { useMemo } from 'react'

import type { Id } from '#contract/primitives.ts'
import { useAddressBook } from '#session/use-session.ts'

import { useListedAccounts } from './accounts.ts'
import { useListedPairs } from './pairs.tsx'

type OnAccount = { account_id?: Id | undefined; pair?: string | undefined }

/** Names for filters: listed, learned, or seen in rows. `listsPairs`: reads the pairs. */
export function useNames(rows: readonly OnAccount[], { listsPairs = true } = {}) {
  const book = useAddressBook()
  const { accounts: listed } = useListedAccounts()
  const { pairs: market } = useListedPairs({ isWanted: listsPairs })
  // Changes only with the names, so that rows are not redrawn in vain.
  return useMemo(() => {
    const names = new Map<Id, string>()
    for (const { account_id, account_name } of listed ?? []) names.set(account_id, account_name)
    for (const { id, name } of book.accounts) names.set(id, names.get(id) || name)
    for (const { account_id: id } of rows) {
      if (id !== undefined && !names.has(id)) names.set(id, '')
    }
    const nameOf = (id: Id): string => names.get(id) || `Account ${id}`
    const pairs = new Set([
      ...(market ?? []).map(({ pair }) => pair),
      ...book.accounts.flatMap((account) => account.pairs),
      ...rows.flatMap(({ pair }) => pair ?? []),
    ])
    return {
      accounts: Array.from(names.keys(), (id) => ({ id, name: nameOf(id) })),
      pairs: [...pairs].toSorted(),
      nameOf,
    }
  }, [listed, market, book, rows])
}

/** An account by name and number; ends of numbers are too similar to identify it. */
export function accountWords(name: string | undefined, id: Id): string {
  const unnamed = `Account ${id}`
  return !name || name === unnamed ? unnamed : `${name}, account ${id}`
}

/** A bot's account; a service without a list of bots does not send it. */
export const accountOf = (
  bot: { account_id?: Id | undefined; account_name?: string | undefined } | undefined,
): string =>
  bot?.account_id === undefined
    ? 'Account not given by the service'
    : accountWords(bot.account_name, bot.account_id)

/** Letters that fit into a column. */
const MAX_LETTERS = 18

/** Cuts only long names: the browser lays out and draws each cut name separately. */
export const AccountName = ({ name }: { name: string }) =>
  name.length <= MAX_LETTERS ? (
    name
  ) : (
    <span className="inline-block max-w-36 truncate align-top" title={name}>
      {name}
    </span>
  )
