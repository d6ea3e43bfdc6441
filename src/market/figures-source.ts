import { useShownMode } from '#query/use-mode.tsx'
import { useConnection } from '#session/use-session.ts'

/** Owner of exported figures: account, its connection, and mode. */
export function useFiguresSource(account: string): string {
  const mode = useShownMode()
  const connection = useConnection()
  return [account, connection?.label, mode].filter((word) => word !== undefined).join(', ')
}
