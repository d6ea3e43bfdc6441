import * as z from 'zod/mini'

import { dealsAtStop } from '#contract/dca-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import {
  AT_ONCE,
  BULK_PARTS,
  type BulkRow,
  type BulkRun,
  isOutdated,
  isWaiting,
  keyOf,
} from '#forms/bulk-run.ts'
import type { Intent } from '#intents/intent.ts'

import { askOf, otherWayOf, type PanicLists, type PanicRow } from './panic-list.ts'

const confirmation = z.object({
  parts: z.array(z.enum(BULK_PARTS)),
  leftOut: z.array(z.string()),
  deals: dealsAtStop,
  /** The button said that rows found later are sent as well. */
  withOthers: z.boolean(),
})

export type Confirmation = z.output<typeof confirmation>

export const readConfirmation = (found: unknown): Confirmation | undefined =>
  confirmation.safeParse(found).data

type FollowerParts = {
  run: Pick<BulkRun, 'get' | 'follow' | 'isUnderWay' | 'subscribe'>
  /** Connection and mode are the same as when the panic was sent. */
  isHere: () => boolean
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  rowsOf: (lists: Partial<PanicLists>, readAt: number) => readonly PanicRow[]
  outcomeOf: (intentId: string) => Intent['outcome'] | undefined
}

const NEXT_PAGE = 1_000
const FIRST_REST = 2_000
const LONGEST_REST = 10_000

/**
 * Adds later reads to a panic: sends new rows of the confirmed kinds, and ends once the complete
 * lists have none left.
 */
export function createPanicFollower(parts: FollowerParts) {
  const { run, isHere, now, wait, rowsOf, outcomeOf } = parts
  let wasActive = false
  /** A pass that began before the panic was sent or resumed has missed rows. */
  let hasMissed = false
  let hasFound = false
  let seen = new Set<string>()
  let pageKeys: readonly string[] = []
  let rest = FIRST_REST

  const isActive = (): boolean => {
    const plan = run.get()
    return plan?.awaits !== undefined && !plan.isPaused && isHere()
  }
  function notice(): void {
    if (isActive() && !wasActive) hasMissed = true
    wasActive = isActive()
  }
  run.subscribe(notice)
  notice()

  const planRows = () => new Map((run.get()?.rows ?? []).map((row) => [keyOf(row), row]))
  const isOpen = (row: BulkRow | undefined) => row && (isWaiting(row) || run.isUnderWay(row))
  const hasEnough = () => {
    const rows = [...planRows().values()]
    return rows.filter((row) => isWaiting(row) && !isOutdated(row, now())).length > AT_ONCE
  }

  return {
    isActive,
    took(lists: Partial<PanicLists>, readAt: Instant) {
      notice()
      const confirmed = readConfirmation(run.get()?.confirmed)
      if (!isActive() || !confirmed) return
      const known = planRows()
      const isWanted = (row: PanicRow): boolean => {
        if (known.has(keyOf(row))) return true
        if (row.obstacle !== undefined || row.isOffAtFirst) return false
        const isOfKind = confirmed.parts.includes(row.part)
        // A filled entry is still the confirmed trade.
        const isTurned = known.has(otherWayOf(row) ?? '')
        return (
          isOfKind && !confirmed.leftOut.includes(keyOf(row)) && (confirmed.withOthers || isTurned)
        )
      }
      const found = rowsOf(lists, readAt)
      const wanted = found.filter(isWanted)
      hasFound ||= wanted.some((row) => !known.has(keyOf(row)))
      pageKeys = wanted.map(keyOf)
      for (const row of found) {
        // The deals of the stopped bot were left open on purpose.
        const isLeft = row.action === 'stopDcaBot' && row.obstacle !== undefined
        if (!isLeft) seen.add(keyOf(row))
      }
      run.follow({
        asked: wanted.map((row) => askOf(row, confirmed.deals)),
        gone: found.flatMap((row) => otherWayOf(row) ?? []),
      })
    },

    /** Waits until more rows can be sent; resolves with the page to read next. */
    async afterPage(): Promise<'same page' | 'next page'> {
      const keys = pageKeys
      while (isActive() && hasEnough()) await wait(NEXT_PAGE)
      const rows = planRows()
      if (!isActive() || !keys.some((key) => isOpen(rows.get(key)))) return 'next page'
      await wait(NEXT_PAGE)
      return 'same page'
    },

    passed(isWhole: boolean) {
      notice()
      const rows = [...planRows().values()]
      if (isActive() && !isWhole) {
        // Rows that cannot be read again are sent as read before.
        const asked = rows
          .filter((row) => isWaiting(row) && isOutdated(row, now()))
          .map((row) => ({ ...row, readAt: undefined }))
        run.follow({ asked, awaits: 'retry' })
      } else if (isActive() && !hasMissed) {
        const ofTrades = rows.filter((row) => isWaiting(row) && otherWayOf(row) !== undefined)
        const gone = ofTrades.map(keyOf).filter((key) => !seen.has(key))
        const isLeft = rows.some(
          (row) => row.action !== 'sellAllToUsd' && isOpen(row) && !gone.includes(keyOf(row)),
        )
        const isEnding = rows.some(
          (row) => seen.has(keyOf(row)) && outcomeOf(row.intentId ?? '')?.kind === 'placed',
        )
        run.follow({
          gone,
          awaits: hasFound || isLeft ? 'rows' : isEnding ? 'ends' : undefined,
        })
      }
      rest = hasFound || hasMissed ? FIRST_REST : Math.min(2 * rest, LONGEST_REST)
      hasMissed = false
      hasFound = false
      seen = new Set()
    },

    /** Milliseconds until the lists should be read again. */
    rest: () => rest,
  }
}

export type PanicFollower = ReturnType<typeof createPanicFollower>
