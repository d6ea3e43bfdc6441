/** Nothing can be stored for now. Nothing of the call was done when the disk is full, and most likely nothing otherwise. */
export class StorageFailure extends Error {
  /** For want of space; otherwise the disk reports an error. */
  readonly isFull: boolean

  constructor(isFull: boolean, cause?: unknown) {
    super(
      isFull
        ? 'The disk is full: nothing can be stored until there is space. Reading goes on.'
        : 'The disk reports an error: nothing can be stored until it is gone. Reading goes on.',
      { cause },
    )
    this.isFull = isFull
  }
}
