import { type ReactNode, useDeferredValue } from 'react'

type AfterwardsProps = {
  /** What stands there until then, as large as what is to come. */
  meanwhile?: ReactNode
  children: ReactNode
}

/**
 * What a page's first picture can do without: drawn right after it, in a drawing that clicks and keys
 * go before. What was drawn once stays.
 */
export const Afterwards = ({ meanwhile, children }: AfterwardsProps) =>
  useDeferredValue(true, false) ? children : meanwhile
