import { blockOf, blocksFrom, isNearlyUsedUp, LOWEST_ID } from '../id-blocks.ts'
import type { Database } from './database.ts'

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
    for (const first of blocksFrom(wished)) {
      if (ownerOf.get({ first }) !== undefined) continue
      insert.run({ first, userId })
      return first
    }
    throw new Error('No block of ids is left')
  }

  const isOwn = (userId: number, id: number): boolean =>
    owns.get({ first: blockOf(id), userId }) !== undefined

  return {
    /** For a new world. One whose making was broken off gets the same again. */
    begin: (userId: number, wished: number): number =>
      (firstOf.get({ userId }) as { first: number } | undefined)?.first ?? take(userId, wished),
    /** The block that a world is in is nearly used up, or is another's. */
    isUsedUp(userId: number): boolean {
      const { nextId } = (meta.get({ userId }) ?? {}) as { nextId?: unknown }
      if (typeof nextId !== 'number' || nextId < LOWEST_ID) return false
      return isNearlyUsedUp(nextId) || !isOwn(userId, nextId)
    },
    renew(userId: number): void {
      const { nextId } = meta.get({ userId }) as { nextId: number }
      moveOn.run({ userId, first: take(userId, nextId) })
    },
    /** Throws when a world has given out ids of a block that is not its own. */
    check(userId: number, json: string): void {
      const next = Number(/"nextId":(\d+)/.exec(json)?.[1] ?? 0)
      if (next <= LOWEST_ID || isOwn(userId, next - 1)) return
      throw new Error('A world has used up its block of ids')
    },
  }
}
