import { StorageFailure } from '../store/store-errors.ts'

export type Journal = 'rows' | 'ledger'
type StoreName = 'records' | Journal

const STORES: readonly StoreName[] = ['records', 'rows', 'ledger']
/** Counts the openings: only the latest may write. */
const EPOCH = 'epoch'

export type JournalRow = { readonly userId: number }

/** Reads and changes of one piece of work, stored as a whole. */
export type Draft = {
  get: (key: string) => unknown
  keys(prefix: string): string[]
  put(key: string, value: unknown): void
  remove(key: string): void
  add(journal: Journal, row: JournalRow): void
  clearRows(userId: number): void
}

/** `undefined` removes. */
type Operation = { store: StoreName; key: string | number; value: unknown }

type Row = { journal: Journal; key: number; value: JournalRow }

type Chain = number | undefined

type Job = {
  chain: Chain
  run: (draft: Draft) => () => void
  reject: (error: unknown) => void
}

type Reader = {
  /** Called for each stored row, in order. */
  row: (journal: Journal, row: JournalRow) => void
  /** Called when all rows of a user are gone. */
  cleared: (userId: number) => void
  /** Another tab opened the database, or the browser closed it: nothing is stored any more. */
  lost: () => void
}

export type Tables = Awaited<ReturnType<typeof openTables>>

/**
 * Records (also in memory) and journals in IndexedDB. Work added during a transaction shares the
 * next one. `lost`: nothing is stored any more.
 */
export async function openTables(name: string, records: Map<string, unknown>, reader: Reader) {
  const database = await opened(name)
  let isLost = false
  const lose = (): void => {
    if (isLost) return
    isLost = true
    database.close()
    reader.lost()
  }
  database.addEventListener('versionchange', lose)
  database.addEventListener('close', lose)

  let nextRow = 0
  const epoch = await begin()

  /** Reads everything and takes the world from any other tab. */
  async function begin(): Promise<number> {
    const transaction = database.transaction(STORES, 'readwrite', { durability: 'strict' })
    const done = doneOf(transaction)
    const kept = transaction.objectStore('records')
    const [keys, values, rows, ledgerKeys] = await Promise.all([
      answerOf(kept.getAllKeys()),
      answerOf(kept.getAll()),
      answerOf(transaction.objectStore('rows').getAll()),
      answerOf(transaction.objectStore('ledger').getAllKeys()),
    ])
    const rowKeys = await answerOf(transaction.objectStore('rows').getAllKeys())
    for (const [index, key] of keys.entries()) records.set(key as string, values[index])
    const mine = Number(records.get(EPOCH) ?? 0) + 1
    records.delete(EPOCH)
    kept.put(mine, EPOCH)
    await done.catch((error: unknown) => Promise.reject(failureOf(error)))
    for (const row of rows as JournalRow[]) reader.row('rows', row)
    nextRow =
      Math.max(-1, ...[rowKeys.at(-1), ledgerKeys.at(-1)].map((key) => Number(key ?? -1))) + 1
    return mine
  }

  async function store(
    operations: readonly Operation[],
    { users, before }: { users: ReadonlySet<number>; before: number },
  ): Promise<void> {
    if (isLost) throw notHere()
    const transaction = database.transaction(STORES, 'readwrite', { durability: 'strict' })
    const done = doneOf(transaction)
    const kept = transaction.objectStore('records')
    // A frozen tab may wake up after its world has moved on elsewhere.
    const current = kept.get(EPOCH)
    let isTakenOver = false as boolean
    let refusal: unknown
    current.onsuccess = () => {
      isTakenOver = current.result !== epoch
      if (isTakenOver) return transaction.abort()
      if (users.size > 0) {
        for (const journal of ['rows', 'ledger'] as const) {
          removeRows(transaction.objectStore(journal), users, before)
        }
      }
      try {
        for (const { store: to, key, value } of operations) {
          if (value === undefined) transaction.objectStore(to).delete(key)
          else transaction.objectStore(to).put(value, key)
        }
      } catch (error) {
        refusal = error
        transaction.abort()
      }
    }
    try {
      await done
    } catch (error) {
      if (isTakenOver) {
        lose()
        throw notHere()
      }
      throw failureOf(refusal ?? error)
    }
  }

  let waiting: Job[] = []
  let flushed = Promise.resolve()

  async function flush(): Promise<void> {
    const group = waiting
    waiting = []
    const before = nextRow
    const changed = new Map<string, unknown>()
    let added: Row[] = []
    const users = new Set<number>()
    const failures = new Map<Chain, unknown>()
    const outcomes: (() => void)[] = []

    for (const { chain, run, reject } of group) {
      if (failures.has(chain)) {
        outcomes.push(() => reject(failures.get(chain)))
        continue
      }
      const work = draftOver(
        (key) => (changed.has(key) ? changed.get(key) : records.get(key)),
        () => [...records.keys(), ...changed.keys()],
      )
      try {
        outcomes.push(run(work.draft))
        for (const userId of work.cleared) {
          users.add(userId)
          added = added.filter(({ value }) => value.userId !== userId)
        }
        for (const [key, value] of work.changed) changed.set(key, value)
        for (const { journal, value } of work.added) added.push({ journal, value, key: nextRow++ })
      } catch (error) {
        if (chain !== undefined) failures.set(chain, error)
        outcomes.push(() => reject(error))
      }
    }

    const operations = Array.from(changed, ([key, value]): Operation => ({
      store: 'records',
      key,
      value,
    }))
    const rows = added.map(({ journal, key, value }): Operation => ({ store: journal, key, value }))
    try {
      if (operations.length + rows.length + users.size > 0) {
        await store([...operations, ...rows], { users, before })
      }
    } catch (error) {
      // Work added meanwhile builds on the failed work.
      const chains = new Set<Chain>(
        group.map(({ chain }) => chain).filter((chain) => chain !== undefined),
      )
      const after = waiting.filter(({ chain }) => chains.has(chain))
      waiting = waiting.filter(({ chain }) => !chains.has(chain))
      for (const { reject } of [...group, ...after]) reject(error)
      return
    }
    for (const [key, value] of changed) {
      if (value === undefined) records.delete(key)
      else records.set(key, value)
    }
    for (const userId of users) reader.cleared(userId)
    for (const { journal, value } of added) reader.row(journal, value)
    for (const settle of outcomes) settle()
  }

  return {
    /** Work with the same `chain` builds on earlier work: if one fails, later ones fail too. */
    change: <T>(work: (draft: Draft) => T extends Promise<unknown> ? never : T, chain?: Chain) =>
      new Promise<T>((resolve, reject) => {
        const run = (draft: Draft): (() => void) => {
          const result = work(draft)
          return () => resolve(result)
        }
        waiting.push({ chain, run, reject })
        if (waiting.length === 1) flushed = flushed.then(flush)
      }),
    /** Resolves when all added work is stored or has failed. */
    settled: (): Promise<void> => flushed,
    journal: (journal: Journal): Promise<JournalRow[]> =>
      answerOf(
        database.transaction(journal).objectStore(journal).getAll() as IDBRequest<JournalRow[]>,
      ),
    close: (): void => {
      isLost = true
      database.close()
    },
  }
}

