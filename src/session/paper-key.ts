import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * The one key that rests without a passphrase: it moves play money, and a `CryptoKey` in IndexedDB
 * lies on the disk in the clear even when no script can read it.
 */
export type PaperKey = {
  readonly id: string
  readonly origin: string
  readonly apiKey: string
  readonly cryptoKey: CryptoKey
  readonly token: string | undefined
}

export type PaperKeys = {
  remember(key: PaperKey): Promise<void>
  recall(id: string): Promise<PaperKey | undefined>
  forget(id: string): Promise<void>
}

interface Schema extends DBSchema {
  keys: { key: string; value: PaperKey }
}

export function createPaperKeys(): PaperKeys {
  const within = async <T>(act: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    const database = await openDB<Schema>('quarterdeck.paper-keys', 1, {
      upgrade: (opened) => void opened.createObjectStore('keys', { keyPath: 'id' }),
    })
    try {
      return await act(database)
    } finally {
      database.close()
    }
  }

  return {
    async remember(key) {
      if (key.cryptoKey.extractable)
        throw new RangeError('a key that can be taken out rests nowhere')
      await within((database) => database.put('keys', key))
    },
    recall: (id) => within((database) => database.get('keys', id)),
    forget: (id) => within((database) => database.delete('keys', id)),
  }
}
