import { useSyncExternalStore } from 'react'

import { useConnection } from '#session/use-session.ts'

import { sendingObstacle } from './sending-obstacle.ts'
import { useService } from './service.tsx'
import { useModeInDoubt } from './use-mode.ts'
import { useOnline } from './use-online.ts'

/** Why nothing may be traded on this connection now, as a sentence; `undefined` when it may. */
export function useWriteBlock(): string | undefined {
  return sendingObstacle({ ...useSurroundings(), isModeInDoubt: useModeInDoubt() })
}

/** The same for a switch of the mode itself, since another one ends the doubt about it. */
export function useSendBlock(): string | undefined {
  return sendingObstacle({ ...useSurroundings(), isModeInDoubt: false })
}

function useSurroundings() {
  const { scheduler } = useService()
  const connection = useConnection()
  const isOnline = useOnline()
  const secondsPaused = useSyncExternalStore(scheduler.subscribe, scheduler.secondsPaused)
  return {
    isWriteEnabled: connection?.writeEnabled === true,
    isOnline,
    // Without a connection nothing may be written anyway.
    origin: connection?.baseUrl ?? location.origin,
    secondsPaused,
  }
}
