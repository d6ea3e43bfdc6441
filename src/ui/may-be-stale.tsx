import type { ReactNode } from 'react'
import { StaleLine } from './stale-line.tsx'
import { useNow } from './now.tsx'
import { Age } from './time.tsx'

type MayBeStaleProps = {
  /** When the figures were read, in epoch milliseconds. */
  readAt: number
  /** How often they are read, in milliseconds: they are old after twice that. */
  every: number
  /** Why the last read failed, as a sentence. */
  failure?: string | undefined
  onRefresh: () => void
  children: ReactNode
}

/** Figures that stay on the screen when they get old, with their age above and without direction colour. */
export function MayBeStale({ readAt, every, failure, onRefresh, children }: MayBeStaleProps) {
  const now = useNow() ?? readAt
  const isStale = failure !== undefined || now - readAt > 2 * every
  if (!isStale) return children
  return (
    <>
      <StaleLine onRefresh={onRefresh}>
        <span>
          Stale, read <Age at={readAt} />. {failure}
        </span>
      </StaleLine>
      <div data-stale>{children}</div>
    </>
  )
}
