import { useSyncExternalStore } from 'react'

import { useConnection } from '#session/use-session.ts'

import { sendingObstacle } from './sending-obstacle.ts'
import { useService } from './service.tsx'
import { useModeInDoubt } from './use-mode.ts'
import { useOnline } from './use-online.ts'

/** Why nothing may be traded on this connection now, as a sentence; `undefined` when it may. */
export function useWriteBlock(): string | undefined {
  const block = useSendBlock()
  const isModeInDoubt = useModeInDoubt()
  return block ?? (isModeInDoubt ? 'Whether the mode was switched is not known yet.' : undefined)
}

/** The same for a switch of the mode itself, since another one ends the doubt about it. */
export function useSendBlock(): string | undefined {
  const { scheduler } = useService()
  const connection = useConnection()
  const isOnline = useOnline()
  const secondsPaused = useSyncExternalStore(scheduler.subscribe, scheduler.secondsPaused)
  if (connection?.writeEnabled !== true) {
    return 'This connection is read only. Switch trading on in Settings.'
  }
  return sendingObstacle({ isOnline, origin: connection.baseUrl, secondsPaused })
}
