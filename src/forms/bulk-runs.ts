import type { Service } from '#query/service.tsx'
import type { SessionStore } from '#session/session-store.ts'
import { currentConnection, type Mode, modeKeptFor } from '#session/session.ts'

import {
  BULK_WRITES,
  type BulkPlan,
  type BulkRun,
  createBulkRun,
  isWaiting,
  readPlan,
} from './bulk-run.ts'

/** The bulk stop of grid bots, and the panic. Under this name the plan outlives a reload. */
export type RunName = 'stop-run' | 'panic-run'

type RunService = Pick<Service, 'sender' | 'scheduler' | 'life' | 'clock'>

/** A run goes on while the trader is elsewhere in the app, so it belongs to its service. */
const runs = new WeakMap<RunService, Map<string, BulkRun>>()

/** The run of the current connection in a mode: in another mode it waits, and sends nothing. */
export function runOf(
  name: RunName,
  mode: Mode,
  service: RunService,
  { session, drafts, choices }: SessionStore,
): BulkRun {
  const ofService = runs.get(service) ?? new Map<string, BulkRun>()
  const key = `${name} ${mode}`
  const known = ofService.get(key)
  if (known) return known
  const connectionId = currentConnection(session.get())?.id
  const { sender, scheduler, life, clock } = service
  const report =
    name === 'panic-run' ? panicReports({ session, choices }, connectionId, mode) : undefined
  const run = createBulkRun(
    {
      sender,
      now: clock.here,
      mayGoOn: (action) =>
        modeKeptFor(session.get(), connectionId) === mode &&
        sender.obstacle(BULK_WRITES[action].endpoint) === undefined,
      pause: () => scheduler.untilNextOfMany(),
      later: (step, milliseconds) => void setTimeout(step, milliseconds),
      keep: sparingly((plan) => {
        // The run of whoever comes after this one stands there then.
        if (connectionId === undefined || life.aborted) return
        if (plan) drafts.write(connectionId, name, plan, mode)
        else drafts.clear(connectionId, name, mode)
        report?.keep(plan)
      }),
    },
    connectionId === undefined
      ? undefined
      : (readPlan(drafts.read(connectionId, name, mode)) ?? report?.find()),
  )
  runs.set(service, ofService.set(key, run))
  return run
}

/** In milliseconds. */
const KEEP_EVERY = 1_000
const MOST_KEPT_AT_ONCE = 200

/**
 * Writes a long plan once a second. What was sent in the last second and was not kept counts as
 * waiting after a reload: a stop, a cancellation and a close can be sent again, a sale is kept at once.
 */
function sparingly(keep: (plan: BulkPlan | undefined) => void): typeof keep {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest: BulkPlan | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    keep(latest)
  }
  return (plan) => {
    latest = plan
    const isUrgent =
      !plan ||
      plan.isPaused ||
      plan.rows.length <= MOST_KEPT_AT_ONCE ||
      plan.rows.some(({ action, intentId }) => action === 'sellAllToUsd' && intentId !== undefined)
    if (isUrgent) write()
    else timer ??= setTimeout(write, KEEP_EVERY)
  }
}

/** The last panic of a connection and mode, which outlives its tab. */
function panicReports(
  { session, choices }: Pick<SessionStore, 'session' | 'choices'>,
  connectionId: string | undefined,
  mode: Mode,
) {
  const name = `${connectionId}.${mode}`
  const all = (): Record<string, unknown> => {
    const found = choices.get('panic-reports')
    return typeof found === 'object' && found !== null ? { ...found } : {}
  }
  return {
    /** Another tab goes on with none of it by itself: what was not sent has to be asked for anew. */
    find(): BulkPlan | undefined {
      const plan = readPlan(all()[name])
      return (
        plan && {
          isPaused: plan.isPaused,
          rows: plan.rows.map((row) => (isWaiting(row) ? { ...row, problem: NOT_SENT } : row)),
        }
      )
    },
    keep(plan: BulkPlan | undefined): void {
      const known = new Set(session.get().connections.map(({ id }) => id))
      const others = Object.entries(all()).filter(
        ([other]) => other !== name && known.has(other.slice(0, other.lastIndexOf('.'))),
      )
      choices.set('panic-reports', Object.fromEntries(plan ? [...others, [name, plan]] : others))
    },
  }
}

const NOT_SENT = 'It had not been sent when this tab was opened.'
