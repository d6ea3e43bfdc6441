import type { Refusal } from './refusal.ts'
import { type Remedies, unusableWorld } from './unusable-world.ts'

export type WorldTroubles = ReturnType<typeof worldTroubles>

/** Stored worlds, and parts of them, that cannot be read: each is reported once. */
export function worldTroubles(say: (sentence: string) => void, remedies: Remedies) {
  /** Why worlds cannot be opened, until the service starts again. */
  const unusable = new Map<number, Refusal>()
  /** The last damage that was found in the past of a world. */
  const damaged = new Map<number, string>()
  const said = new Set<string>()

  function sayDamage(sentence: string): void {
    if (said.has(sentence)) return
    said.add(sentence)
    say(sentence)
  }

  const refusalOf = (error: unknown): Refusal | undefined => unusableWorld(error, remedies)

  return {
    sayDamage,
    /** All damage that was found since the start. */
    damage: (): string[] => [...said],
    /** Why a world cannot be opened; `undefined` for an error that may pass by itself. */
    refusalOf,
    unusable: unusable as ReadonlyMap<number, Refusal>,
    damageIn: (userId: number): string | undefined => damaged.get(userId),
    giveUp(userId: number, refusal: Refusal, name: string): void {
      if (!unusable.has(userId)) sayDamage(`User ${name}: ${refusal.message}`)
      unusable.set(userId, refusal)
    },
    /** The refusal for a damaged record of the past, which leaves the rest of the world readable. */
    readable(userId: number, error: unknown): unknown {
      const refusal = refusalOf(error)
      if (!refusal) return error
      sayDamage(`User number ${userId}: ${refusal.message}`)
      damaged.set(userId, refusal.message)
      return refusal
    },
  }
}
