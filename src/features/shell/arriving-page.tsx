import { useElementScrollRestoration, useMatches } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'

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
  return drawn === page || isComingBack ? children : <Opening />
}
