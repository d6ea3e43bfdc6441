/** Resolves after so many milliseconds; rejects when aborted. */
export const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason as Error)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    setTimeout(resolve, milliseconds)
  })
