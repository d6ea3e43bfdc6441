import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'

import type { ConnectionContext } from '#query/service.tsx'
import type { SessionStore } from '#session/session-store.ts'

export type RouterContext = {
  sessionStore: SessionStore
  /** What talks to the current connection's service, once its code has come; none while nothing is connected. */
  openConnectionContext: () => Promise<ConnectionContext | undefined>
  /** The one-time code this page was opened with, handed out once. */
  takePairingCode: () => string | undefined
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
})
