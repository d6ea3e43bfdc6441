import type * as z from 'zod/mini'

import type { ChoiceName } from '#session/settings.ts'
import { useChoice, useSessionStore } from '#session/use-session.ts'

const MOST = 50

export type Named<T> = { name: string; value: T }

/** Those of a kept list that can still be read, by name. */
export function namedOf<T>(found: unknown, read: (value: unknown) => T | undefined): Named<T>[] {
  if (!Array.isArray(found)) return []
  return found.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const { name, value } = one as { name?: unknown; value?: unknown }
    const readable = read(value)
    return typeof name === 'string' && readable !== undefined ? [{ name, value: readable }] : []
  })
}

/** Things of one kind that were kept under a name in this browser. */
export function useKeptByName<S extends z.ZodMiniType>(choice: ChoiceName, schema: S) {
  const kept = namedOf(useChoice(choice), (value) => schema.safeParse(value).data)
  const { choices } = useSessionStore()
  const without = (name: string) => kept.filter((one) => one.name !== name)
  return {
    kept,
    keep: (name: string, value: z.output<S>) =>
      choices.set(choice, [...without(name), { name, value }].slice(-MOST)),
    remove: (name: string) => choices.set(choice, without(name)),
  }
}
