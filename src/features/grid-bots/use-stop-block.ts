import { useModeInDoubt } from '#query/use-mode.ts'
import { useConnection } from '#session/use-session.ts'

/** Why no bot may be stopped now, as a sentence; `undefined` when one may. */
export function useStopBlock(): string | undefined {
  const connection = useConnection()
  const isModeInDoubt = useModeInDoubt()
  if (connection?.writeEnabled !== true) {
    return 'This connection is read only. Switch trading on in Settings.'
  }
  if (isModeInDoubt) return 'Trading is held until the service says which mode it is in.'
  return undefined
}
