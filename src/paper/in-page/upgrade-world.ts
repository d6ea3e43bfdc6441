import type { Instant } from '#contract/primitives.ts'

import { type Changes, NO_CHANGES } from '../engine/changes.ts'
import { DamagedRecord } from '../engine/record-shapes.ts'
import { nextStep } from '../engine/upgrades/upgrades.ts'
import type { IndexedDbStore } from './indexed-db-store.ts'

type WorldRecords = Pick<Changes, 'stored' | 'ended' | 'appended'>

/** A world's records in this format; newer ones unchanged. Throws `DamagedRecord`. */
export function upgraded<W extends WorldRecords>(world: W, now: Instant): W {
  const { stored, ended, appended } = world
  const history = () =>
    appended.flatMap((row, index) =>
      row.journal === 'history' ? [{ kind: 'history', id: String(index), json: row.json }] : [],
    )
  const step = nextStep({ stored, history }, now)
  // Journal rows are older than worlds in pages.
  if (!step || step.row) return world
  const next = {
    ...world,
    stored: stored.map(step.next),
    ended: ended.map((trade) => {
      const { json } = step.next({ kind: 'smart_trade', id: String(trade.id), json: trade.json })
      return { ...trade, json }
    }),
  }
  return upgraded(next, now)
}

/** Upgrades a user's world. A damaged one stays: opening it reports why. */
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
