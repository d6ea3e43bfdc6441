import { createContext, use } from 'react'

/**
 * The present instant in epoch milliseconds, given by whoever owns the clock; it moves about once a
 * second. Only ages read it, so only ages are drawn again.
 */
export const NowContext = createContext<number | undefined>(undefined)

export const useNow = (): number | undefined => use(NowContext)
