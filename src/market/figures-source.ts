import { useShownMode } from '#query/use-mode.tsx'
import { useConnection } from '#session/use-session.ts'

/** Whose figures an exported file holds: the account, the connection it belongs to, and the mode. */
export function useFiguresSource(account: string): string {
  const mode = useShownMode()
  const connection = useConnection()
  return [account, connection?.label, mode].filter((word) => word !== undefined).join(', ')
}
