import type { Instant } from '#contract/primitives.ts'

import type { Stored } from '../../engine/changes.ts'
import { recordFault } from '../../engine/record-shapes.ts'
import { Problem } from '../../problem.ts'
import { pastAfter } from '../past-after.ts'
import { commandLine } from '../../command-line.ts'
import { StorageFailure } from '../store-errors.ts'
import {
  EFFECT_LIFE,
  type EffectName,
  type KnownEffect,
  type NamedEffect,
  type Store,
} from '../store.ts'
import { alertsIn } from './alerts.ts'
import { damagedRecord, findDamage } from './damage.ts'
import { type DataDirectory, makePrivateFile } from './data-directory.ts'
import {
  assertWhole,
  closeDatabase,
  type Database,
  damagedFile,
  isDamaged,
  openDatabase,
  storageError,
  waitBriefly,
} from './database.ts'
import { groupCommit } from './group-commit.ts'
import { keysIn, pairingCodesIn, usersIn } from './keys.ts'
import { migrate } from './migrate.ts'
import { pastIn } from './past.ts'
import { pricesIn } from './prices.ts'
import { instantIn, tokenSecretIn, trialIn } from './settings.ts'
import { idBlocksIn, worldsIn } from './worlds.ts'

/** Opens or makes the data file. `check` reads all of it. Throws `Problem` if it is damaged. */
export function openSqliteStore(
  { database: file }: Pick<DataDirectory, 'database'>,
  { check = false, isServing = false } = {},
): Store {
  makePrivateFile(file)
  let database: Database | undefined
  try {
    database = openDatabase(file)
    if (check) assertWhole(database)
    migrate(database)
    if (isServing) waitBriefly(database)
    return storeOver(database)
  } catch (error) {
    database?.close()
    throw isDamaged(error) ? damaged(file, error) : storageError(error)
  }
}

async function reading<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw isDamaged(error) ? damagedFile(error) : error
  }
}

/** In characters: read in one turn of the event loop, at most some ten milliseconds. */
const READ_AT_ONCE = 64 * 1_024

/** Parses a world's records over several turns. Leaves damaged ones to their reader. */
async function recordsIn(stored: readonly Stored[]): Promise<Map<Stored, unknown>> {
  const records = new Map<Stored, unknown>()
  let read = 0
  for (const row of stored) {
    if (read > 0 && read + row.json.length > READ_AT_ONCE) {
      await turnOfTheLoop()
      read = 0
    }
    read += row.json.length
    if (recordFault(row.kind, row.json) === undefined) records.set(row, JSON.parse(row.json))
  }
  return records
}

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Runs `work` on the data file in this version. Throws `Problem` if it is damaged. */
export function withDatabase<T>(
  { database: file }: Pick<DataDirectory, 'database'>,
  work: (database: Database) => T,
): T {
  let database: Database | undefined
  try {
    database = openDatabase(file)
    migrate(database)
    return work(database)
  } catch (error) {
    throw isDamaged(error) ? damaged(file, error) : storageError(error)
  } finally {
    database?.close()
  }
}

const damaged = (file: string, cause: unknown): Problem =>
  new Problem(
    `The data file ${file} is damaged; put a backup back with ${commandLine('restore FILE')}, or move it away to begin anew.`,
    { cause },
  )

