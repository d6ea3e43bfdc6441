import { createContext, type ReactNode, use } from 'react'

/** Reason that rows are delayed; provided by their reader. */
export const ReadWaitContext = createContext<ReactNode>(undefined)

/** Replaces rows that wait for their turn. */
export const ReadWait = () => use(ReadWaitContext)

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
