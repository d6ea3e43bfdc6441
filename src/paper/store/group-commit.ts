import { type Database, transaction } from './database.ts'

type Job = {
  /** Does the work and returns what tells its caller, once it is stored. */
  run(): () => void
  fail(error: unknown): void
}

export type GroupCommit = ReturnType<typeof groupCommit>

/**
 * Lets work that arrives in one turn of the event loop share one transaction, and so one sync to the
 * disk. Each is done whole or not at all, in its order, and nobody is told before all are stored.
 * `onLost` is called when the group could not be stored: what it did in memory is worth nothing.
 */
export function groupCommit(database: Database) {
  let waiting: Job[] = []

  function flush(onLost: () => void): void {
    const group = waiting
    waiting = []
    let answers: (() => void)[]
    try {
      answers = transaction(database, () => group.map((job) => job.run()))
    } catch (error) {
      onLost()
      for (const job of group) job.fail(error)
      return
    }
    for (const answer of answers) answer()
  }

  return <T>(work: () => T extends Promise<unknown> ? never : T, onLost: () => void): Promise<T> =>
    new Promise((resolve, reject) => {
      const run = (): (() => void) => {
        try {
          const result = transaction(database, work)
          return () => resolve(result)
        } catch (error) {
          // SQLite itself takes everything back when the disk is full or broken.
          if (!database.isTransaction) throw error
          return () => reject(error)
        }
      }
      waiting.push({ run, fail: reject })
      if (waiting.length === 1) setImmediate(() => flush(onLost))
    })
}
