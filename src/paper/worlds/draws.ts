import { hash, unit } from '../engine/market/noise.ts'

/** Draws that a seed decides: the same seed draws the same, in the same order. */
export type Draws = {
  between: (low: number, high: number) => number
  whole: (low: number, high: number) => number
  chance: (share: number) => boolean
  pick: <T>(from: readonly [T, ...T[]]) => T
}

export function drawsOf(seed: number): Draws {
  let drawn = 0
  const next = (): number => unit(hash(seed, 0x64656d, drawn++))
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    between: (low, high) => low + next() * (high - low),
    whole,
    chance: (share) => next() < share,
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
  }
}
