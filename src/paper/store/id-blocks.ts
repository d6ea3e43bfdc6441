/** Whole numbers are given out in blocks, each recorded for one user, in whatever store. */
const SIZE = 1_000_000
/** From here on, below 2^31 with room for a whole block: many readers keep ids in 32 bits. */
export const LOWEST_ID = 147_000_000
const BLOCKS = 2_000
/** With fewer left at an opening, the world gets another block. */
const ENOUGH = SIZE / 2

/** The first of the block that an id is in. */
export const blockOf = (id: number): number => Math.floor(id / SIZE) * SIZE

export const isNearlyUsedUp = (nextId: number): boolean => SIZE - (nextId % SIZE) < ENOUGH

/** The wished block, and all others after it. */
export function* blocksFrom(wished: number): Generator<number> {
  const index = Math.max(0, Math.floor((wished - LOWEST_ID) / SIZE))
  for (let step = 0; step < BLOCKS; step += 1) {
    yield LOWEST_ID + ((index + step) % BLOCKS) * SIZE
  }
}
