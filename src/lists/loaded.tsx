import type { ReactNode } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { failureOf } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { MayBeStale, NotLoaded } from '#ui/error-state.tsx'

/** The parts of a `useQuery` result that `Loaded` needs. */
export type ReadQuery = {
  data: unknown
  error: ApiError | null
  /** In epoch milliseconds; 0 until its own rows are there. */
  dataUpdatedAt: number
  errorUpdatedAt: number
  refetch: () => unknown
}

type LoadedProps = {
  /** "The grid bots" */
  what: string
  query: ReadQuery
  /** The interval of its reads in milliseconds; absent if the data never changes. */
  every?: number | undefined
  empty?: ReactNode
  /** The rows, or their skeleton. */
  children: ReactNode
}

export const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0

/** The rows of a query, or its error or empty state. */
export function Loaded({ what, query, every, empty, children }: LoadedProps) {
  const { clock } = useService()
  const { data, error, errorUpdatedAt, refetch } = query
  const isEmpty = isEmptyList(data)
  // An empty list that could not be read again says nothing of now.
  if (error && (data === undefined || isEmpty)) {
    return (
      <NotLoaded
        what={what}
        {...failureOf(error)}
        at={clock.serviceTime(errorUpdatedAt)}
        next={every === undefined ? undefined : `They are read again every ${every / 1000} s.`}
        onRetry={() => void refetch()}
      />
    )
  }
  if (isEmpty) return empty
  return (
    <Aged query={query} every={every}>
      {children}
    </Aged>
  )
}

/** Dims its children if the last read failed, or is older than two intervals. */
export function Aged({ query, every, children }: Omit<LoadedProps, 'what' | 'empty'>) {
  const { clock } = useService()
  const { error, dataUpdatedAt } = query
  return (
    <MayBeStale
      readAt={clock.serviceTime(dataUpdatedAt)}
      every={every !== undefined && dataUpdatedAt > 0 ? every : Number.POSITIVE_INFINITY}
      hasFailed={error !== null}
    >
      {children}
    </MayBeStale>
  )
}
