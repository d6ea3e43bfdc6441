import { useState } from 'react'
import * as z from 'zod/mini'

import { useShownMode } from '#query/use-mode.tsx'
import { keptFlag, keptRecord } from '#session/kept-store.ts'
import { useChoice, useConnection, useSessionStore } from '#session/use-session.ts'
import { Deferred, lazyPanel } from '#ui/lazy-panel.tsx'

const NextStepsPanel = lazyPanel(
  async () => (await import('./next-steps-panel.tsx')).NextStepsPanel,
  {
    onGiveUp: () => undefined,
  },
)

/** A beginner's progress on a paper connection. */
const firstSteps = z.object({
  /** All done or dismissed, or the world had traded before. */
  isOver: keptFlag,
  hasSeenHistory: keptFlag,
  /** Shown before, so the next visit reserves their height. */
  hasSteps: keptFlag,
})
export type FirstSteps = z.output<typeof firstSteps>

const stepsByConnection = keptRecord(firstSteps)
const NONE: FirstSteps = { isOver: false, hasSeenHistory: false, hasSteps: false }

/** First steps in a paper world, until done or dismissed. Nothing in real mode. */
export function NextSteps() {
  const connection = useConnection()
  const mode = useShownMode()
  if (connection?.storage !== 'paper-key' || mode === 'REAL') return null
  return <StepsOf key={connection.id} connectionId={connection.id} isPaper={mode === 'PAPER'} />
}

/** Reserves the room until the mode is known to be paper. */
function StepsOf({ connectionId, isPaper }: { connectionId: string; isPaper: boolean }) {
  const { choices } = useSessionStore()
  const { [connectionId]: steps = NONE } = stepsByConnection.parse(useChoice('first-steps'))
  // The first visit keeps a finished list.
  const [wasOver] = useState(steps.isOver)
  const [hadSteps] = useState(steps.hasSteps)
  if (wasOver) return null
  const change = (next: Partial<FirstSteps>) => {
    const others = stepsByConnection.parse(choices.get('first-steps'))
    choices.set('first-steps', { ...others, [connectionId]: { ...steps, ...next } })
  }
  return (
    <div
      className={
        hadSteps ? 'flow-root min-h-34 max-md:min-h-55 max-sm:min-h-76' : 'min-h-6 max-sm:min-h-10'
      }
    >
      {isPaper && (
        <Deferred>
          <NextStepsPanel steps={steps} onChange={change} />
        </Deferred>
      )}
    </div>
  )
}
