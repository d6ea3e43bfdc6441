import { createContext, use } from 'react'

/** Retries all reads that wait after failures; provided by their reader. */
export const TryAgainContext = createContext<() => void>(() => undefined)

/** A manual retry without a wait. */
export function useTryAgain(retry: (() => void) | undefined): (() => void) | undefined {
  const letPass = use(TryAgainContext)
  return (
    retry &&
    (() => {
      letPass()
      retry()
    })
  )
}
