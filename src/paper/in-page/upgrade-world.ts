import type { Instant } from '#contract/primitives.ts'

import { DamagedRecord } from '../engine/record-shapes.ts'
import { formatOf, UPGRADES } from '../engine/upgrades/upgrades.ts'
import { STORED_FORMAT } from '../engine/world.ts'
import type { IndexedDbStore } from './indexed-db-store.ts'

/** Brings a user's world up to this program's format. A damaged one stays as it is: opening it says why. */
export async function upgradeWorld(store: IndexedDbStore, userId: number, now: Instant) {
  for (;;) {
    const parts = await store.everything(userId)
    const stored = parts.flatMap((part) => part.stored)
    const format = formatOf(stored.find(({ kind }) => kind === 'world')?.json ?? '')
    const upgradeOf = format < STORED_FORMAT ? UPGRADES.get(format) : undefined
    const history = () =>
      parts
        .flatMap(({ appended }) => appended)
        .flatMap((row, index) =>
          row.journal === 'history' ? [{ kind: 'history', id: String(index), json: row.json }] : [],
        )
    const upgrade = upgradeOf?.(now, { stored, history })
    // Rows of journals are older than worlds in pages.
    if (!upgrade || upgrade.row) return
    try {
      const changed = stored.flatMap((row) => {
        const next = upgrade.record(row)
        return next === row ? [] : [next]
      })
      const ended = parts
        .flatMap((part) => part.ended)
        .map((trade) => {
          const row = { kind: 'smart_trade', id: String(trade.id), json: trade.json }
          return { ...trade, json: upgrade.record(row).json }
        })
      const changes = { stored: changed, removed: [], ended, owned: [], appended: [] }
      await store.worlds.commit(userId, { changes })
    } catch (error) {
      if (error instanceof DamagedRecord || error instanceof TypeError) return
      throw error
    }
  }
}
