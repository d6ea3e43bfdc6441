import * as z from 'zod/mini'

import {
  healed,
  idOf,
  keptList,
  keptStore,
  type KeptStore,
  type KeyValueStorage,
  readJson,
  writeJson,
} from './kept-store.ts'
import { type Mode, MODES } from './session.ts'

/** Integer id, or as text beyond the range of a double. */
type AccountId = number | string

const id = z.custom<AccountId>((found) => idOf(found) !== undefined)
const name = z.catch(z.string(), '')

const addressBook = z.object({
  /** Trading accounts, as in SmartTrades and grid bots. */
  accounts: keptList(z.object({ id, name, pairs: keptList(z.string()) })),
  /** Exchange connections by their UUIDs, as in balances and DCA bots. */
  exchanges: keptList(z.object({ id: z.string().check(z.minLength(1)), label: name })),
  /** Ids of the grid bots that the user follows. */
  gridBots: keptList(id),
})
/** Accounts, pairs and bots seen in responses, because the API does not list them. */
export type AddressBook = Readonly<z.output<typeof addressBook>>
type KnownAccount = AddressBook['accounts'][number]
type KnownExchange = AddressBook['exchanges'][number]

const heal = healed(addressBook)

type SeenAccount = { id: AccountId; name?: string; pair?: string }
type SeenExchange = { id: string; label?: string }
type Seen = { accounts?: readonly SeenAccount[]; exchanges?: readonly SeenExchange[] }

// Protects the browser's storage.
const MAX_PAIRS = 500
const keyOf = (connectionId: string, mode: Mode) => `${formerKeyOf(connectionId)}.${mode}`
/** Storage key of earlier versions, which had one book for both modes. */
const formerKeyOf = (connectionId: string) => `quarterdeck.address-book.${connectionId}`

export function createAddressBooks(
  storage: KeyValueStorage,
  modeOf: (connectionId: string) => Mode,
) {
  const books = new Map<string, KeptStore<AddressBook>>()
  const listeners = new Set<() => void>()

  const bookOf = (connectionId: string, mode = modeOf(connectionId)): KeptStore<AddressBook> => {
    const key = keyOf(connectionId, mode)
    const known = books.get(key)
    if (known) return known
    migrateFormerBook(storage, connectionId, mode)
    const book = keptStore({ storage, key, heal })
    book.subscribe(() => listeners.forEach((listener) => listener()))
    books.set(key, book)
    return book
  }
  const change = (
    connectionId: string,
    next: (book: AddressBook) => AddressBook,
    mode = modeOf(connectionId),
  ) => {
    const book = bookOf(connectionId, mode)
    const before = book.get()
    const changed = next(before)
    if (JSON.stringify(changed) !== JSON.stringify(before)) book.set(changed)
  }

  return {
    of: (connectionId: string) => bookOf(connectionId).get(),
    /** Adds accounts and exchanges to the book of `mode`, by default the connection's mode. */
    learn(connectionId: string, { accounts = [], exchanges = [] }: Seen, mode?: Mode): void {
      const learned = (book: AddressBook): AddressBook => ({
        ...book,
        accounts: accounts.reduce(withAccount, book.accounts),
        exchanges: exchanges.reduce(withExchange, book.exchanges),
      })
      change(connectionId, learned, mode)
    },
    followGridBot(connectionId: string, botId: number | string): void {
      change(connectionId, (book) => ({
        ...book,
        gridBots: [...book.gridBots.filter((id) => id !== botId), botId],
      }))
    },
    unfollowGridBot(connectionId: string, botId: number | string): void {
      change(connectionId, (book) => ({
        ...book,
        gridBots: book.gridBots.filter((id) => id !== botId),
      }))
    },
    forget(connectionId: string): void {
      storage.removeItem(formerKeyOf(connectionId))
      for (const mode of MODES) {
        const key = keyOf(connectionId, mode)
        books.get(key)?.set(heal(undefined))
        storage.removeItem(key)
      }
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reread(key: string | null): void {
      for (const book of books.values()) book.reread(key)
    },
  }
}

/** Moves an earlier book to the current mode; both modes get the followed bots. */
function migrateFormerBook(storage: KeyValueStorage, connectionId: string, current: Mode): void {
  const found = readJson(storage, formerKeyOf(connectionId))
  if (found === undefined) return
  const { accounts, exchanges, gridBots } = heal(found)
  const keys = MODES.map((mode) => {
    const key = keyOf(connectionId, mode)
    const own = heal(readJson(storage, key))
    const isCurrent = mode === current
    writeJson(storage, key, {
      accounts: isCurrent && own.accounts.length === 0 ? accounts : own.accounts,
      exchanges: isCurrent && own.exchanges.length === 0 ? exchanges : own.exchanges,
      gridBots: [...new Set([...gridBots, ...own.gridBots])],
    })
    return key
  })
  if (keys.every((key) => storage.getItem(key) !== null)) {
    storage.removeItem(formerKeyOf(connectionId))
  }
}

function withAccount(
  accounts: readonly KnownAccount[],
  { id, name = '', pair }: SeenAccount,
): readonly KnownAccount[] {
  const known = accounts.find((account) => account.id === id)
  const pairs = known?.pairs ?? []
  const account: KnownAccount = {
    id,
    name: name === '' ? (known?.name ?? '') : name,
    pairs: pair && !pairs.includes(pair) ? [...pairs, pair].slice(-MAX_PAIRS) : pairs,
  }
  return known
    ? accounts.map((other) => (other.id === id ? account : other))
    : [...accounts, account]
}

function withExchange(
  exchanges: readonly KnownExchange[],
  { id, label = '' }: SeenExchange,
): readonly KnownExchange[] {
  const known = exchanges.find((exchange) => exchange.id === id)
  const exchange: KnownExchange = { id, label: label === '' ? (known?.label ?? '') : label }
  return known
    ? exchanges.map((other) => (other.id === id ? exchange : other))
    : [...exchanges, exchange]
}
