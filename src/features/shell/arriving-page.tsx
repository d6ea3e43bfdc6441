import { useQueryClient } from '@tanstack/react-query'
import { useElementScrollRestoration, useMatches } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'

import { readsDone } from '#query/reads-done.ts'

import { Opening } from './opening.tsx'

/**
 * The page that was asked for: its name at once, so that a click is answered in the next frame, and
 * the page in a drawing that further clicks and keys go before. One that was left half way down is
 * drawn whole at once when one comes back to it, since its place is found again on the whole of it.
 */
export function ArrivingPage({ children }: { children: ReactNode }) {
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  const drawn = useDeferredValue(page)
  const place = useElementScrollRestoration({ getElement: () => window })
  const isComingBack = place !== undefined && place.scrollY > 0
  const isFirstComing = useFirstReadsComing()
  return !isFirstComing && (drawn === page || isComingBack) ? children : <Opening />
}

/** Milliseconds after which a page without its figures is better than none. */
const WORTH_WAITING = 400

/**
 * Whether the very first page had better wait for its reads, which are on their way already: drawn
 * without its figures and then with them, it would have them later. What is asked for after them, as
 * the shell does, is not waited for.
 */
function useFirstReadsComing(): boolean {
  const queryClient = useQueryClient()
  const [first] = useState(() => queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' }))
  const [areComing, setComing] = useState(first.length > 0)
  useEffect(() => {
    const stop = () => setComing(false)
    const timer = setTimeout(stop, WORTH_WAITING)
    void readsDone(queryClient, (read) => first.includes(read)).then(stop)
    return () => clearTimeout(timer)
  }, [queryClient, first])
  return areComing
}
