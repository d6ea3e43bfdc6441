import { stopGridBot } from '#contract/grid-bots.ts'
import { heldId, type Id } from '#contract/primitives.ts'
import type { CommandSender } from '#intents/command-sender.ts'

/** One bot of a bulk stop. */
export type RunRow = {
  botId: Id
  name: string
  /** What was sent for it; of several the last. */
  intentId?: string | undefined
  /** The trader has asked for it once more, beside what became of the first. */
  isAgain?: boolean | undefined
  /** Why it could not even be sent. */
  problem?: string | undefined
}

export type StopPlan = { rows: readonly RunRow[]; isPaused: boolean }

export type StopRunParts = {
  sender: Pick<CommandSender, 'send' | 'journal'>
  /** Whether anything may be sent now: a lock, another connection, read only or a mode in doubt ends that. */
  mayGoOn: () => boolean
  /** For how many more milliseconds nothing may go out: the service wants a pause, or takes no more. */
  pause: () => number
  /** Calls back after so many milliseconds. */
  later: (run: () => void, milliseconds: number) => void
  /** Puts the plan where a reload finds it. */
  keep: (plan: StopPlan | undefined) => void
}

export type StopRun = ReturnType<typeof createStopRun>

/** So many stops are under way at a time. */
export const AT_ONCE = 3

/**
 * Stops many bots, each by an intent of its own: one that fails holds up none of the others, and
 * nothing is ever sent again by itself. A plan found from before begins paused.
 */
export function createStopRun(parts: StopRunParts, found?: StopPlan) {
  const { journal } = parts.sender
  let plan = found && { ...found, isPaused: true }
  const sentHere = new Set<string>()
  const listeners = new Set<() => void>()
  let isStepping = false

  function set(next: StopPlan | undefined): void {
    plan = next
    parts.keep(next)
    listeners.forEach((listener) => listener())
  }

  const isUnderWay = ({ intentId }: RunRow): boolean => {
    if (intentId === undefined) return false
    const intent = journal.find(intentId)
    return intent ? intent.outcome.kind === 'sending' : sentHere.has(intentId)
  }

  function send({ botId, name, isAgain = false }: RunRow): RunRow {
    try {
      const intentId = parts.sender.send(
        stopGridBot,
        { params: { id: botId } },
        { isDeliberate: isAgain },
      )
      sentHere.add(intentId)
      return { botId, name, intentId }
    } catch (error) {
      return { botId, name, problem: error instanceof Error ? error.message : String(error) }
    }
  }

  function sendNext(): boolean {
    if (!plan || plan.isPaused) return false
    const next = plan.rows.findIndex(isWaiting)
    if (next < 0 || plan.rows.filter(isUnderWay).length >= AT_ONCE) return false
    const rest = parts.pause()
    if (rest > 0) {
      parts.later(step, rest)
      return false
    }
    if (!parts.mayGoOn()) {
      set({ ...plan, isPaused: true })
      return false
    }
    set({ ...plan, rows: plan.rows.map((row, index) => (index === next ? send(row) : row)) })
    return true
  }

  function step(): void {
    // Sending notifies the journal's listeners, and this function is one of them.
    if (isStepping) return
    isStepping = true
    try {
      while (sendNext());
    } finally {
      isStepping = false
    }
  }
  journal.subscribe(step)

  return {
    get: () => plan,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isUnderWay,
    begin(rows: readonly Pick<RunRow, 'botId' | 'name'>[]): void {
      set({ rows: rows.map(({ botId, name }) => ({ botId, name })), isPaused: false })
      step()
    },
    pause: () => plan && set({ ...plan, isPaused: true }),
    goOn(): void {
      if (plan) set({ ...plan, isPaused: false })
      step()
    },
    /** Puts bots whose stop has ended back among those to be sent; the trader has asked for it. */
    sendAgain(botIds: readonly Id[]): void {
      if (!plan) return
      const rows = plan.rows.map((row) =>
        botIds.includes(row.botId) && !isUnderWay(row)
          ? { botId: row.botId, name: row.name, isAgain: true }
          : row,
      )
      set({ rows, isPaused: false })
      step()
    },
    /** Forgets the plan; what is under way goes on. */
    dismiss: () => set(undefined),
  }
}

/** Not sent yet, and to be sent. */
export const isWaiting = ({ intentId, problem }: RunRow): boolean =>
  intentId === undefined && problem === undefined

/** A plan as it was kept, or none when what lies there is not one. */
export function readPlan(found: unknown): StopPlan | undefined {
  if (typeof found !== 'object' || found === null || !('rows' in found)) return undefined
  if (!Array.isArray(found.rows) || !found.rows.every(isRow)) return undefined
  return { rows: found.rows, isPaused: true }
}

const isRow = (row: unknown): row is RunRow =>
  typeof row === 'object' &&
  row !== null &&
  'botId' in row &&
  heldId.safeParse(row.botId).success &&
  'name' in row &&
  typeof row.name === 'string' &&
  (!('intentId' in row) || typeof row.intentId === 'string')
