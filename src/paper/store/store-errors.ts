import { Problem } from '../problem.ts'

/** A part of the data file is no longer whole. */
export class DamagedFile extends Problem {
  constructor(options: ErrorOptions) {
    super(
      'The data file is damaged; end the service and put a backup back with npm run -s paper -- restore FILE.',
      options,
    )
  }
}

type Details = { cause?: unknown; isUndone?: boolean }

/** Nothing can be stored for now: for want of space, or since the disk reports an error. */
export class StorageFailure extends Error {
  readonly isFull: boolean
  /** It was certainly not done; after an error of the disk that is not known. */
  readonly isUndone: boolean

  constructor(isFull: boolean, { cause, isUndone = isFull }: Details = {}) {
    super(
      isFull
        ? 'The disk is full: nothing can be stored until there is space. Reading goes on.'
        : 'The disk reports an error: nothing can be stored until it is gone. Reading goes on.',
      { cause },
    )
    this.isFull = isFull
    this.isUndone = isUndone
  }
}
