/** Calls a listener. An error in it is reported to the browser and does not affect the request. */
export function guarded(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    if ('reportError' in globalThis) reportError(error)
  }
}
