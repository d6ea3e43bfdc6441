// IndexedDB with promises.

type Opening = {
  version: number
  upgrade: (database: IDBDatabase) => void
  /** Called when another tab needs a newer version, or the browser closed the database. */
  onLost?: () => void
}

export function openDatabase(
  name: string,
  { version, upgrade, onLost }: Opening,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.addEventListener('upgradeneeded', () => upgrade(request.result))
  return answerOf(request).then((database) => {
    database.addEventListener('versionchange', () => {
      database.close()
      onLost?.()
    })
    database.addEventListener('close', () => onLost?.())
    return database
  })
}

export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as Error))
  })

/** Resolves when the transaction is committed. */
export const doneOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('error', fail)
    transaction.addEventListener('abort', fail)
  })