function draftOver(before: (key: string) => unknown, known: () => string[]) {
  const changed = new Map<string, unknown>()
  const cleared = new Set<number>()
  let added: Omit<Row, 'key'>[] = []
  const get = (key: string): unknown => (changed.has(key) ? changed.get(key) : before(key))
  const draft: Draft = {
    get,
    keys: (prefix) =>
      [...new Set([...known(), ...changed.keys()])].filter(
        (key) => key.startsWith(prefix) && get(key) !== undefined,
      ),
    put: (key, value) => void changed.set(key, value),
    remove: (key) => void changed.set(key, undefined),
    add: (journal, value) => void added.push({ journal, value }),
    clearRows(userId) {
      cleared.add(userId)
      added = added.filter(({ value }) => value.userId !== userId)
    },
  }
  return {
    draft,
    changed,
    cleared,
    get added() {
      return added
    },
  }
}

/** Removes rows before a number: new ones follow in the same transaction. */
function removeRows(journal: IDBObjectStore, users: ReadonlySet<number>, before: number): void {
  const request = journal.openCursor(IDBKeyRange.upperBound(before, true))
  request.onsuccess = () => {
    const cursor = request.result
    if (!cursor) return
    if (users.has((cursor.value as JournalRow).userId)) cursor.delete()
    cursor.continue()
  }
}

const notHere = () => new StorageFailure('broken', { isUndone: true })

const failureOf = (error: unknown): StorageFailure => {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  return new StorageFailure(isFull ? 'full' : 'broken', { cause: error })
}

function opened(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    for (const each of STORES) request.result.createObjectStore(each)
  }
  return answerOf(request)
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const doneOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted', 'AbortError'))
  })
