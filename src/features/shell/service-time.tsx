import { type ReactNode, useSyncExternalStore } from 'react'

import { useService } from '#query/service.tsx'
import { NowContext, useNow } from '#ui/now.tsx'

/** Everything within tells ages by the service's clock, which is the one its records were dated by. */
export function ServiceTime({ children }: { children: ReactNode }) {
  const { clock } = useService()
  const here = useNow()
  const offset = useSyncExternalStore(clock.subscribe, clock.offset)
  return <NowContext value={here && here + (offset ?? 0)}>{children}</NowContext>
}
