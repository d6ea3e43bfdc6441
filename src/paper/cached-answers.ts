import type { Compressed } from './platform.ts'

export type CachedAnswer = Compressed & { headers?: Readonly<Record<string, string>> }

const MAX_ANSWERS_PER_USER = 64

export type CachedAnswers = ReturnType<typeof cachedAnswers>

/** Shares answers to equal reads until something happens in the world. */
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
      if (known.size < MAX_ANSWERS_PER_USER) known.set(question, made)
      // Retry after a failure.
      made.catch(() => known.delete(question))
      return made
    },
    /** Called after a change in this user's world. */
    forget: (userId: number): void => void answers.delete(userId),
  }
}
