import { setTimeout } from 'node:timers/promises'

import { StorageFailure } from '../store-errors.ts'
import { type Database, storageError, transaction } from './database.ts'

type Job = {
  chain: unknown
  /** Does the work; returns a function that answers its caller once stored. */
  run: () => () => void
  reject: (error: unknown) => void
}

/** In milliseconds: maximum wait for another program's lock, and pause between tries. */
const LOCK_PATIENCE = 1_000
const BETWEEN_TRIES = 50

export type GroupCommit = ReturnType<typeof groupCommit>

/**
 * Groups a turn's work into one transaction and disk sync; each piece is atomic and answered when
 * all are stored. While another program holds the lock, it retries without blocking.
 */
export function groupCommit(database: Database) {
  let waiting: Job[] = []
  let flushed = Promise.resolve()

  async function flush(): Promise<void> {
    const begun = performance.now()
    while (!commit(performance.now() - begun < LOCK_PATIENCE)) await setTimeout(BETWEEN_TRIES)
  }

  /** Returns true once every write is settled. With `isPatient`, a lock is no failure. */
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

  function settle({ chain, run, reject }: Job, failures: Map<unknown, unknown>): () => void {
    if (failures.has(chain)) return () => reject(failures.get(chain))
    try {
      return run()
    } catch (error) {
      // SQLite rolls everything back if the disk is full or failing.
      if (!database.isTransaction) throw error
      const failure = storageError(error)
      if (chain !== undefined) failures.set(chain, failure)
      return () => reject(failure)
    }
  }

  return {
    /** Work with the same `chain` builds on earlier work: if one fails, later ones fail too. */
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
    /** Resolves when all added work is stored or has failed. */
    settled: (): Promise<void> => flushed,
  }
}

const isLocked = (failure: unknown): boolean =>
  failure instanceof StorageFailure && failure.because === 'locked'
