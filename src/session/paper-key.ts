import { answerOf, doneOf, openDatabase } from '#client/indexed-db.ts'

/** Key of a paper service: scripts cannot read a `CryptoKey`, but it is unencrypted on disk. */
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

async function withStore<T>(
  access: IDBTransactionMode,
  act: (keys: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
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

export const recallPaperKey = (id: string): Promise<PaperKey | undefined> =>
  withStore('readonly', (keys) => keys.get(id) as IDBRequest<PaperKey | undefined>)

export const createPaperKeys = (): PaperKeys => ({
  async remember(key) {
    if (key.cryptoKey.extractable) throw new RangeError('an extractable key must not be stored')
    await withStore('readwrite', (keys) => keys.put(key))
  },
  recall: recallPaperKey,
  forget: (id) => withStore('readwrite', (keys) => keys.delete(id)),
})
