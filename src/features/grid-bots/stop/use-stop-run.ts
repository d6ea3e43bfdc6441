import { useMemo, useSyncExternalStore } from 'react'

import { stopGridBot } from '#contract/grid-bots.ts'
import { type Service, useService } from '#query/service.tsx'
import { currentConnection } from '#session/session.ts'
import type { SessionStore } from '#session/session-store.ts'
import { useSessionStore } from '#session/use-session.ts'

import { createStopRun, readPlan, type StopRun } from './stop-run.ts'

/** A run goes on while the trader is elsewhere in the app, so it belongs to its service. */
const runs = new WeakMap<Service, StopRun>()

/** The bulk stop of the present connection, and its plan when there is one. */
export function useStopRun() {
  const service = useService()
  const sessionStore = useSessionStore()
  const run = useMemo(() => runOf(service, sessionStore), [service, sessionStore])
  return { run, plan: useSyncExternalStore(run.subscribe, run.get) }
}

function runOf(service: Service, { session, drafts }: SessionStore): StopRun {
  const known = runs.get(service)
  if (known) return known
  const connectionId = currentConnection(session.get())?.id
  const { sender, scheduler, life } = service
  const run = createStopRun(
    {
      sender,
      mayGoOn: () => sender.obstacle(stopGridBot) === undefined,
      pause: () => scheduler.secondsPaused() * 1_000,
      later: (step, milliseconds) => void setTimeout(step, milliseconds),
      keep: (plan) => {
        // The run of whoever comes after this one stands there then.
        if (connectionId === undefined || life.aborted) return
        if (plan) drafts.write(connectionId, 'stop-run', plan)
        else drafts.clear(connectionId, 'stop-run')
      },
    },
    connectionId === undefined ? undefined : readPlan(drafts.read(connectionId, 'stop-run')),
  )
  runs.set(service, run)
  return run
}
