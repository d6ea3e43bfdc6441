import type { Stored } from '../engine/changes.ts'

/** Ids per block; each block belongs to one user, so ids are unique. */
const SIZE = 1_000_000
/** Blocks start here, below 2^31 with room for a whole block: many clients keep ids in 32 bits. */
export const LOWEST_ID = 147_000_000
const BLOCKS = 2_000
/** With fewer left at an opening, the world gets another block. */
const ENOUGH = SIZE / 2

/** Owners of blocks, by first id. */
export type Blocks = {
  ownerOf: (first: number) => number | undefined
  give: (first: number, userId: number) => void
}

const isOwn = ({ ownerOf }: Pick<Blocks, 'ownerOf'>, userId: number, id: number): boolean =>
  ownerOf(Math.floor(id / SIZE) * SIZE) === userId

/** The wished block for a user, or the next free one. */
export function takeBlock({ ownerOf, give }: Blocks, userId: number, wished: number): number {
  const index = Math.max(0, Math.floor((wished - LOWEST_ID) / SIZE))
  for (let step = 0; step < BLOCKS; step += 1) {
    const first = LOWEST_ID + ((index + step) % BLOCKS) * SIZE
    if (ownerOf(first) !== undefined) continue
    give(first, userId)
    return first
  }
  throw new Error('No block of ids is left')
}

/** The world's block is nearly used up, or another user's. */
export const needsBlock = (
  blocks: Pick<Blocks, 'ownerOf'>,
  userId: number,
  nextId: unknown,
): nextId is number =>
  typeof nextId === 'number' &&
  nextId >= LOWEST_ID &&
  (SIZE - (nextId % SIZE) < ENOUGH || !isOwn(blocks, userId, nextId))

/** Throws if a world has used ids of another user's block. */
export function checkIds(
  blocks: Pick<Blocks, 'ownerOf'>,
  userId: number,
  stored: readonly Stored[],
): void {
  const json = stored.find(({ kind }) => kind === 'world')?.json ?? ''
  const next = Number(/"nextId":(\d+)/.exec(json)?.[1] ?? 0)
  if (next > LOWEST_ID && !isOwn(blocks, userId, next - 1)) {
    throw new Error('A world has used up its block of ids')
  }
}
