import type { Instant } from '#contract/primitives.ts'

import { type Changes, NO_CHANGES } from '../engine/changes.ts'
import { DamagedRecord } from '../engine/record-shapes.ts'
import { upgradedRecord } from '../engine/upgrades/upgrade.ts'
import { formatOf, UPGRADES } from '../engine/upgrades/upgrades.ts'
import { STORED_FORMAT } from '../engine/world.ts'
import type { IndexedDbStore } from './indexed-db-store.ts'

type WorldRecords = Pick<Changes, 'stored' | 'ended' | 'appended'>

export const formatIn = ({ stored }: WorldRecords): number =>
  formatOf(stored.find(({ kind }) => kind === 'world')?.json ?? '')

/**
 * The records of a world in this program's format; those of a newer one as they are. Throws
 * `DamagedRecord`.
 */
export function upgraded<W extends WorldRecords>(world: W, now: Instant): W {
  const format = formatIn(world)
  const upgradeOf = format < STORED_FORMAT ? UPGRADES.get(format) : undefined
  if (!upgradeOf) return world
  const history = () =>
    world.appended.flatMap(({ journal, ...row }, index) =>
      journal === 'history' && 'json' in row
        ? [{ kind: 'history', id: String(index), json: row.json }]
        : [],
    )
  const upgrade = upgradeOf(now, { stored: world.stored, history })
  // Rows of journals are older than worlds in pages.
  if (upgrade.row) return world
  const isLast = format + 1 === STORED_FORMAT
  const next = {
    ...world,
    stored: world.stored.map((row) => upgradedRecord(upgrade, row, isLast)),
    ended: world.ended.map((trade) => {
      const row = { kind: 'smart_trade', id: String(trade.id), json: trade.json }
      return { ...trade, json: upgradedRecord(upgrade, row, isLast).json }
    }),
  }
  return upgraded(next, now)
}

/** Brings a user's world up to this program's format. A damaged one stays as it is: opening it says why. */
export async function upgradeWorld(store: IndexedDbStore, userId: number, now: Instant) {
  const parts = await store.everything(userId)
  const before = {
    stored: parts.flatMap(({ stored }) => stored),
    // The last row of a trade counts.
    ended: [...new Map(parts.flatMap(({ ended }) => ended).map((one) => [one.id, one])).values()],
    appended: parts.flatMap(({ appended }) => appended),
  }
  try {
    const { stored, ended } = upgraded(before, now)
    if (stored === before.stored) return
    await store.worlds.commit(userId, { changes: { ...NO_CHANGES, stored, ended } })
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error
  }
}
