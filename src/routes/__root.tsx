import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'

import type { ConnectionContext } from '#query/service.tsx'
import type { SessionStore } from '#session/session-store.ts'

export type RouterContext = {
  sessionStore: SessionStore
  /** `undefined` without a connection or key. */
  openConnectionContext: () => Promise<ConnectionContext | undefined>
  /** Returns the pairing code of the address, once. */
  takePairingCode: () => string | undefined
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
})
