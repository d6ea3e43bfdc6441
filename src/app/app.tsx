import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'

import type { SessionStore } from '#session/session-store.ts'
import { zoneOf } from '#session/settings.ts'
import { SessionStoreContext, useSettings } from '#session/use-session.ts'
import { NowContext } from '#ui/now.tsx'
import { DisplayPreferencesContext } from '#ui/display-preferences.tsx'

import type { createAppRouter } from './router.ts'

type AppProps = { sessionStore: SessionStore; router: ReturnType<typeof createAppRouter> }

/** The whole page: who is connected, how it is read, what time it is, and the routes. */
export const App = ({ sessionStore, router }: AppProps) => (
  <SessionStoreContext value={sessionStore}>
    <Page router={router} />
  </SessionStoreContext>
)

function Page({ router }: Pick<AppProps, 'router'>) {
  const { hideAmounts, timeZone, firstDay } = useSettings()
  const reading = useMemo(
    () => ({
      areAmountsHidden: hideAmounts,
      timeZone: zoneOf({ timeZone }),
      firstDay: WEEKDAYS[firstDay],
    }),
    [hideAmounts, timeZone, firstDay],
  )
  return (
    <DisplayPreferencesContext value={reading}>
      <NowContext value={useSeconds()}>
        <RouterProvider router={router} />
      </NowContext>
    </DisplayPreferencesContext>
  )
}

const WEEKDAYS = { sunday: 0, monday: 1, saturday: 6 } as const

/** The present, once a second; it stands still in a hidden tab. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now())
    }, 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
