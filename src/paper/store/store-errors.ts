import { Problem } from '../problem.ts'

/** A part of the data file is no longer whole. */
export class DamagedFile extends Problem {}

/** The disk has no space, the disk reports an error, or another program holds a write lock. */
type Because = 'full' | 'broken' | 'locked'
type Details = { cause?: unknown; isUndone?: boolean }

/** Nothing can be stored for now. */
export class StorageFailure extends Error {
  readonly because: Because
  /** It was certainly not done; after an error of the disk that is not known. */
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
