import { StorageFailure } from './store/store-errors.ts'
import type { Store } from './store/store.ts'

export type StorageOutage = ReturnType<typeof storageOutage>

/**
 * Remembers that the data file cannot be written. Meanwhile commands are refused, time stops, and
 * reads go on.
 */
export function storageOutage(store: Pick<Store, 'tryWriting'>, say: (sentence: string) => void) {
  let failure: StorageFailure | undefined
  return {
    /** Reason that nothing can be stored. */
    get reason(): string | undefined {
      return failure?.message
    },
    /** Records a failed commit, and reports the first. */
    note(error: unknown): void {
      if (failure || !(error instanceof StorageFailure)) return
      failure = error
      say(error.message)
    },
    /** Throws while nothing can be stored. */
    check(): void {
      if (failure) throw new StorageFailure(failure.because, { isUndone: true })
    },
    /** Tries to write; returns false while that fails. */
    async isOver(): Promise<boolean> {
      if (!failure) return true
      try {
        await store.tryWriting()
      } catch {
        return false
      }
      failure = undefined
      say('The data file can be written again.')
      return true
    },
  }
}
