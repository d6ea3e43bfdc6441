import { FeedFailure } from '#paper/live/feed.ts'

/** The failure with which a read rejects; throws if it did not, or with anything else. */
export const failureOf = async (read: Promise<unknown>): Promise<FeedFailure> => {
  const failure: unknown = await read.then(
    () => new Error('it was read'),
    (error: unknown) => error,
  )
  if (!(failure instanceof FeedFailure)) throw failure
  return failure
}
