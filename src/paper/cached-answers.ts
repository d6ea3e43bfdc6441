import type { Compressed } from './platform.ts'

/** With the headers that belong to what was answered. */
export type CachedAnswer = Compressed & { headers?: Readonly<Record<string, string>> }

/** Of one user, for the second until the next tick. */
const MOST = 64

export type CachedAnswers = ReturnType<typeof cachedAnswers>

/**
 * The answers to reads, each made once for all who ask the same before anything happens in the world:
 * between two ticks a list is the same bytes for everybody.
 */
export function cachedAnswers() {
  const answers = new Map<number, Map<string, Promise<CachedAnswer>>>()
  return {
    of: (
      userId: number,
      question: string,
      make: () => Promise<CachedAnswer>,
    ): Promise<CachedAnswer> => {
      const known = answers.get(userId) ?? new Map<string, Promise<CachedAnswer>>()
      answers.set(userId, known)
      const found = known.get(question)
      if (found) return found
      const made = make()
      if (known.size < MOST) known.set(question, made)
      // What failed is asked again.
      made.catch(() => known.delete(question))
      return made
    },
    /** Something has happened in this user's world. */
    forget: (userId: number): void => void answers.delete(userId),
  }
}
