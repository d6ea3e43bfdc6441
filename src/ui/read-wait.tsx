import { createContext, type ReactNode, use } from 'react'

/** Says why rows have not come yet, where they do not come at once; given by whoever reads. */
export const ReadWaitContext = createContext<ReactNode>(undefined)

/** The sentence in the place of a page's rows while they wait for their turn. */
export const ReadWait = () => use(ReadWaitContext)

/** Lets what waits because reading has failed go at once; given by whoever reads. */
export const TryAgainContext = createContext<() => void>(() => undefined)

/** A press of the person that asks for another try: it waits for nothing. */
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
