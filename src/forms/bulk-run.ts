// Sends the rows of a bulk stop or a panic, and keeps their plan.

import * as z from 'zod/mini'

import { dealsAtStop, stopDcaBot } from '#contract/dca-bots.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import { heldId, type Instant, uuid } from '#contract/primitives.ts'
import { cancelSmartTrade, closeSmartTrade } from '#contract/smart-trades.ts'
import type { CommandSender } from '#intents/command-sender.ts'

/** In the order of sending, riskiest first; each part waits for the one before. */
export const BULK_PARTS = ['stop', 'close', 'cancel', 'sell'] as const
export type BulkPart = (typeof BULK_PARTS)[number]

export const BULK_WRITES = {
  stopGridBot: { endpoint: stopGridBot, part: 'stop', done: 'Stopped' },
  stopDcaBot: { endpoint: stopDcaBot, part: 'stop', done: 'Stopped' },
  closeSmartTrade: { endpoint: closeSmartTrade, part: 'close', done: 'Closed' },
  cancelSmartTrade: { endpoint: cancelSmartTrade, part: 'cancel', done: 'Cancelled' },
  // No answer confirms that its orders were filled.
  sellAllToUsd: { endpoint: sellAllToUsd, part: 'sell', done: 'Accepted' },
} as const

const bulkAsk = z.object({
  action: z.enum([
    'stopGridBot',
    'stopDcaBot',
    'closeSmartTrade',
    'cancelSmartTrade',
    'sellAllToUsd',
  ]),
  /** UUID for a DCA bot or an exchange account. */
  id: z.union([heldId, uuid]),
  name: z.string(),
  deals: z.optional(dealsAtStop),
  /** Sent again after its last outcome was shown, so it needs no confirmation. */
  isDeliberate: z.optional(z.boolean()),
  /** A filled entry is closed, not cancelled, so rows are read again after a time. */
  readAt: z.optional(z.number()),
})

export type BulkAsk = z.output<typeof bulkAsk>
export type BulkAction = BulkAsk['action']

const bulkRow = z.extend(bulkAsk, {
  intentId: z.optional(z.string()),
  problem: z.optional(z.string()),
})

export type BulkRow = z.output<typeof bulkRow>

/**
 * `rows`: lists are still loading and may add rows, so nothing is sold yet. `retry`: a failed list
 * is read again. `ends`: accepted writes have not finished.
 */
const awaits = z.enum(['rows', 'retry', 'ends'])

const bulkPlan = z.object({
  rows: z.array(bulkRow),
  awaits: z.catch(z.optional(awaits), undefined),
  /** The trader's confirmation, for rows found later. */
  confirmed: z.optional(z.unknown()),
})

export type BulkPlan = z.output<typeof bulkPlan> & { isPaused: boolean }

export type BulkRunParts = {
  sender: Pick<CommandSender, 'send' | 'journal' | 'pending'>
  now: () => Instant
  /** False after a lock, a switch of connection or mode, or while read only. */
  mayGoOn: (action: BulkAction) => boolean
  /** Milliseconds until the next write may go out, because of a rate limit or a full queue. */
  pause: () => number
  later: (run: () => void, milliseconds: number) => void
  keep: (plan: BulkPlan | undefined) => void
}

export type BulkRun = ReturnType<typeof createBulkRun>

export const AT_ONCE = 3

/** In milliseconds. Rows read earlier are read again before sending. */
const ROW_STANDS_FOR = 15_000

export const keyOf = ({ action, id }: Pick<BulkAsk, 'action' | 'id'>): string => `${action} ${id}`

const stepOf = ({ action }: BulkAsk): number => BULK_PARTS.indexOf(BULK_WRITES[action].part)

const inOrder = <Row extends BulkAsk>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => stepOf(a) - stepOf(b))

/**
 * Sends many writes in steps, each by its own intent. A failure does not hold up the others, and
 * nothing is resent automatically. A plan found in storage starts paused.
 */
