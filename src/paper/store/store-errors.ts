import { Problem } from '../problem.ts'

export class DamagedFile extends Problem {}

/** The disk is full or failing, or another program holds a write lock. */
type Because = 'full' | 'broken' | 'locked'
type Details = { cause?: unknown; isUndone?: boolean }

export class StorageFailure extends Error {
  readonly because: Because
  /** Certainly not done; unknown after a disk error. */
  readonly isUndone: boolean

  constructor(because: Because, { cause, isUndone = because !== 'broken' }: Details = {}) {
    super(SENTENCES[because], { cause })
    this.because = because
    this.isUndone = isUndone
  }
}

const SENTENCES: Record<Because, string> = {
  full: 'The disk is full: nothing can be stored until there is space. Reading goes on.',
  broken: 'The disk reports an error: nothing can be stored until it is gone. Reading goes on.',
  locked:
    'Another program has locked the data file: nothing can be stored until it lets go. Reading goes on.',
}
