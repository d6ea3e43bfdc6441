import { Suspense, useState } from 'react'

import { useShownMode } from '#query/use-mode.tsx'
import { useChoice, useConnection, useSessionStore } from '#session/use-session.ts'
import { Deferred, lazyPanel } from '#ui/lazy-panel.tsx'

const NextStepsPanel = lazyPanel(
  () => import('./next-steps-panel.tsx').then((module) => module.NextStepsPanel),
  { onGiveUp: () => undefined },
)

/** How far somebody is who begins on a paper connection. */
export type FirstSteps = {
  /** All are done or were put away, or the world had traded before. */
  isOver: boolean
  hasSeenHistory: boolean
}

/**
 * What to do first in a paper world: three steps until they are done or put away, or one line on the
 * first visit of a world that has traded before. Nothing where real money is traded.
 */
export function NextSteps() {
  const connection = useConnection()
  const isPaper = useShownMode() === 'PAPER'
  if (connection?.storage !== 'paper-key' || !isPaper) return null
  return <StepsOf key={connection.id} connectionId={connection.id} />
}

function StepsOf({ connectionId }: { connectionId: string }) {
  const { choices } = useSessionStore()
  const steps = stepsIn(useChoice('first-steps'), connectionId)
  // What is over on the first visit is still said to the end of it.
  const [wasOver] = useState(steps.isOver)
  if (wasOver) return null
  const change = (next: Partial<FirstSteps>) => {
    const kept = choices.get('first-steps')
    const others = typeof kept === 'object' ? kept : {}
    choices.set('first-steps', { ...others, [connectionId]: { ...steps, ...next } })
  }
  return (
    <Deferred>
      <Suspense>
        <NextStepsPanel steps={steps} onChange={change} />
      </Suspense>
    </Deferred>
  )
}

function stepsIn(kept: unknown, connectionId: string): FirstSteps {
  const found: unknown =
    typeof kept === 'object' && kept !== null ? Reflect.get(kept, connectionId) : undefined
  const is = (name: keyof FirstSteps): boolean =>
    typeof found === 'object' && found !== null && Reflect.get(found, name) === true
  return { isOver: is('isOver'), hasSeenHistory: is('hasSeenHistory') }
}
