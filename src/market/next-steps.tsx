import { useState } from 'react'

import { useShownMode } from '#query/use-mode.tsx'
import { useChoice, useConnection, useSessionStore } from '#session/use-session.ts'
import { Deferred, lazyPanel } from '#ui/lazy-panel.tsx'

import { type FirstSteps, NONE, stepsByConnection, stepsRoom } from './first-steps.ts'

const NextStepsPanel = lazyPanel(
  async () => (await import('./next-steps-panel.tsx')).NextStepsPanel,
  {
    onGiveUp: () => undefined,
  },
)

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
  return <div className={stepsRoom(hadSteps)}>{panel}</div>
}
