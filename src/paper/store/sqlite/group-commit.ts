import { setTimeout } from 'node:timers/promises'

import { StorageFailure } from '../store-errors.ts'
import { type Database, storageError, transaction } from './database.ts'

type Job = {
  chain: unknown
  /** Does the work and returns what answers its caller, once it is stored. */
  run: () => () => void
  reject: (error: unknown) => void
}

/** In milliseconds: how long a commit waits for a lock of another program, and between its tries. */
const LOCK_PATIENCE = 1_000
const BETWEEN_TRIES = 50

export type GroupCommit = ReturnType<typeof groupCommit>

/**
 * Lets work that arrives in one turn of the event loop share one transaction, and so one sync to the
 * disk. Each is done whole or not at all, in its order, and nobody is answered before all are stored.
 * While another program holds the lock, nothing is done yet, and the process goes on answering.
 */
export function groupCommit(database: Database) {
  let waiting: Job[] = []
  let flushed = Promise.resolve()

  async function flush(): Promise<void> {
    const begun = performance.now()
    while (!commit(performance.now() - begun < LOCK_PATIENCE)) await setTimeout(BETWEEN_TRIES)
  }

  /** True once every waiting write was stored or has failed. With `isPatient`, a lock is no failure. */
  function commit(isPatient: boolean): boolean {
    const group = waiting
    waiting = []
    let hasBegun = false as boolean
    let answers: (() => void)[]
    try {
      answers = transaction(database, () => {
        hasBegun = true
        const failures = new Map<unknown, unknown>()
        return group.map((job) => settle(job, failures))
      })
    } catch (error) {
      const failure = storageError(error)
      if (isPatient && !hasBegun && isLocked(failure)) {
        waiting = group
        return false
      }
      for (const { reject } of group) reject(failure)
      return true
    }
    for (const answer of answers) answer()
    return true
  }

  /** Does one of the group and returns what answers it. */
  function settle({ chain, run, reject }: Job, failures: Map<unknown, unknown>): () => void {
    if (failures.has(chain)) return () => reject(failures.get(chain))
    try {
      return run()
    } catch (error) {
      // SQLite itself takes everything back when the disk is full or broken.
      if (!database.isTransaction) throw error
      const failure = storageError(error)
      if (chain !== undefined) failures.set(chain, failure)
      return () => reject(failure)
    }
  }

  return {
    /** What shares a `chain` builds on one another: when one fails, those after it fail with it. */
    add: <T>(work: () => T extends Promise<unknown> ? never : T, chain?: unknown): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const run = (): (() => void) => {
          const result = transaction(database, work)
          return () => resolve(result)
        }
        waiting.push({ chain, run, reject })
        if (waiting.length > 1) return
        flushed = new Promise((done) => {
          setImmediate(() => void flush().finally(done))
        })
      }),
    /** When all that was added is stored, or has failed. */
    settled: (): Promise<void> => flushed,
  }
}

const isLocked = (failure: unknown): boolean =>
  failure instanceof StorageFailure && failure.because === 'locked'
