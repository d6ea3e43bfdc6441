/**
 * Tells a listener. Its defect changes nothing of what became of a request, and is reported as any
 * other defect of the page.
 */
export function guarded(listener: () => void): void {
  try {
    listener()
  } catch (defect) {
    if ('reportError' in globalThis) reportError(defect)
  }
}
