import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

import { serviceTime, useService } from '#query/service.tsx'
import { ModeProvider } from '#query/use-mode.tsx'
import { NowContext, useNow } from '#ui/display-preferences.tsx'

/** In milliseconds. The reader bounds how often the service is really asked while it fails. */
const ASKED_AGAIN = 15_000

/** Ages within follow the service's clock, the age of the mode this browser's. */
export function ServiceTime({ children }: { children: ReactNode }) {
  const { clock } = useService()
  const here = useNow()
  const offset = useSyncExternalStore(clock.subscribe, clock.offset)
  const { isSuccess, isError, refetch } = useQuery(serviceTime())
  const isSetAnew = isSuccess && offset === undefined
  // What was known of the service's clock is gone when this one was set anew.
  useEffect(() => {
    if (isSetAnew) void refetch()
  }, [isSetAnew, refetch])
  useEffect(() => {
    if (!isError) return
    const timer = setInterval(() => void refetch(), ASKED_AGAIN)
    return () => clearInterval(timer)
  }, [isError, refetch])
  return (
    <ModeProvider now={here ?? 0}>
      <NowContext value={here === undefined ? here : clock.serviceTime(here)}>
        {children}
      </NowContext>
    </ModeProvider>
  )
}
