import { useSyncExternalStore } from 'react'

import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY } from '#contract/system.ts'
import { useConnection } from '#session/use-session.ts'

import type { Pause } from './scheduler.ts'
import { mayDuplicate, sendingObstacle } from './sending-obstacle.ts'
import { useLivePrices, useService } from './service.tsx'
import { useKnownMode } from './use-mode.tsx'

type Sending = {
  of: Pick<Endpoint, 'name' | 'effect'>
  /** True for stops and closes, which may be sent in a pause; their sheet warns about it. */
  passesPause?: boolean | undefined
}

/** Reason, as a sentence, why a write cannot be sent now. */
export function useWriteBlock({ of, passesPause = false }: Sending): string | undefined {
  const connection = useConnection()
  const isOnline = useOnline()
  const { extensions } = useService()
  const remembersKeys =
    useSyncExternalStore(extensions.subscribe, () => extensions.names(IDEMPOTENCY)) === true
  const mode = useKnownMode().state
  const pause = usePause()
  const prices = useLivePrices()?.state
  return sendingObstacle(
    {
      isWriteEnabled: connection?.writeEnabled === true,
      mayDuplicate: connection !== undefined && mayDuplicate(connection, remembersKeys),
      mode,
      isOnline,
      // Irrelevant without a connection, where writes are disabled.
      origin: connection?.baseUrl ?? location.origin,
      pause: passesPause ? undefined : pause,
      prices,
    },
    of,
  )
}

export const useIsReadOnly = (): boolean => useConnection()?.writeEnabled === false

/** Current pause after a 429 or 418. */
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

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
