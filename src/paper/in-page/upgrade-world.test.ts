import 'fake-indexeddb/auto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { FIXTURE_FORMATS, keptAnswers, storedFixture, storedWorld } from '#testing/stored-data.ts'

import type { Changes } from '../engine/changes.ts'
import { recordFault } from '../engine/record-shapes.ts'
import { STORED_FORMAT } from '../engine/world.ts'
import { withDatabase } from '../store/sqlite/sqlite-store.ts'
import { upgradeWorlds } from '../store/sqlite/upgrade-worlds.ts'
import { TRADER } from '../store/store.ts'
import { openIndexedDbStore } from './indexed-db-store.ts'
import { upgradeWorld } from './upgrade-world.ts'
import { importWorld, worldFileOf } from './world-file.ts'

/** The first format that worlds in pages have had. */
const FIRST_IN_PAGES = 3

/** Every record by its name. */
const recordsIn = ({ stored, ended }: Pick<Changes, 'stored' | 'ended'>) =>
  Object.fromEntries([
    ...stored.map(({ kind, id, json }) => [`${kind} ${id}`, json] as const),
    ...ended.map(({ id, json }) => [`ended ${id}`, json] as const),
  ])

it('every format before this one has a stored data file', () => {
  const before = Array.from({ length: STORED_FORMAT - 2 }, (_, index) => index + 2)
  expect(FIXTURE_FORMATS).toEqual(before)
})

it.each(FIXTURE_FORMATS.filter((format) => format >= FIRST_IN_PAGES))(
  'a world of format %i is the same in a page and in a file after its upgrade',
  async (format) => {
    const { now } = keptAnswers(format)
    const data = storedFixture(format)
    const older = storedWorld(data, 1)
    withDatabase({ database: join(data, 'quarterdeck.db') }, (database) =>
      upgradeWorlds(database, now, () => undefined),
    )
    const expected = recordsIn(storedWorld(data, 1))
    rmSync(data, { recursive: true })

    const store = await openIndexedDbStore(`format ${format}`, () => undefined)
    const origin = { kind: 'empty', seed: 1, madeAt: now } as const
    await importWorld(store, { quarterdeck_world: 1, origin, changes: older }, now)
    const user = (await store.users.named(TRADER))?.id ?? 0
    await upgradeWorld(store, user, now)
    const { changes } = worldFileOf(origin, await store.everything(user))
    expect(changes.stored.map(({ kind, json }) => recordFault(kind, json)).filter(Boolean)).toEqual(
      [],
    )
    expect(await store.worlds.open(user)).toMatchObject({ fault: undefined })
    await store.close()

    const found = recordsIn({ ...changes, stored: changes.stored.map(withSecretOf(expected)) })
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(expected).toSorted())
    expect(found).toEqual(expected)
  },
)

/** A world file holds no secret of a webhook. */
const withSecretOf =
  (records: Record<string, string>) =>
  (row: Changes['stored'][number]): Changes['stored'][number] => {
    if (row.kind !== 'dca_bot') return row
    const { webhookSecret } = JSON.parse(records[`dca_bot ${row.id}`] ?? '{}') as {
      webhookSecret?: unknown
    }
    return { ...row, json: JSON.stringify({ ...(JSON.parse(row.json) as object), webhookSecret }) }
  }
