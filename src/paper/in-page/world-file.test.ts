import 'fake-indexeddb/auto'

import { expect, it } from 'vitest'

import type { Changes } from '../engine/changes.ts'
import { openWorld } from '../engine/open-world.ts'
import { TRADER } from '../store/store.ts'
import { openIndexedDbStore } from './indexed-db-store.ts'
import { pastInMemory } from './past-in-memory.ts'
import { importWorld, readWorldFile, worldFileOf } from './world-file.ts'

const ORIGIN = { kind: 'empty', seed: 5, madeAt: Date.UTC(2026, 5, 1) } as const
const SECRET = 'c2VjcmV0IG9mIGEgd2ViaG9vaw'

/** An empty world with a bot that alerts may command. */
function changesOfAWorld(): Changes {
  const made = { ...ORIGIN, user: TRADER }
  const changes = openWorld(made, undefined, pastInMemory().past).takeChanges()
  const bot = (id: string, webhookSecret: string | null) => ({
    kind: 'dca_bot',
    id,
    json: JSON.stringify({ id, webhookSecret }),
  })
  return { ...changes, stored: [...changes.stored, bot('a', SECRET), bot('b', null)] }
}

const secretsIn = (stored: Changes['stored']): unknown[] =>
  stored
    .filter(({ kind }) => kind === 'dca_bot')
    .map(({ json }) => (JSON.parse(json) as { webhookSecret: unknown }).webhookSecret)

it('the file of a world has no secret of a webhook, and gives each bot that had one a new one', async () => {
  const file = worldFileOf(ORIGIN, [changesOfAWorld()])
  const text = JSON.stringify(file)
  expect(text).not.toContain(SECRET)
  expect(secretsIn(file.changes.stored)).toEqual(['', null])
  const store = await openIndexedDbStore('secrets', () => undefined)
  await importWorld(store, readWorldFile(text), 0)
  const user = (await store.users.named(TRADER))?.id ?? 0
  const [fresh, none] = secretsIn((await store.worlds.open(user)).stored)
  expect(fresh).toMatch(/^[0-9a-f]{48}$/)
  expect(none).toBeNull()
  await store.close()
})

it('the file of a world holds whatever a store was given, and makes the same world again', async () => {
  const first = await openIndexedDbStore('first', () => undefined)
  await importWorld(first, worldFileOf(ORIGIN, [changesOfAWorld()]), 0)
  const user = (await first.users.named(TRADER))?.id ?? 0
  await first.keys.add(
    { name: TRADER },
    { algorithm: 'hmac', permissions: [], expiresAt: undefined },
    0,
  )
  const file = worldFileOf(ORIGIN, await first.everything(user))
  const second = await openIndexedDbStore('second', () => undefined)
  await importWorld(second, readWorldFile(JSON.stringify(file)), 0)
  expect(worldFileOf(ORIGIN, await second.everything(user))).toEqual(file)
  expect((await second.worlds.open(user)).fault).toBeUndefined()
  expect(await second.keys.list()).toEqual([])
  await first.close()
  await second.close()
})

it.each([
  ['nothing', 'not JSON'],
  ['{}', 'quarterdeck_world'],
  ['{"quarterdeck_world":2}', 'quarterdeck_world'],
  ['{"quarterdeck_world":1,"origin":{"kind":"demo","seed":1,"madeAt":1}}', 'changes'],
])('the file of a world is refused by what is wrong with it: %s', (text, named) => {
  expect(() => readWorldFile(text)).toThrow(named)
})
