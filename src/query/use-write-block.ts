import { useSyncExternalStore } from 'react'

import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY } from '#contract/system.ts'
import { useConnection } from '#session/use-session.ts'

import type { Pause } from './scheduler.ts'
import { mayDuplicate, sendingObstacle } from './sending-obstacle.ts'
import { useService } from './service.tsx'
import { useKnownMode } from './use-mode.tsx'

type Sending = {
  /** What is to be sent. */
  of: Pick<Endpoint, 'name' | 'effect'>
  /** It stops or closes something: the sheet that sends it speaks of the pause itself. */
  passesPause?: boolean | undefined
}

/** Why something may not be sent on this connection now, as a sentence; `undefined` when it may. */
export function useWriteBlock({ of, passesPause = false }: Sending): string | undefined {
  const connection = useConnection()
  const isOnline = useOnline()
  const { extensions } = useService()
  const remembersKeys =
    useSyncExternalStore(extensions.subscribe, () => extensions.names(IDEMPOTENCY)) === true
  const mode = useKnownMode().state
  const pause = usePause()
  return sendingObstacle(
    {
      isWriteEnabled: connection?.writeEnabled === true,
      mayDuplicate: connection !== undefined && mayDuplicate(connection, remembersKeys),
      mode,
      isOnline,
      // Without a connection nothing may be written anyway.
      origin: connection?.baseUrl ?? location.origin,
      pause: passesPause ? undefined : pause,
    },
    of,
  )
}

/** Whether trading is switched off on this connection. */
export const useIsReadOnly = (): boolean => useConnection()?.writeEnabled === false

/** The pause after a 429 or 418; `undefined` while there is none. */
export function usePause(): Pause | undefined {
  const { scheduler } = useService()
  return useSyncExternalStore(scheduler.subscribe, scheduler.pause)
}

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
