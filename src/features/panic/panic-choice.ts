import { type BulkAsk, type BulkPart, keyOf } from '#forms/bulk-run.ts'
import type { DealsAtStop } from '#contract/dca-bots.ts'

import type { PanicRow } from './panic-list.ts'

export type PanicChoice = {
  parts: Partial<Record<BulkPart, boolean>>
  rows: Readonly<Record<string, boolean>>
}

export const NO_CHOICE: PanicChoice = { parts: {}, rows: {} }
export const SELLS_CHOICE: PanicChoice = { parts: { sell: true }, rows: {} }

export const isIncluded = (choice: PanicChoice, row: PanicRow): boolean =>
  row.obstacle === undefined && isChosen(choice, row)

/**
 * The keys of the rows that the trader left out: a panic never sends them. A row that cannot be sent
 * yet, since its offer is still unknown, is not among them.
 */
export const leftOutOf = (rows: readonly PanicRow[], choice: PanicChoice): string[] =>
  rows.filter((row) => !isChosen(choice, row)).map(keyOf)

/** A row that turns up later follows its part. */
function isChosen({ parts, rows }: PanicChoice, row: PanicRow): boolean {
  const ofPart = row.isChosenAlone === true ? undefined : parts[row.part]
  return rows[keyOf(row)] ?? ofPart ?? !row.isOffAtFirst
}

/** A part as a whole; what was chosen of its rows before counts no more. */
export function withPart(
  choice: PanicChoice,
  part: BulkPart,
  list: readonly PanicRow[],
  isIn: boolean,
): PanicChoice {
  const ofPart = list.filter((row) => row.part === part)
  const keys = new Set(ofPart.map(keyOf))
  const others = isIn ? ofPart.filter((row) => row.isChosenAlone !== true).map(otherWayOf) : []
  const rows = Object.entries(choice.rows).filter(([key]) => !keys.has(key))
  return {
    parts: { ...choice.parts, [part]: isIn },
    rows: Object.fromEntries([...rows, ...others.flatMap((key) => (key ? [[key, false]] : []))]),
  }
}

export function withRow(choice: PanicChoice, row: PanicRow, isIn: boolean): PanicChoice {
  const other = otherWayOf(row)
  return {
    ...choice,
    rows: {
      ...choice.rows,
      [keyOf(row)]: isIn,
      ...(isIn && other !== undefined && { [other]: false }),
    },
  }
}

export function otherWayOf({ action, id }: Pick<PanicRow, 'action' | 'id'>): string | undefined {
  const other = OTHER_WAY[action]
  return other && keyOf({ action: other, id })
}

const OTHER_WAY: Partial<Record<BulkAsk['action'], BulkAsk['action']>> = {
  cancelSmartTrade: 'closeSmartTrade',
  closeSmartTrade: 'cancelSmartTrade',
}

export const asksOf = (
  list: readonly PanicRow[],
  choice: PanicChoice,
  deals: DealsAtStop,
): BulkAsk[] => list.filter((row) => isIncluded(choice, row)).map((row) => askOf(row, deals))

export const askOf = ({ action, id, name, readAt }: PanicRow, deals: DealsAtStop): BulkAsk => ({
  action,
  id,
  name,
  isDeliberate: true,
  readAt,
  ...(action === 'stopDcaBot' && { deals }),
})
