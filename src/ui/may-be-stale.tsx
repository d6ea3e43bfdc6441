import type { ReactNode } from 'react'
import { useNow } from './now.tsx'

type MayBeStaleProps = {
  /** When the figures were read, in epoch milliseconds. */
  readAt: number
  /** How often they are read, in milliseconds: they are old after twice that. */
  every: number
  /** Whether the last read failed. */
  hasFailed: boolean
  children: ReactNode
}

/** Figures that stay on the screen when they get old, dimmed; the status strip says why and how old. */
export function MayBeStale({ readAt, every, hasFailed, children }: MayBeStaleProps) {
  const now = useNow() ?? readAt
  const isStale = hasFailed || now - readAt > 2 * every
  // The same element in both states: what was typed or scrolled within stays.
  return <div data-stale={isStale || undefined}>{children}</div>
}
