import { StorageFailure } from './store/store-errors.ts'
import type { Store } from './store/store.ts'

export type StorageOutage = ReturnType<typeof storageOutage>

/**
 * Whether the data file can be written. While it cannot, commands are refused before they are tried, time
 * stands still, and reads go on.
 */
export function storageOutage(store: Pick<Store, 'tryWriting'>, say: (sentence: string) => void) {
  let failure: StorageFailure | undefined
  return {
    /** Why nothing can be stored. */
    get reason(): string | undefined {
      return failure?.message
    },
    /** Records a failed commit. */
    note(error: unknown): void {
      if (failure || !(error instanceof StorageFailure)) return
      failure = error
      say(error.message)
    },
    /** Throws while nothing can be stored. */
    check(): void {
      if (failure) throw new StorageFailure(failure.because, { isUndone: true })
    },
    /** True if the data file can be written, or can be again. */
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
