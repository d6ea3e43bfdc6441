import * as z from 'zod/mini'

import type { Instant } from '#contract/primitives.ts'
import { textOr } from '#money/format.ts'
import { toHex } from '#signing/base64.ts'

import { type Changes, changesShape, type Stored } from '../engine/changes.ts'
import type { DcaBotRecord } from '../engine/dca-bots/dca-bot-record.ts'
import { firstIdOf } from '../engine/identifiers.ts'
import { openWorld } from '../engine/open-world.ts'
import { randomBytes } from '../platform.ts'
import { Problem } from '../problem.ts'
import { type Origin, type Store, TRADER, WORLD_KINDS } from '../store/store.ts'
import { pastInMemory } from './past-in-memory.ts'

/** One world as a file without secrets: no keys, tokens, stored answers or webhook secrets. */
const worldFile = z.object({
  quarterdeck_world: z.literal(1),
  origin: z.object({ kind: z.enum(WORLD_KINDS), seed: z.number(), madeAt: z.number() }),
  changes: z.omit(changesShape, { removed: true }),
})
export type WorldFile = { quarterdeck_world: 1; origin: Origin; changes: Changes }

/** Merges changes, without secrets. */
export function worldFileOf(origin: Origin, parts: Iterable<Changes>): WorldFile {
  const entities = new Map<string, Changes['stored'][number]>()
  const trades = new Map<string, Changes['ended'][number]>()
  const amounts = new Map<string, Changes['owned'][number]>()
  const rows: Changes['appended'] = []
  for (const part of parts) {
    for (const row of part.stored) entities.set(`${row.kind} ${row.id}`, withoutSecret(row))
    for (const { kind, id } of part.removed) entities.delete(`${kind} ${id}`)
    for (const trade of part.ended) trades.set(String(trade.id), trade)
    for (const row of part.owned) amounts.set(`${row.account} ${row.currency} ${row.at}`, row)
    for (const row of part.appended) rows.push(row)
  }
  return {
    quarterdeck_world: 1,
    origin,
    changes: {
      stored: [...entities.values()],
      removed: [],
      ended: [...trades.values()],
      owned: [...amounts.values()],
      appended: rows,
    },
  }
}

/** Throws `Problem`. */
export function readWorldFile(json: string): WorldFile {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch (error) {
    throw new Problem('The file is no world of Quarterdeck: it is not JSON.', { cause: error })
  }
  const checked = z.safeParse(worldFile, read)
  if (checked.success) {
    const { changes, ...rest } = checked.data
    return { ...rest, changes: { ...changes, removed: [] } }
  }
  const path = checked.error.issues[0]?.path.join('.') ?? ''
  throw new Problem(
    `The file is no world of Quarterdeck: ${textOr(path, 'it')} is not as it should be.`,
  )
}

export type ImportedWorld = { origin: Origin; changes: Changes; firstId: number }

/** The world of a file, with new secrets for its bots. */
export function importedWorld(file: WorldFile): ImportedWorld {
  const { origin, changes } = file
  const stored = changes.stored.map((row) => withFreshSecret(row))
  return { origin, changes: { ...changes, stored }, firstId: firstIdIn(file) }
}

export async function importWorld(store: Store, file: WorldFile, now: Instant): Promise<void> {
  const { origin, changes, firstId } = importedWorld(file)
  const user = await store.users.ensure({ name: TRADER }, now)
  await store.worlds.removeUnfinished(user.id)
  await store.worlds.takeIds(user.id, firstId)
  await store.worlds.commit(user.id, { origin, changes })
}

/** The first visit's world; the same for the same moment. */
export function demoWorldFile(madeAt: Instant, seed: number): WorldFile {
  const origin = { kind: 'demo', seed, madeAt } as const
  const made = { ...origin, user: TRADER, firstId: firstIdOf(seed, TRADER) }
  const engine = openWorld(made, undefined, pastInMemory().past)
  return worldFileOf(origin, [engine.takeChanges()])
}

function firstIdIn({ origin, changes }: WorldFile): number {
  const meta = changes.stored.find(({ kind }) => kind === 'world')?.json ?? ''
  const next = Number(/"nextId":(\d+)/.exec(meta)?.[1] ?? 0)
  return next > 0 ? next - 1 : firstIdOf(origin.seed, TRADER)
}

function withSecret(row: Stored, secret: (known: string) => string): Stored {
  if (row.kind !== 'dca_bot') return row
  let bot: DcaBotRecord
  try {
    bot = JSON.parse(row.json) as DcaBotRecord
  } catch {
    // A damaged record may still hold the secret.
    return { ...row, json: '' }
  }
  if (bot.webhookSecret === null) return row
  return { ...row, json: JSON.stringify({ ...bot, webhookSecret: secret(bot.webhookSecret) }) }
}

const withoutSecret = (row: Stored): Stored => withSecret(row, () => '')

/** Alerts with an old secret are refused; starting the bot shows the new one. */
const withFreshSecret = (row: Stored): Stored =>
  withSecret(row, (known) => textOr(known, toHex(randomBytes(24))))
