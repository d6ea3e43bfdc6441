import { checkIds, needsBlock, takeBlock } from '../id-blocks.ts'
import type { Stored } from '../../engine/changes.ts'
import type { Database } from './database.ts'

export function idBlocksIn(database: Database) {
  const owner = database.prepare('SELECT user_id FROM id_blocks WHERE first = :first')
  const firstOf = database.prepare(
    'SELECT first FROM id_blocks WHERE user_id = :userId ORDER BY rowid LIMIT 1',
  )
  const insert = database.prepare('INSERT INTO id_blocks (first, user_id) VALUES (:first, :userId)')
  const meta = database.prepare(
    `SELECT json_extract(json, '$.nextId') AS nextId FROM things
     WHERE user_id = :userId AND kind = 'world' AND json_valid(json)`,
  )
  const moveOn = database.prepare(
    `UPDATE things SET json = json_set(json, '$.nextId', :first)
     WHERE user_id = :userId AND kind = 'world'`,
  )
  const blocks = {
    ownerOf: (first: number) => (owner.get({ first }) as { user_id: number } | undefined)?.user_id,
    give: (first: number, userId: number): void => void insert.run({ first, userId }),
  }
  const nextIdOf = (userId: number): unknown =>
    (meta.get({ userId }) as { nextId: unknown } | undefined)?.nextId

  return {
    /** For a new world. One whose making was broken off gets the same again. */
    begin: (userId: number, wished: number): number =>
      (firstOf.get({ userId }) as { first: number } | undefined)?.first ??
      takeBlock(blocks, userId, wished),
    isUsedUp: (userId: number): boolean => needsBlock(blocks, userId, nextIdOf(userId)),
    renew(userId: number): void {
      const first = takeBlock(blocks, userId, Number(nextIdOf(userId)))
      moveOn.run({ userId, first })
    },
    check: (userId: number, stored: readonly Stored[]): void => checkIds(blocks, userId, stored),
  }
}
