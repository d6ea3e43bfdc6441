import {
  idOf,
  keptStore,
  type KeptStore,
  type KeyValueStorage,
  listOf,
  membersOf,
  readJson,
  textOf,
  writeJson,
} from './kept-store.ts'
import { type Mode, MODES } from './session.ts'

/** A trading account by its integer id, as SmartTrades and grid bots name it. */
export type KnownAccount = {
  readonly id: number | string
  readonly name: string
  readonly pairs: readonly string[]
}

/** An exchange connection by its UUID, as balances and DCA bots name it. */
export type KnownExchange = { readonly id: string; readonly label: string }

/** What one connection has shown so far; the API lists none of it. */
export type AddressBook = {
  readonly accounts: readonly KnownAccount[]
  readonly exchanges: readonly KnownExchange[]
  /** Grid bots followed by id. */
  readonly gridBots: readonly (number | string)[]
}

export type Learned = {
  readonly accounts?: readonly { id: number | string; name?: string; pair?: string }[]
  readonly exchanges?: readonly { id: string; label?: string }[]
}

export type AddressBooks = {
  of: (connectionId: string) => AddressBook
  /** For the mode that the connection is in, unless another one is named. */
  learn: (connectionId: string, learned: Learned, mode?: Mode) => void
  followGridBot: (connectionId: string, botId: number | string) => void
  unfollowGridBot: (connectionId: string, botId: number | string) => void
  forget: (connectionId: string) => void
  subscribe: (listener: () => void) => () => void
  reread: (key: string | null) => void
}

// More would fill the browser's storage, and nobody reads a list of that length.
const MAX_PAIRS = 500
const keyOf = (connectionId: string, mode: Mode) => `${formerKeyOf(connectionId)}.${mode}`
/** Where the one book of a connection lay before each mode had its own. */
const formerKeyOf = (connectionId: string) => `quarterdeck.address-book.${connectionId}`

/** Each mode has accounts and bots of its own, and so a book of its own. */
export function createAddressBooks(
  storage: KeyValueStorage,
  modeOf: (connectionId: string) => Mode,
): AddressBooks {
  const books = new Map<string, KeptStore<AddressBook>>()
  const listeners = new Set<() => void>()

  const bookOf = (connectionId: string, mode = modeOf(connectionId)): KeptStore<AddressBook> => {
    const key = keyOf(connectionId, mode)
    const known = books.get(key)
    if (known) return known
    takeUpFormer(storage, connectionId, mode)
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
    const now = book.get()
    const changed = next(now)
    if (JSON.stringify(changed) !== JSON.stringify(now)) book.set(changed)
  }

  return {
    of: (connectionId) => bookOf(connectionId).get(),
    learn(connectionId, { accounts = [], exchanges = [] }, mode) {
      const learned = (book: AddressBook): AddressBook => ({
        ...book,
        accounts: accounts.reduce(withAccount, book.accounts),
        exchanges: exchanges.reduce(withExchange, book.exchanges),
      })
      change(connectionId, learned, mode)
    },
    followGridBot(connectionId, botId) {
      change(connectionId, (book) => ({
        ...book,
        gridBots: [...book.gridBots.filter((id) => id !== botId), botId],
      }))
    },
    unfollowGridBot(connectionId, botId) {
      change(connectionId, (book) => ({
        ...book,
        gridBots: book.gridBots.filter((id) => id !== botId),
      }))
    },
    forget(connectionId) {
      storage.removeItem(formerKeyOf(connectionId))
      for (const mode of MODES) {
        const key = keyOf(connectionId, mode)
        books.get(key)?.set(heal(undefined))
        storage.removeItem(key)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reread(key) {
      for (const book of books.values()) book.reread(key)
    },
  }
}

/**
 * Gives what was kept before each mode had its own book to the present mode. Nobody knows of which one
 * a followed bot is, and it is found nowhere else: both keep it.
 */
function takeUpFormer(storage: KeyValueStorage, connectionId: string, present: Mode): void {
  const found = readJson(storage, formerKeyOf(connectionId))
  if (found === undefined) return
  const { accounts, exchanges, gridBots } = heal(found)
  const keys = MODES.map((mode) => {
    const key = keyOf(connectionId, mode)
    const own = heal(readJson(storage, key))
    const isPresent = mode === present
    writeJson(storage, key, {
      accounts: isPresent && own.accounts.length === 0 ? accounts : own.accounts,
      exchanges: isPresent && own.exchanges.length === 0 ? exchanges : own.exchanges,
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
  { id, name = '', pair }: { id: number | string; name?: string; pair?: string },
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
  { id, label = '' }: { id: string; label?: string },
): readonly KnownExchange[] {
  const known = exchanges.find((exchange) => exchange.id === id)
  const exchange: KnownExchange = { id, label: label === '' ? (known?.label ?? '') : label }
  return known
    ? exchanges.map((other) => (other.id === id ? exchange : other))
    : [...exchanges, exchange]
}

function heal(found: unknown): AddressBook {
  const has = membersOf(found)
  return {
    accounts: listOf(has['accounts'], readAccount),
    exchanges: listOf(has['exchanges'], readExchange),
    gridBots: listOf(has['gridBots'], idOf),
  }
}

function readAccount(found: unknown): KnownAccount | undefined {
  const has = membersOf(found)
  const id = idOf(has['id'])
  if (id === undefined) return undefined
  return { id, name: textOf(has['name']) ?? '', pairs: listOf(has['pairs'], textOf) }
}

function readExchange(found: unknown): KnownExchange | undefined {
  const has = membersOf(found)
  const id = textOf(has['id'])
  return id ? { id, label: textOf(has['label']) ?? '' } : undefined
}
