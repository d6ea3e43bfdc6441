import type { Database } from './database.ts'

const SIZE = 1_000_000
/** From here on, below 2^31 with room for a whole block: many readers keep ids in 32 bits. */
const LOWEST = 147_000_000
const BLOCKS = 2_000
/** With fewer left at an opening, the world gets another block. */
const ENOUGH = SIZE / 2

/** Which user may give out which whole numbers, so that no id of one is ever another's. */
export function idBlocksIn(database: Database) {
  const ownerOf = database.prepare('SELECT user_id FROM id_blocks WHERE first = :first')
  const firstOf = database.prepare(
    'SELECT first FROM id_blocks WHERE user_id = :userId ORDER BY rowid LIMIT 1',
  )
  const insert = database.prepare('INSERT INTO id_blocks (first, user_id) VALUES (:first, :userId)')
  const owns = database.prepare(
    'SELECT 1 FROM id_blocks WHERE first = :first AND user_id = :userId',
  )
  const meta = database.prepare(
    `SELECT json_extract(json, '$.nextId') AS nextId FROM things
     WHERE user_id = :userId AND kind = 'world' AND json_valid(json)`,
  )
  const moveOn = database.prepare(
    `UPDATE things SET json = json_set(json, '$.nextId', :first)
     WHERE user_id = :userId AND kind = 'world'`,
  )

  /** The wished block, or the next one that is nobody's. */
  function take(userId: number, wished: number): number {
    const index = Math.max(0, Math.floor((wished - LOWEST) / SIZE))
    for (let step = 0; step < BLOCKS; step += 1) {
      const first = LOWEST + ((index + step) % BLOCKS) * SIZE
      if (ownerOf.get({ first })) continue
      insert.run({ first, userId })
      return first
    }
    throw new Error('No block of ids is left')
  }

  const isOwn = (userId: number, id: number): boolean =>
    owns.get({ first: Math.floor(id / SIZE) * SIZE, userId }) !== undefined

  return {
    /** For a new world. One whose making was broken off gets the same again. */
    begin: (userId: number, wished: number): number =>
      (firstOf.get({ userId }) as { first: number } | undefined)?.first ?? take(userId, wished),
    /** The block that a world is in is nearly used up, or is another's. */
    isUsedUp(userId: number): boolean {
      const { nextId } = (meta.get({ userId }) ?? {}) as { nextId?: unknown }
      if (typeof nextId !== 'number' || nextId < LOWEST) return false
      return SIZE - (nextId % SIZE) < ENOUGH || !isOwn(userId, nextId)
    },
    renew(userId: number): void {
      const { nextId } = meta.get({ userId }) as { nextId: number }
      moveOn.run({ userId, first: take(userId, nextId) })
    },
    /** Throws when a world has given out ids of a block that is not its own. */
    check(userId: number, json: string): void {
      const next = Number(/"nextId":(\d+)/.exec(json)?.[1] ?? 0)
      if (next <= LOWEST || isOwn(userId, next - 1)) return
      throw new Error('A world has used up its block of ids')
    },
  }
}
