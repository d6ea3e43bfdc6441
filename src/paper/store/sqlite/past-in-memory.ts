import type { DcaBotEvent } from '#contract/dca-bots.ts'
import type { HistoricalTrade } from '#contract/history.ts'

import type { Account } from '../../engine/balances/accounts.ts'
import { type Entry, type Place, createLedger } from '../../engine/balances/ledger.ts'
import { changesOf, isFlow, ownedTotals } from '../../engine/balances/owned.ts'
import type { Appended, Changes, Stored } from '../../engine/engine.ts'
import type { Owned } from '../../engine/past.ts'
import { readRecord } from '../../engine/record-shapes.ts'

export type Row = { journal: string; at: number; json: string }

/** What the rows of an older store say of the past, and what of its ledger does not add up. */
export function pastOf(
  stored: readonly Stored[],
  rows: readonly Row[],
): { changes: Changes; fault: string | undefined } {
  const accounts = stored.filter(({ kind }) => kind === 'account')
  const modes = new Map(
    accounts
      .map(({ id, json }) => readRecord('account', id, json) as Account)
      .map(({ id, mode }) => [id, mode]),
  )
  const owned: Owned[] = []
  const appended: Appended[] = []
  let fault: string | undefined
  const ledger = createLedger((entry) => {
    const moved = changesOf(entry)
    owned.push(...ownedAfter(entry.at, moved))
    for (const flow of isFlow(entry) ? moved : []) {
      appended.push({ journal: 'flows', at: entry.at, ...flow })
    }
  })
  const ownedAfter = ownedTotals(ledger)
  for (const { journal, at, json } of rows) {
    if (journal === 'ledger') {
      try {
        ledger.append(JSON.parse(json) as Entry)
      } catch (error) {
        fault ??= error instanceof Error ? error.message : String(error)
      }
    } else if (journal === 'history') {
      const row = JSON.parse(json) as HistoricalTrade
      const account = Number(row.account_id)
      const mode = modes.get(account) ?? 'paper'
      const times = { createdAt: row.created_at, closedAt: row.closed_at }
      appended.push({ journal, at, json, mode, account, pair: row.pair, ...times })
    } else if (journal === 'events') {
      const { bot, event } = JSON.parse(json) as { bot: string; event: DcaBotEvent }
      const number = Number(event.id)
      appended.push({ journal, at, json: JSON.stringify(event), bot, number })
    }
  }
  for (const { kind, id, json } of fault === undefined ? stored : []) {
    const [place = '', currency = ''] = id.split(' ')
    if (kind === 'balance' && JSON.stringify(ledger.balance(place as Place, currency)) !== json) {
      fault ??= `its entries do not add up to the ${currency} of ${place}`
    }
  }
  return { changes: { stored: [], removed: [], ended: [], owned, appended }, fault }
}

/** A row as the tables of today take it; those that are worked out anew at every opening are none. */
export function rowOf(row: Appended): Row | undefined {
  if (row.journal === 'flows') return undefined
  const { journal, at, json } = row
  if (journal !== 'events') return { journal, at, json }
  return { journal, at, json: JSON.stringify({ bot: row.bot, event: JSON.parse(json) as unknown }) }
}
