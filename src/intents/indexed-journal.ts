import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'

import {
  type ClearPart,
  isClearlyOpen,
  type JournalRow,
  type JournalRows,
} from './sealed-journal.ts'

type Row = JournalRow & { connection: string }

interface Schema extends DBSchema {
  intents: { key: string; value: Row; indexes: { 'by-connection': [string, number] } }
}

/**
 * The intents of one connection in IndexedDB. They belong to the connection and not to its key, so
 * that they outlive a reload, a lock and a new token.
 */
export function indexedJournal(connection: string): JournalRows {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const close = () => (opened = undefined)
  const database = () =>
    (opened ??= open({
      // Another version of the page wants to change the shape.
      blocking: (_version, _blocked, { target }) => {
        ;(target as IDBDatabase).close()
        close()
      },
      terminated: close,
    }).catch((error: unknown) => {
      close()
      throw error
    }))
  /** Strict: on the disk before the request leaves, or a crash would forget an order. */
  const intentsToWrite = async () =>
    (await database()).transaction('intents', 'readwrite', { durability: 'strict' })
  const plain = ({ connection: _connection, ...row }: Row): JournalRow => row

  return {
    async put(row) {
      const { store, done } = await intentsToWrite()
      const putOnce = async () => {
        // An update of an intent that was forgotten meanwhile does not bring it back.
        const isNew = row.outcome.kind === 'sending'
        if (isNew || (await store.getKey(row.id)) !== undefined)
          await store.put({ ...row, connection })
      }
      await Promise.all([putOnce(), done])
    },
    async replace(expected, row) {
      const { store, done } = await intentsToWrite()
      const replaceOnce = async () => {
        const found = await store.get(row.id)
        if (found && isSame(plain(found), expected)) await store.put({ ...row, connection })
      }
      await Promise.all([replaceOnce(), done])
    },
    async get(id) {
      const row = await (await database()).get('intents', id)
      return row && plain(row)
    },
    async since(sentAt) {
      const range = IDBKeyRange.bound([connection, sentAt], [connection, Infinity])
      const rows = await (await database()).getAllFromIndex('intents', 'by-connection', range)
      return rows.map(plain)
    },
  }
}

/** Two readings of a row that nobody has written between them. */
const isSame = (one: JournalRow, other: JournalRow) => JSON.stringify(one) === JSON.stringify(other)

/** What is open of a connection whose journal may be sealed: no more than a locked page may know. */
export async function clearlyOpenIntents(connection: string): Promise<ClearPart[]> {
  const database = await open()
  try {
    const rows = await database.getAllFromIndex('intents', 'by-connection', rangeOf(connection))
    return rows.filter(isClearlyOpen)
  } finally {
    database.close()
  }
}

/** Takes away every intent of a connection. */
export async function forgetIntents(connection: string): Promise<void> {
  const database = await open()
  try {
    const { store, done } = database.transaction('intents', 'readwrite')
    const ids = await store.index('by-connection').getAllKeys(rangeOf(connection))
    await Promise.all([...ids.map((id) => store.delete(id)), done])
  } finally {
    database.close()
  }
}

const rangeOf = (connection: string) => IDBKeyRange.bound([connection], [connection, []])

const open = (callbacks?: OpenDBCallbacks<Schema>) =>
  openDB<Schema>('quarterdeck.intents', 1, {
    ...callbacks,
    upgrade(database) {
      const intents = database.createObjectStore('intents', { keyPath: 'id' })
      intents.createIndex('by-connection', ['connection', 'sentAt'])
    },
  })
