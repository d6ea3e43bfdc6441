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

const KEYS = 'keys'

export function createPaperKeys(factory: IDBFactory): PaperKeys {
  const within = async <T>(
    mode: IDBTransactionMode,
    act: (keys: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const opening = factory.open('quarterdeck.paper-keys', 1)
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore(KEYS, { keyPath: 'id' })
    })
    const database = await settled(opening)
    try {
      const transaction = database.transaction(KEYS, mode)
      const result = await settled(act(transaction.objectStore(KEYS)))
      if (mode === 'readwrite') await committed(transaction)
      return result
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

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('IndexedDB failed')),
    )
  })
}
