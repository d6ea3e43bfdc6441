import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY } from '#contract/system.ts'
import { useConnection } from '#session/use-session.ts'

import { mayDuplicate, sendingObstacle } from './sending-obstacle.ts'
import { useService } from './service.tsx'
import { serviceTime } from './use-extension.ts'
import { useKnownMode } from './use-mode.tsx'
import { useOnline } from './use-online.ts'

type Sending = {
  /** What is to be sent; an order without it. */
  of?: Pick<Endpoint, 'name'> | undefined
  /** It stops or closes something: the sheet that sends it speaks of the pause itself. */
  passesPause?: boolean | undefined
}

/** Why something may not be sent on this connection now, as a sentence; `undefined` when it may. */
export function useWriteBlock({ of, passesPause = false }: Sending = {}): string | undefined {
  const connection = useConnection()
  const isOnline = useOnline()
  // What was read of it: no button asks for more.
  const { data: time } = useQuery({ ...serviceTime(), enabled: false })
  const remembersKeys = time?.extensions?.includes(IDEMPOTENCY) ?? false
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
      secondsPaused: passesPause ? 0 : (pause?.seconds ?? 0),
    },
    of,
  )
}

/** Whether trading is switched off on this connection. */
export const useIsReadOnly = (): boolean => useConnection()?.writeEnabled === false

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
