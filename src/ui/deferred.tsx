import { type ReactNode, useDeferredValue } from 'react'

type DeferredProps = {
  /** What stands there until then, as large as what is to come. */
  meanwhile?: ReactNode
  children: ReactNode
}

/**
 * What a page's first picture can do without: drawn right after it, in a drawing that clicks and keys
 * go before. What was drawn once stays.
 */
export const Deferred = ({ meanwhile, children }: DeferredProps) =>
  useDeferredValue(true, false) ? children : meanwhile
