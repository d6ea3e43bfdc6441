import type { Instant } from '#contract/primitives.ts'
import { thenBy } from '#money/numbers.ts'
import { fromHex, toHex } from '#signing/base64.ts'

import { type Changes, NO_CHANGES } from '../engine/changes.ts'
import { recordFault } from '../engine/record-shapes.ts'
import { randomBytes } from '../platform.ts'
import { pastAfter } from '../store/past-after.ts'
import { StorageFailure } from '../store/store-errors.ts'
import {
  type ApiKey,
  EFFECT_LIFE,
  type EffectName,
  type KnownEffect,
  type NamedUser,
  newKey,
  type NewKey,
  PAIRING_CODE_LIFE,
  type Store,
  TRADER,
  type User,
} from '../store/store.ts'
import { type Draft, openTables } from './tables.ts'
import { webPlatform } from './web-platform.ts'
import type { ImportedWorld } from './world-file.ts'
import { type LedgerRow, type PastRow, worldsIn } from './worlds-in-tables.ts'

/** In characters; larger than most commits. */
const TRIAL = 256 * 1_024

type Code = { userId: number; expiresAt: Instant }

/** A page's store, with the file operations of SQLite's. */
export type IndexedDbStore = Store & {
  everything(userId: number): Promise<Changes[]>
  forgetAll(): Promise<void>
  /** Forgets everything and stores another world; if that fails, everything stays. */
  replaceBy(world: ImportedWorld): Promise<void>
}

