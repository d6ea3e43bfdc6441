import { decimal, isNegative, NO_TALLY, tallied, totalOf } from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'

import type { Entry } from '../engine/balances/ledger.ts'
import type { Changes, Stored, StoredWorld } from '../engine/changes.ts'
import { readRecord } from '../engine/record-shapes.ts'
import { checkIds, needsBlock, takeBlock } from '../store/id-blocks.ts'
import { ledgerFault, type Sums } from '../store/ledger-sums.ts'
import type { Origin } from '../store/store.ts'
import { type PastRows, pastInMemory, type PastInMemory } from './past-in-memory.ts'
import type { Draft, Journal, JournalRow } from './tables.ts'

export type PastRow = PastRows & JournalRow
export type LedgerRow = JournalRow & { entries: { at: number; json: string }[] }

const BALANCE = 'balance'
/** Items per row: the work of one step. */
const MOST_IN_A_ROW = 1_000

const origin = (userId: number) => `origin ${userId}`
const entities = (userId: number) => `entity ${userId} `
const sumKeys = (userId: number) => `sum ${userId} `
const block = (first: number) => `block ${first}`
export const entityKey = (userId: number, kind: string, id: string) =>
  `${entities(userId)}${kind} ${id}`

/** All users' worlds. Entities and balances are records, the rest is rows. */
export function worldsIn(records: ReadonlyMap<string, unknown>) {
  const pasts = new Map<number, PastInMemory>()

  function pastOf(userId: number): PastInMemory {
    const known = pasts.get(userId) ?? pastInMemory()
    pasts.set(userId, known)
    return known
  }

  const metaIn = (get: Draft['get'], userId: number): { nextId?: unknown } =>
    JSON.parse((get(entityKey(userId, 'world', 'meta')) as string | undefined) ?? '{}') as {
      nextId?: unknown
    }
  const getStored = (key: string): unknown => records.get(key)
  const blocksIn = (get: Draft['get']) => ({
    ownerOf: (first: number) => get(block(first)) as number | undefined,
  })
  const take = (draft: Draft, userId: number, wished: number): number =>
    takeBlock(
      { ...blocksIn(draft.get), give: (first, owner) => draft.put(block(first), owner) },
      userId,
      wished,
    )

  /** Sums of the entries, to compare with the engine's balances. */
  function addToSums(draft: Draft, userId: number, entries: LedgerRow['entries']): void {
    for (const { json } of entries) {
      const { postings } = JSON.parse(json) as Entry
      for (const { place, currency, amount } of postings) {
        const key = `${sumKeys(userId)}${place} ${currency}`
        const before = decimal((draft.get(key) as string | undefined) ?? '0')
        draft.put(key, totalOf(tallied(tallied(NO_TALLY, before), amount)))
      }
    }
  }

  return {
    row(journal: Journal, row: JournalRow): void {
      if (journal === 'rows') pastOf(row.userId).add(row as PastRow)
    },
    cleared: (userId: number): void => void pasts.delete(userId),
    past: (userId: number) => pastOf(userId).past,
    originOf: (userId: number) => records.get(origin(userId)) as Origin | undefined,
    ownerOf(kind: string, id: string): number | undefined {
      for (const key of records.keys()) {
        const [table, userId, ...rest] = key.split(' ')
        if (table === 'entity' && rest.join(' ') === `${kind} ${id}`) return Number(userId)
      }
      return undefined
    },
    read(userId: number): StoredWorld {
      const stored: Stored[] = []
      const sums: Sums = new Map()
      for (const [key, value] of records) {
        if (key.startsWith(entities(userId))) {
          const [kind = '', ...id] = key.slice(entities(userId).length).split(' ')
          stored.push({ kind, id: id.join(' '), json: value as string })
        } else if (key.startsWith(sumKeys(userId))) {
          sums.set(key.slice(sumKeys(userId).length), tallied(NO_TALLY, decimal(value as string)))
        }
      }
      // Ordered as in any store: lists of accounts and bots depend on it.
      stored.sort((a, b) => thenBy(ascending(a.kind, b.kind), ascending(a.id, b.id)))
      return { stored, fault: ledgerFault(stored, sums) }
    },
    save(draft: Draft, userId: number, changes: Changes, made: Origin | undefined): void {
      if (made) draft.put(origin(userId), made)
      for (const { kind, id, json } of changes.stored) {
        if (kind === BALANCE) assertCovered(id, json)
        draft.put(entityKey(userId, kind, id), json)
      }
      for (const { kind, id } of changes.removed) draft.remove(entityKey(userId, kind, id))
      const entries: LedgerRow['entries'] = []
      const appended: PastRows['appended'] = []
      for (const row of changes.appended) {
        if (row.journal === 'ledger') entries.push({ at: row.at, json: row.json })
        // A page keeps no alerts that would read trade events.
        else if (row.journal !== 'trade_events') appended.push(row)
      }
      addToSums(draft, userId, entries)
      for (const part of partsOf(entries)) {
        draft.add('ledger', { userId, entries: part } satisfies LedgerRow as JournalRow)
      }
      for (const part of rowsOf({ ended: changes.ended, owned: changes.owned, appended })) {
        draft.add('rows', { userId, ...part } satisfies PastRow)
      }
      checkIds(blocksIn(draft.get), userId, changes.stored)
    },
    /** For a new world; an interrupted one gets its block again. */
    takeIds(draft: Draft, userId: number, wished: number): number {
      const [own] = draft.keys('block ').filter((key) => draft.get(key) === userId)
      return own === undefined ? take(draft, userId, wished) : Number(own.split(' ')[1])
    },
    needsIds: (userId: number): boolean =>
      needsBlock(blocksIn(getStored), userId, metaIn(getStored, userId).nextId),
    renewIds(draft: Draft, userId: number): void {
      const found = metaIn(draft.get, userId)
      const nextId = take(draft, userId, Number(found.nextId))
      draft.put(entityKey(userId, 'world', 'meta'), JSON.stringify({ ...found, nextId }))
    },
    removeUnfinished(draft: Draft, userId: number): void {
      if (draft.get(origin(userId)) !== undefined) return
      for (const prefix of [entities(userId), sumKeys(userId)]) {
        for (const key of draft.keys(prefix)) draft.remove(key)
      }
      draft.clearRows(userId)
    },
  }
}

/** Throws for a negative holding or debt of an account. */
function assertCovered(id: string, json: string): void {
  if (id.startsWith('account:') && isNegative(readRecord('balance', id, json))) {
    throw new Error('An account would be below zero')
  }
}

const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function* partsOf<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += MOST_IN_A_ROW) {
    yield items.slice(from, from + MOST_IN_A_ROW)
  }
}

/** Separate rows: within a commit the order of the three is irrelevant. */
function* rowsOf({ ended, owned, appended }: PastRows): Generator<PastRows> {
  if (ended.length + owned.length + appended.length <= MOST_IN_A_ROW) {
    if (ended.length + owned.length + appended.length > 0) yield { ended, owned, appended }
    return
  }
  for (const part of partsOf(ended)) yield { ended: part, owned: [], appended: [] }
  for (const part of partsOf(owned)) yield { ended: [], owned: part, appended: [] }
  for (const part of partsOf(appended)) yield { ended: [], owned: [], appended: part }
}
