import { useConnection } from '#session/use-session.ts'

import { useModeInDoubt } from './use-mode.ts'

/** Why nothing may be sent on this connection now, as a sentence; `undefined` when it may. */
export function useWriteBlock(): string | undefined {
  const connection = useConnection()
  const isModeInDoubt = useModeInDoubt()
  if (connection?.writeEnabled !== true) {
    return 'This connection is read only. Switch trading on in Settings.'
  }
  if (isModeInDoubt) return 'Whether the mode was switched is not known yet.'
  return undefined
}
