/**
 * Holds what is being sent right now. Taken synchronously, before anything is awaited: a flag kept
 * by the interface would let the second click of a busy page through.
 */
export function createInFlight() {
  const held = new Map<string, string>()
  return {
    /** The intent that holds these bytes already, if one does; otherwise they are now held. */
    take(bytes: string, intentId: string): string | undefined {
      const holder = held.get(bytes)
      if (holder === undefined) held.set(bytes, intentId)
      return holder
    },
    release: (bytes: string) => void held.delete(bytes),
  }
}
