import { answerOf, doneOf, openDatabase } from '#client/indexed-db.ts'

import {
  type ClearPart,
  isClearlyOpen,
  type JournalRow,
  type JournalRows,
} from './sealed-journal.ts'

type Row = JournalRow & { connection: string }

/** Intents of one connection in IndexedDB. They outlive a reload, a lock and a new token. */
export function indexedJournal(connection: string): JournalRows {
  let opened: Promise<IDBDatabase> | undefined
  const lose = () => (opened = undefined)
  const database = () =>
    (opened ??= open(lose).catch((error: unknown) => {
      lose()
      throw error
    }))
  /** Uses strict durability: an order must be on disk before its request leaves. */
  async function writing(act: (intents: IDBObjectStore) => Promise<void>): Promise<void> {
    const transaction = (await database()).transaction('intents', 'readwrite', {
      durability: 'strict',
    })
    await Promise.all([act(transaction.objectStore('intents')), doneOf(transaction)])
  }
  const reading = async () => (await database()).transaction('intents').objectStore('intents')
  const plain = ({ connection: _connection, ...row }: Row): JournalRow => row

  return {
    put: (row) =>
      writing(async (intents) => {
        // An update does not bring back an intent that was forgotten meanwhile.
        const isNew = row.outcome.kind === 'sending'
        if (isNew || (await answerOf(intents.getKey(row.id))) !== undefined)
          await answerOf(intents.put({ ...row, connection }))
      }),
    replace: (expected, row) =>
      writing(async (intents) => {
        const found = await answerOf(intents.get(row.id) as IDBRequest<Row | undefined>)
        if (found && isSame(plain(found), expected))
          await answerOf(intents.put({ ...row, connection }))
      }),
    async get(id) {
      const row = await answerOf((await reading()).get(id) as IDBRequest<Row | undefined>)
      return row && plain(row)
    },
    async since(sentAt) {
      const range = IDBKeyRange.bound([connection, sentAt], [connection, Infinity])
      const byConnection = (await reading()).index('by-connection')
      const rows = await answerOf(byConnection.getAll(range) as IDBRequest<Row[]>)
      return rows.map(plain)
    },
  }
}

/** Two reads of a row with no write in between. */
const isSame = (one: JournalRow, other: JournalRow) => JSON.stringify(one) === JSON.stringify(other)

/** Open intents of a connection, also if its journal is sealed. */
export async function clearlyOpenIntents(connection: string): Promise<ClearPart[]> {
  const database = await open()
  try {
    const byConnection = database
      .transaction('intents')
      .objectStore('intents')
      .index('by-connection')
    const rows = await answerOf(byConnection.getAll(rangeOf(connection)) as IDBRequest<Row[]>)
    return rows.filter(isClearlyOpen)
  } finally {
    database.close()
  }
}

export async function forgetIntents(connection: string): Promise<void> {
  const database = await open()
  try {
    const transaction = database.transaction('intents', 'readwrite')
    const intents = transaction.objectStore('intents')
    const forget = async () => {
      const ids = await answerOf(intents.index('by-connection').getAllKeys(rangeOf(connection)))
      await Promise.all(ids.map((id) => answerOf(intents.delete(id))))
    }
    await Promise.all([forget(), doneOf(transaction)])
  } finally {
    database.close()
  }
}

const rangeOf = (connection: string) => IDBKeyRange.bound([connection], [connection, []])

const open = (onLost?: () => void) =>
  openDatabase('quarterdeck.intents', {
    version: 1,
    ...(onLost && { onLost }),
    upgrade(database) {
      const intents = database.createObjectStore('intents', { keyPath: 'id' })
      intents.createIndex('by-connection', ['connection', 'sentAt'])
    },
  })
