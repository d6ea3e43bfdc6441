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

type Place = 'head' | 'foot'

/**
 * First steps in a paper world, until done or dismissed. Nothing in real mode. They come late on a
 * first visit, and so stand at the page's foot, where they move nothing.
 */
export function NextSteps({ place }: { place: Place }) {
  const connection = useConnection()
  const mode = useShownMode()
  if (connection?.storage !== 'paper-key' || mode === 'REAL') return null
  return (
    <StepsOf
      key={connection.id}
      connectionId={connection.id}
      isPaper={mode === 'PAPER'}
      place={place}
    />
  )
}

type StepsOfProps = { connectionId: string; isPaper: boolean; place: Place }

/** Reserves the room until the mode is known to be paper. */
function StepsOf({ connectionId, isPaper, place }: StepsOfProps) {
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
  const shows = place === 'foot' ? 'steps' : hadSteps ? 'both' : 'world'
  const panel = isPaper && (
    <Deferred>
      <NextStepsPanel steps={steps} shows={shows} onChange={change} />
    </Deferred>
  )
  if (place === 'foot') return !hadSteps && panel
  return (
    <div
      className={
        hadSteps ? 'flow-root min-h-34 max-md:min-h-55 max-sm:min-h-76' : 'min-h-6 max-sm:min-h-10'
      }
    >
      {panel}
    </div>
  )
}
