import { useSyncExternalStore } from 'react'

import { useConnection } from '#session/use-session.ts'

import { sendingObstacle } from './sending-obstacle.ts'
import { useService } from './service.tsx'
import { useModeInDoubt } from './use-mode.ts'
import { useOnline } from './use-online.ts'

type LeftOut = {
  /** Another switch of the mode ends the doubt about it. */
  switchesMode?: boolean | undefined
  /** It stops or closes something: the sheet that sends it speaks of the pause itself. */
  passesPause?: boolean | undefined
}

/** Why nothing may be traded on this connection now, as a sentence; `undefined` when it may. */
export function useWriteBlock(leftOut: LeftOut = {}): string | undefined {
  const connection = useConnection()
  const isOnline = useOnline()
  const isModeInDoubt = useModeInDoubt()
  const pause = usePause()
  return sendingObstacle({
    isWriteEnabled: connection?.writeEnabled === true,
    isModeInDoubt: isModeInDoubt && leftOut.switchesMode !== true,
    isOnline,
    // Without a connection nothing may be written anyway.
    origin: connection?.baseUrl ?? location.origin,
    secondsPaused: leftOut.passesPause === true ? 0 : (pause?.seconds ?? 0),
  })
}

export type Pause = {
  seconds: number
  /** The service has banned this address: whatever is sent makes it longer. */
  isBan: boolean
}

/** The pause that the service has asked for; `undefined` while it wants none. */
export function usePause(): Pause | undefined {
  const { scheduler } = useService()
  const seconds = useSyncExternalStore(scheduler.subscribe, scheduler.secondsPaused)
  return seconds > 0 ? { seconds, isBan: false } : undefined
}
