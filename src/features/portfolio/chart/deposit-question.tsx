import { useConnection, useSessionStore } from '#session/use-session.ts'
import type { DepositReading } from '#trading/balance-flow.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'

/** Keeps how a connection's deposits are read; without a reading they are guessed again. */
export function useRememberReading() {
  const { settings } = useSessionStore()
  return (connectionId: string, reading: DepositReading | undefined): void => {
    const { [connectionId]: _former, ...others } = settings.get().depositReadings
    settings.set({ depositReadings: reading ? { ...others, [connectionId]: reading } : others })
  }
}

/** Asks, once for a connection, what its history does not tell by itself. */
export function DepositQuestion() {
  const id = useConnection()?.id
  const rememberReading = useRememberReading()
  if (id === undefined) return null
  return (
    <Note tone="caution" isAnnounced className="mt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-80">
          Does this service write each deposit once, or the total of all deposits at every point?
          Its figures fit both, and profit depends on it.
        </p>
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => rememberReading(id, 'since_last')}>
            Each deposit once
          </Button>
          <Button size="small" onClick={() => rememberReading(id, 'cumulative')}>
            Running total
          </Button>
        </span>
      </div>
    </Note>
  )
}
