import { vi } from 'vitest'

/** Milliseconds after which something never happens; a busy machine may take most of them. */
const NEVER = 60_000

/** Resolves with what `check` returns once it no longer throws; rejects with what it threw last. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, NEVER)