/** Opens a store in IndexedDB that reads from memory. `lost`: another tab has taken the world. */
export async function openIndexedDbStore(name: string, lost: () => void): Promise<IndexedDbStore> {
  const records = new Map<string, unknown>()
  const worlds = worldsIn(records)
  const tables = await openTables(name, records, { ...worlds, lost })
  const { change, settled } = tables
  if (records.get('token_secret') === undefined) {
    await change((draft) => draft.put('token_secret', toHex(randomBytes(32))))
  }

  const users = (): User[] =>
    [...records]
      .filter(([key]) => key.startsWith('user '))
      .map(([, value]) => value as User)
      .toSorted((a, b) => a.id - b.id)

  function ensureUser(draft: Draft, { name: called, wishedWorld }: NamedUser): User {
    const known = draft.keys('user ').map((key) => draft.get(key) as User)
    const found = known.find((user) => user.name === called)
    if (found && (wishedWorld === undefined || draft.get(`origin ${found.id}`) !== undefined)) {
      return found
    }
    const id = found?.id ?? Math.max(0, ...known.map((user) => user.id)) + 1
    const user: User = { id, name: called, wishedWorld }
    draft.put(`user ${id}`, user)
    return user
  }

  function addKey(draft: Draft, user: User, key: NewKey, now: Instant): ApiKey {
    const added = newKey(user, key, now)
    draft.put(`key ${added.apiKey}`, added)
    return added
  }

  function forget(draft: Draft): void {
    for (const { id } of users()) draft.clearRows(id)
    for (const key of draft.keys('')) if (key !== 'token_secret') draft.remove(key)
  }

  const instant = (key: string) => ({
    read: async (): Promise<Instant> => (records.get(key) as Instant | undefined) ?? 0,
    save: (now: Instant): Promise<void> => change((draft) => draft.put(key, now)),
  })

  return {
    users: {
      named: async (called) => users().find((user) => user.name === called),
      withId: async (id) => records.get(`user ${id}`) as User | undefined,
      all: async () => users(),
      ensure: (user) => change((draft) => ensureUser(draft, user)),
    },
    keys: {
      find: async (apiKey) => records.get(`key ${apiKey}`) as ApiKey | undefined,
      list: async () =>
        [...records]
          .filter(([key]) => key.startsWith('key '))
          .map(([, value]) => value as ApiKey)
          .toSorted((a, b) => thenBy(a.createdAt - b.createdAt, a.apiKey < b.apiKey ? -1 : 1)),
      add: (user, key, now) => change((draft) => addKey(draft, ensureUser(draft, user), key, now)),
      revoke: (apiKey) =>
        change((draft) => {
          const isThere = draft.get(`key ${apiKey}`) !== undefined
          if (isThere) draft.remove(`key ${apiKey}`)
          return isThere
        }),
    },
    pairing: {
      async makeCode(userId, now) {
        const code = toHex(randomBytes(16))
        const hash = await webPlatform.sha256(code)
        await change((draft) => {
          for (const key of draft.keys('code ')) {
            if ((draft.get(key) as Code).expiresAt <= now) draft.remove(key)
          }
          draft.put(`code ${hash}`, { userId, expiresAt: now + PAIRING_CODE_LIFE } satisfies Code)
        })
        return code
      },
      async redeem(code, key, now) {
        const name = `code ${await webPlatform.sha256(code)}`
        return change((draft) => {
          const found = draft.get(name) as Code | undefined
          if (!found || found.expiresAt <= now) return undefined
          draft.remove(name)
          return addKey(draft, draft.get(`user ${found.userId}`) as User, key, now)
        })
      },
    },
    worlds: {
      originOf: async (userId) => worlds.originOf(userId),
      ownerOf: async (kind, id) => worlds.ownerOf(kind, id),
      async open(userId) {
        await settled()
        if (worlds.needsIds(userId)) {
          try {
            await change((draft) => worlds.renewIds(draft, userId))
          } catch (error) {
            // The current block of ids still has some.
            if (!(error instanceof StorageFailure)) throw error
          }
        }
        const world = worlds.read(userId)
        const read = world.stored.filter(({ kind, json }) => recordFault(kind, json) === undefined)
        return { ...world, records: new Map(read.map((row) => [row, JSON.parse(row.json)])) }
      },
      commit: (userId, { origin, changes, effect }) =>
        change((draft) => {
          worlds.save(draft, userId, changes, origin)
          if (!effect) return
          const key = effectKey(effect.name)
          if (draft.get(key) !== undefined) throw new Error('An effect was remembered before')
          draft.put(key, { ...effect.effect, at: effect.at } satisfies KnownEffect)
        }, userId),
      past: (userId) => pastAfter((ask) => settled().then(() => ask(worlds.past(userId)))),
      takeIds: (userId, wished) => change((draft) => worlds.takeIds(draft, userId, wished)),
      tidy: async () => false,
      removeUnfinished: (userId) =>
        change((draft) => worlds.removeUnfinished(draft, userId), userId),
    },
    effects: {
      async find(name) {
        return records.get(effectKey(name)) as KnownEffect | undefined
      },
      forgetOld: (now) =>
        change((draft) => {
          for (const key of draft.keys('effect ')) {
            if ((draft.get(key) as KnownEffect).at < now - EFFECT_LIFE) draft.remove(key)
          }
        }),
    },
    tokenSecret: fromHex(records.get('token_secret') as string),
    worldTime: instant('world_time'),
    lastBackup: instant('last_backup'),
    async tryWriting() {
      await change((draft) => draft.put('trial', toHex(randomBytes(TRIAL / 4))))
      await change((draft) => draft.remove('trial'))
    },
    async close() {
      await settled()
      tables.close()
    },
    async everything(userId) {
      await settled()
      const { stored } = worlds.read(userId)
      const [rows, ledger] = await Promise.all([tables.journal('rows'), tables.journal('ledger')])
      return [
        { ...NO_CHANGES, stored },
        ...(rows as PastRow[])
          .filter((row) => row.userId === userId)
          .map(({ ended, owned, appended }) => ({ ...NO_CHANGES, ended, owned, appended })),
        ...(ledger as LedgerRow[])
          .filter((row) => row.userId === userId)
          .map(({ entries }) => ({
            ...NO_CHANGES,
            appended: entries.map((entry) => ({ journal: 'ledger' as const, ...entry })),
          })),
      ]
    },
    forgetAll: () => change(forget),
    replaceBy: ({ origin, changes, firstId }) =>
      change((draft) => {
        forget(draft)
        const { id } = ensureUser(draft, { name: TRADER })
        worlds.takeIds(draft, id, firstId)
        worlds.save(draft, id, changes, origin)
      }),
  }
}

const effectKey = (name: EffectName): string =>
  `effect ${JSON.stringify([name.apiKey, name.method, name.path, name.idempotencyKey])}`
