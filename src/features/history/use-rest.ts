import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'

import { ApiError } from '#client/api-error.ts'

import { loadRest } from './load-rest.ts'
import type { Pages } from './queries.ts'
import type { HistoryView } from './search.ts'

export type Rest = {
  isLoading: boolean
  /** Why the last loading ended before its end. */
  error: ApiError | undefined
  /** Loads until nothing follows or enough is there; tells whether that was reached. */
  load: (isEnough?: (pages: Pages) => boolean) => Promise<boolean>
  cancel: () => void
}

type State = { of: string; isLoading: boolean; error?: ApiError }

const NEVER = (_pages: Pages): boolean => false

/** Loads what scrolling has not reached yet. It ends with the page, or when other rows are asked for. */
export function useRest(view: HistoryView): Rest {
  const client = useQueryClient()
  const of = JSON.stringify(view)
  const [state, setState] = useState<State>({ of, isLoading: false })
  const running = useRef(new Map<string, AbortController>())

  const cancel = useCallback(() => running.current.get(of)?.abort(), [of])
  const load = useCallback(
    async (isEnough = NEVER) => {
      running.current.get(of)?.abort()
      const run = new AbortController()
      const { signal } = run
      running.current.set(of, run)
      setState({ of, isLoading: true })
      const end = (error?: ApiError) => {
        if (running.current.get(of) !== run) return
        running.current.delete(of)
        setState({ of, isLoading: false, ...(error && { error }) })
      }
      try {
        await loadRest(client, { view: JSON.parse(of) as HistoryView, signal, isEnough })
        end()
        return !signal.aborted
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        end(signal.aborted ? undefined : error)
        return false
      }
    },
    [client, of],
  )
  useEffect(() => {
    const all = running.current
    return () => all.get(of)?.abort()
  }, [of])
  const mine = state.of === of ? state : undefined
  return { isLoading: mine?.isLoading ?? false, error: mine?.error, load, cancel }
}
