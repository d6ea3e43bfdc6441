import { answerOf, doneOf, openDatabase } from '#client/indexed-db.ts'

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

export function createPaperKeys(): PaperKeys {
  const within = async <T>(
    access: IDBTransactionMode,
    act: (keys: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const database = await openDatabase('quarterdeck.paper-keys', {
      version: 1,
      upgrade: (opened) => void opened.createObjectStore('keys', { keyPath: 'id' }),
    })
    try {
      const transaction = database.transaction('keys', access)
      const [found] = await Promise.all([
        answerOf(act(transaction.objectStore('keys'))),
        doneOf(transaction),
      ])
      return found
    } finally {
      database.close()
    }
  }

  return {
    async remember(key) {
      if (key.cryptoKey.extractable)
        throw new RangeError('a key that can be taken out rests nowhere')
      await within('readwrite', (keys) => keys.put(key))
    },
    recall: (id) => within('readonly', (keys) => keys.get(id) as IDBRequest<PaperKey | undefined>),
    forget: (id) => within('readwrite', (keys) => keys.delete(id)),
  }
}
