import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'

import { ApiError, isRefused } from '#client/api-error.ts'
import { serviceTime, useLivePrices, useOpenWorldName, useService } from '#query/service.tsx'
import { useConnection, useSession, useSessionStore } from '#session/use-session.ts'
import { DashedRingIcon, WarningIcon } from '#ui/icons.tsx'
import { Age, Time } from '#ui/time.tsx'

import { type LateReads, useHere } from './connection-state.tsx'

export type Status = {
  key: string
  icon: ReactNode
  /** Announced when shown, so it must not change with the clock. */
  sentence: ReactNode
  detail?: ReactNode
  /** Shown behind a more serious status. */
  short: ReactNode
  action?: ReactNode
  isPlain?: boolean
  hasOldFigures?: boolean
}

/** In milliseconds. A shorter gap is read before anyone has read a sentence. */
const MIN_GAP_SHOWN = 5_000

export function usePricesStatus(): Status | undefined {
  const market = useLivePrices()
  const { clock } = useService()
  const now = clock.serviceTime(useHere())
  if (!market || market.state === 'live') return undefined
  const { source, price_at: at, known_to: knownTo, attempt } = market
  if (market.state === 'filling') {
    if (now - knownTo < MIN_GAP_SHOWN) return undefined
    return {
      key: 'gap',
      icon: <DashedRingIcon />,
      sentence: `${source} prices are being brought up to date. Orders are taken again then.`,
      detail: (
        <>
          Done up to <Time at={knownTo} />.
        </>
      ),
      short: 'prices are late',
      hasOldFigures: true,
    }
  }
  return {
    key: 'prices',
    icon: <WarningIcon />,
    sentence: `${source} sends no prices. Nothing fills until they return. Orders are taken again then.`,
    detail: (
      <>
        {at !== null && (
          <>
            Prices stopped <Age at={at} />.{' '}
          </>
        )}
        {attempt > 0 && `Reconnecting, try ${attempt}.`}
      </>
    ),
    short: 'prices stopped',
    hasOldFigures: true,
  }
}

/** Another browser, or a flag at the start, opened a world in which this key is unknown. */
export function useOtherWorldStatus({ error }: LateReads): Status | undefined {
  const openNow = useOpenWorldName()
  const queryClient = useQueryClient()
  const current = useConnection()
  const isKeyRefused = error instanceof ApiError && isRefused(error) && error.failure.status === 401
  const isClosed = !!openNow && !!current?.world && current.world !== openNow
  // One without the other: another world was opened, or this one again.
  useEffect(() => {
    if (isKeyRefused !== isClosed)
      void queryClient.refetchQueries({ queryKey: serviceTime().queryKey })
  }, [queryClient, isKeyRefused, isClosed])
  const paired = useSession((session) => session.connections)
  const { connections } = useSessionStore()
  if (!isClosed) return undefined
  const other = paired.find(
    ({ baseUrl, world }) => baseUrl === current.baseUrl && world === openNow,
  )
  return {
    key: 'other-world',
    icon: <WarningIcon />,
    sentence: `This service has another world open: ${openNow}. “${current.label}” is stopped until its world is opened again.`,
    short: 'another world is open',
    action: other && (
      <button
        type="button"
        className="link touch flex-none"
        onClick={() => connections.switchTo(other.id)}
      >
        Go to {other.label}
      </button>
    ),
    hasOldFigures: true,
  }
}