export function storeOver(database: Database): Store {
  const users = usersIn(database)
  const keys = keysIn(database)
  const codes = pairingCodesIn(database)
  const worlds = worldsIn(database)
  const ids = idBlocksIn(database)
  const past = pastIn(database)
  const effects = rememberedEffectsIn(database)
  const alerts = alertsIn(database)
  const prices = pricesIn(database)
  const worldTime = instantIn(database, 'world_time')
  const lastBackup = instantIn(database, 'last_backup')
  const trial = trialIn(database)
  const { add: inGroup, settled } = groupCommit(database)
  let tokenSecret: ReturnType<typeof tokenSecretIn> | undefined

  return {
    users: {
      named: (name) => reading(() => users.named(name)),
      withId: (id) => reading(() => users.withId(id)),
      all: () => reading(() => users.all()),
      ensure: (user, now) => inGroup(() => users.ensure(user, now)),
    },
    keys: {
      find: (apiKey) => reading(() => keys.find(apiKey)),
      list: () => reading(() => keys.list()),
      add: (user, key, now) => inGroup(() => keys.add(users.ensure(user, now), key, now)),
      revoke: (apiKey) => inGroup(() => keys.revoke(apiKey)),
    },
    pairing: {
      makeCode: (userId, now) => inGroup(() => codes.make(userId, now)),
      redeem: (code, key, now) =>
        inGroup(() => {
          const userId = codes.take(code, now)
          const user = userId === undefined ? undefined : users.withId(userId)
          return user && keys.add(user, key, now)
        }),
    },
    worlds: {
      originOf: (userId) => reading(() => worlds.originOf(userId)),
      ownerOf: (kind, id) => reading(() => worlds.ownerOf(kind, id)),
      async open(userId) {
        await settled()
        try {
          if (ids.isUsedUp(userId)) await inGroup(() => ids.renew(userId))
          while (worlds.isLedgerFarBehind(userId)) {
            if (!(await inGroup(() => worlds.moveCheckpoint(userId)))) break
          }
        } catch (error) {
          // Without a checkpoint it is slower; the block of ids still has some.
          if (!(error instanceof StorageFailure)) throw error
        }
        const world = await reading(() => worlds.read(userId))
        return { ...world, records: await recordsIn(world.stored) }
      },
      commit: (userId, { origin, changes, effect }) => {
        const stored = inGroup(() => {
          if (origin) worlds.setOrigin(userId, origin)
          worlds.save(userId, changes)
          ids.check(userId, changes.stored)
          if (effect) effects.remember(effect)
        }, userId)
        stored.catch(() => worlds.forgetCounts(userId))
        return stored
      },
      past: (userId) =>
        pastAfter((ask) => reading(() => settled().then(() => ask(past.of(userId))))),
      takeIds: (userId, wished) => inGroup(() => ids.begin(userId, wished)),
      tidy: (userId) => inGroup(() => worlds.tidy(userId)),
      async removeUnfinished(userId) {
        if (worlds.isUnfinished(userId))
          await inGroup(() => worlds.removeUnfinished(userId), userId)
      },
    },
    effects: {
      find: (name) => reading(() => effects.find(name)),
      forgetOld: (now) => inGroup(() => effects.forgetOld(now)),
    },
    alerts: {
      all: () => reading(() => alerts.all()),
      eventsAfter: (userId, after) => reading(() => alerts.eventsAfter(userId, after)),
      lastEvent: (userId) => reading(() => settled().then(() => alerts.lastEvent(userId))),
      save: (userId, id, json, effect) =>
        inGroup(() => {
          if (json === undefined) alerts.remove(userId, id)
          else alerts.save(userId, id, json)
          if (effect) effects.remember(effect)
        }),
    },
    prices: {
      read: () => reading(() => prices.read()),
      save: (listing, steps) => inGroup(() => prices.save(listing, steps)),
      thin: (pairs, spans) => inGroup(() => prices.thin(pairs, spans)),
    },
    get tokenSecret() {
      return (tokenSecret ??= tokenSecretIn(database)).secret
    },
    async *damage(until) {
      tokenSecret ??= tokenSecretIn(database)
      if (tokenSecret.isReplaced) yield damagedRecord('token_secret', 'token_secret')
      const file = database.location()
      if (file !== null) yield* findDamage(file, until)
    },
    worldTime: {
      read: () => reading(() => worldTime.read()),
      save: (now) => inGroup(() => worldTime.save(now)),
    },
    lastBackup: {
      read: () => reading(() => lastBackup.read()),
      save: (now) => inGroup(() => lastBackup.save(now)),
    },
    async tryWriting() {
      await inGroup(() => trial.write())
      await inGroup(() => trial.remove())
    },
    async close() {
      await settled()
      try {
        closeDatabase(database)
      } catch (error) {
        // The log stays beside the file and is read at the next opening.
        if (!(storageError(error) instanceof StorageFailure)) throw error
      }
    },
  }
}

function rememberedEffectsIn(database: Database) {
  const select = database.prepare(
    `SELECT request_hash AS requestHash, status, body, at FROM remembered_effects
     WHERE api_key = :apiKey AND method = :method AND path = :path
       AND idempotency_key = :idempotencyKey`,
  )
  const insert = database.prepare(
    `INSERT INTO remembered_effects
       (api_key, method, path, idempotency_key, request_hash, status, body, at)
     VALUES (:apiKey, :method, :path, :idempotencyKey, :requestHash, :status, :body, :at)`,
  )
  const forget = database.prepare('DELETE FROM remembered_effects WHERE at < :before')
  return {
    find(name: EffectName): KnownEffect | undefined {
      const row = select.get(name) as KnownEffect | undefined
      return row && { ...row }
    },
    remember: ({ name, effect, at }: NamedEffect): void =>
      void insert.run({ ...name, ...effect, at }),
    forgetOld: (now: Instant): void => void forget.run({ before: now - EFFECT_LIFE }),
  }
}