export function createBulkRun(parts: BulkRunParts, found?: BulkPlan) {
  const { journal, pending } = parts.sender
  let plan = found && { ...found, isPaused: true }
  const sentHere = new Set<string>()
  /** Steps of intents that may still be under way. */
  const open = new Map<string, number>()
  const listeners = new Set<() => void>()
  let isStepping = false

  function set(next: BulkPlan | undefined): void {
    plan = next
    parts.keep(next)
    listeners.forEach((listener) => listener())
  }

  const hold = (row: BulkRow): BulkRow => {
    if (row.intentId !== undefined) open.set(row.intentId, stepOf(row))
    return row
  }
  found?.rows.forEach(hold)

  const isUnderWay = ({ intentId }: Pick<BulkRow, 'intentId'>): boolean => {
    if (intentId === undefined) return false
    const intent = journal.find(intentId)
    return intent ? intent.outcome.kind === 'sending' : sentHere.has(intentId)
  }

  /** Steps under way. An intent that waits for confirmation does not hold up the others. */
  function stepsUnderWay(): number[] {
    for (const intentId of open.keys()) if (!isUnderWay({ intentId })) open.delete(intentId)
    return [...open].flatMap(([intentId, step]) => (pending.find(intentId) ? [] : step))
  }

  function send({ problem: _problem, ...row }: BulkRow): BulkRow {
    try {
      const { isDeliberate = false } = row
      const intentId = withWrite(row, (endpoint, request) =>
        parts.sender.send(endpoint, request, { isDeliberate }),
      )
      sentHere.add(intentId)
      return hold({ ...row, intentId })
    } catch (error) {
      return { ...row, problem: error instanceof Error ? error.message : String(error) }
    }
  }

  function sendNext(): boolean {
    if (!plan || plan.isPaused) return false
    const underWay = stepsUnderWay()
    if (underWay.length >= AT_ONCE) return false
    const next = plan.rows.find((row) => isWaiting(row) && !isOutdated(row, parts.now()))
    if (!next) return false
    if (underWay.some((step) => step < stepOf(next))) return false
    if (next.action === 'sellAllToUsd' && isIncomplete(plan)) return false
    const rest = parts.pause()
    if (rest > 0) {
      parts.later(step, rest)
      return false
    }
    if (!parts.mayGoOn(next.action)) {
      set({ ...plan, isPaused: true })
      return false
    }
    set({ ...plan, rows: plan.rows.map((row) => (row === next ? send(row) : row)) })
    return true
  }

  function takeBack(): void {
    const met = new Set([...open.keys()].filter(hasMetPause))
    if (!plan || met.size === 0) return
    const isMet = ({ intentId = '' }: BulkRow) => met.has(intentId)
    set({ ...plan, rows: plan.rows.map((row) => (isMet(row) ? askedIn(row) : row)) })
  }

  const hasMetPause = (intentId: string): boolean => {
    const outcome = sentHere.has(intentId) ? journal.find(intentId)?.outcome : undefined
    return outcome?.kind === 'unsent' && outcome.isPause === true
  }

  function step(): void {
    // Sending notifies the journal's listeners, which include this function.
    if (isStepping) return
    isStepping = true
    try {
      takeBack()
      while (sendNext());
    } finally {
      isStepping = false
    }
  }
  journal.subscribe(step)
  pending.subscribe(step)

  return {
    get: () => plan,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isUnderWay,
    begin(asked: readonly BulkAsk[], more: Pick<BulkPlan, 'awaits' | 'confirmed'> = {}): void {
      set({ rows: inOrder(asked).map(askedIn), isPaused: false, ...more })
      step()
    },
    /** Applies later reads: more rows, newer versions of waiting ones, and removed ones. */
    follow({ asked = [], gone = [], ...next }: Followed): void {
      if (!plan) return
      const news = new Map(asked.map((ask) => [keyOf(ask), ask]))
      const obsolete = new Set(gone)
      const known = plan.rows.flatMap((row): BulkRow[] => {
        const ask = news.get(keyOf(row))
        news.delete(keyOf(row))
        if (!isWaiting(row)) return [row]
        return ask ? [askedIn(ask)] : obsolete.has(keyOf(row)) ? [] : [row]
      })
      set({ ...plan, ...next, rows: inOrder([...known, ...[...news.values()].map(askedIn)]) })
      step()
    },
    pause: () => plan && set({ ...plan, isPaused: true }),
    goOn(): void {
      if (plan) set({ ...plan, isPaused: false })
      step()
    },
    sendAgain(keys: readonly string[]): void {
      if (!plan) return
      const again = new Set(keys)
      const rows = plan.rows.map((row) =>
        again.has(keyOf(row)) && !isUnderWay(row)
          ? { ...askedIn(row), isDeliberate: true, readAt: undefined }
          : row,
      )
      set({ ...plan, rows, isPaused: false })
      step()
    },
    dismiss: () => set(undefined),
  }
}

const isIncomplete = ({ rows, awaits }: BulkPlan): boolean =>
  awaits === 'rows' || rows.some((row) => isWaiting(row) && row.action !== 'sellAllToUsd')

type Followed = {
  asked?: readonly BulkAsk[]
  gone?: readonly string[]
  awaits?: BulkPlan['awaits']
}

const askedIn = ({ intentId: _intentId, problem: _problem, ...ask }: BulkRow): BulkAsk => ask

type UseWrite<R> = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => R

export function withWrite<R>({ action, id, deals = 'leave' }: BulkAsk, use: UseWrite<R>): R {
  switch (action) {
    case 'stopGridBot':
      return use(stopGridBot, { params: { id } })
    case 'stopDcaBot':
      return use(stopDcaBot, { params: { id: String(id) }, body: { deals } })
    case 'cancelSmartTrade':
      return use(cancelSmartTrade, { params: { id } })
    case 'closeSmartTrade':
      return use(closeSmartTrade, { params: { id } })
    case 'sellAllToUsd':
      return use(sellAllToUsd, { params: { id: String(id) } })
  }
}

/** Not sent yet, and not cancelled. */
export const isWaiting = ({ intentId, problem }: BulkRow): boolean =>
  intentId === undefined && problem === undefined

export const isOutdated = ({ readAt }: BulkAsk, at: Instant): boolean =>
  readAt !== undefined && at - readAt > ROW_STANDS_FOR

export function readPlan(found: unknown): BulkPlan | undefined {
  const { data } = bulkPlan.safeParse(found)
  return data && { ...data, isPaused: true }
}
