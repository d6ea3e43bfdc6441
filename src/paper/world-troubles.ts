import type { Refusal } from './refusal.ts'
import { type Remedies, unusableWorld } from './unusable-world.ts'

export type WorldTroubles = ReturnType<typeof worldTroubles>

/** Worlds and records that cannot be read, each reported once. */
export function worldTroubles(say: (sentence: string) => void, remedies: Remedies) {
  const unusable = new Map<number, Refusal>()
  /** The last damage found in each world's past. */
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
    damage: (): string[] => [...said],
    /** Reason that a world cannot be opened; `undefined` for an error that may pass. */
    refusalOf,
    unusable: unusable as ReadonlyMap<number, Refusal>,
    damageIn: (userId: number): string | undefined => damaged.get(userId),
    giveUp(userId: number, refusal: Refusal, name: string): void {
      if (!unusable.has(userId)) sayDamage(`User ${name}: ${refusal.message}`)
      unusable.set(userId, refusal)
    },
    /** The refusal for a damaged record of the past; the rest of the world stays readable. */
    readable(userId: number, error: unknown): unknown {
      const refusal = refusalOf(error)
      if (!refusal) return error
      sayDamage(`User number ${userId}: ${refusal.message}`)
      damaged.set(userId, refusal.message)
      return refusal
    },
  }
}
