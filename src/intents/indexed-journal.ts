import {
  type ClearPart,
  isClearlyOpen,
  type JournalRow,
  type JournalRows,
} from './sealed-journal.ts'

const INTENTS = 'intents'
const BY_CONNECTION = 'by-connection'

type Row = JournalRow & { connection: string }

/**
 * The intents of one connection in IndexedDB. They belong to the connection and not to its key, so
 * that they outlive a reload, a lock and a new token.
 */
export function indexedJournal(factory: IDBFactory, connection: string): JournalRows {
  let opened: Promise<IDBDatabase> | undefined
  const database = (): Promise<IDBDatabase> => {
    opened ??= open(factory).then(
      (database) => {
        // Another version of the page wants to change the shape, or the browser takes it away.
        database.addEventListener('versionchange', () => {
          database.close()
          opened = undefined
        })
        database.addEventListener('close', () => (opened = undefined))
        return database
      },
      (error: unknown) => {
        opened = undefined
        throw error
      },
    )
    return opened
  }
  const read = async <T>(ask: (intents: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const transaction = (await database()).transaction(INTENTS, 'readonly')
    return settled(ask(transaction.objectStore(INTENTS)))
  }
  const plain = ({ connection: _connection, ...row }: Row): JournalRow => row
  /** Strict: on the disk before the request leaves, or a crash would forget an order. */
  const write = async (act: (intents: IDBObjectStore) => void): Promise<void> => {
    const transaction = (await database()).transaction(INTENTS, 'readwrite', {
      durability: 'strict',
    })
    const committed = done(transaction)
    act(transaction.objectStore(INTENTS))
    await committed
  }

  return {
    put: (row) =>
      write((intents) => {
        const put = () => intents.put({ ...row, connection } satisfies Row)
        if (row.outcome.kind === 'sending') return put()
        // News of one that was forgotten meanwhile does not bring it back.
        const known = intents.getKey(row.id)
        known.addEventListener('success', () => known.result !== undefined && put())
      }),
    replace: (expected, row) =>
      write((intents) => {
        const found = intents.get(row.id) as IDBRequest<Row | undefined>
        found.addEventListener('success', () => {
          if (!found.result || !isSame(plain(found.result), expected)) return
          intents.put({ ...row, connection } satisfies Row)
        })
      }),
    async get(id) {
      const row = await read((intents) => intents.get(id) as IDBRequest<Row | undefined>)
      return row && plain(row)
    },
    async since(sentAt) {
      const range = IDBKeyRange.bound([connection, sentAt], [connection, Infinity])
      const rows = await read(
        (intents) => intents.index(BY_CONNECTION).getAll(range) as IDBRequest<Row[]>,
      )
      return rows.map(plain)
    },
  }
}

/** Two readings of a row that nobody has written between them. */
const isSame = (one: JournalRow, other: JournalRow) => JSON.stringify(one) === JSON.stringify(other)

/** What is open of a connection whose journal may be sealed: no more than a locked page may know. */
export async function clearlyOpenIntents(
  factory: IDBFactory,
  connection: string,
): Promise<ClearPart[]> {
  const database = await open(factory)
  try {
    const range = IDBKeyRange.bound([connection], [connection, []])
    const intents = database.transaction(INTENTS, 'readonly').objectStore(INTENTS)
    const rows = await settled(intents.index(BY_CONNECTION).getAll(range) as IDBRequest<Row[]>)
    return rows.filter(isClearlyOpen)
  } finally {
    database.close()
  }
}

/** Takes away every intent of a connection. */
export async function forgetIntents(factory: IDBFactory, connection: string): Promise<void> {
  const database = await open(factory)
  try {
    const transaction = database.transaction(INTENTS, 'readwrite')
    const committed = done(transaction)
    const intents = transaction.objectStore(INTENTS)
    const range = IDBKeyRange.bound([connection], [connection, []])
    for (const id of await settled(intents.index(BY_CONNECTION).getAllKeys(range))) {
      intents.delete(id)
    }
    await committed
  } finally {
    database.close()
  }
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('IndexedDB failed')),
    )
  })
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const opening = factory.open('quarterdeck.intents', 1)
  opening.addEventListener('upgradeneeded', () => {
    const intents = opening.result.createObjectStore(INTENTS, { keyPath: 'id' })
    intents.createIndex(BY_CONNECTION, ['connection', 'sentAt'])
  })
  return settled(opening)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}
