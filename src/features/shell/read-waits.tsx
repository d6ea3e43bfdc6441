import type { ReactNode } from 'react'

import { useService } from '#query/service.tsx'
import { ReadWaitContext, TryAgainContext } from '#ui/read-wait.tsx'

import { WaitLine } from './wait-line.tsx'

const LINE = <WaitLine />

/** Every page within says what its rows wait for, and lets a person's own try go at once. */
export function ReadWaits({ children }: { children: ReactNode }) {
  const { scheduler } = useService()
  return (
    <TryAgainContext value={scheduler.letPass}>
      <ReadWaitContext value={LINE}>{children}</ReadWaitContext>
    </TryAgainContext>
  )
}
