import type { ReactNode } from 'react'

type EmptyProps = {
  /** "No SmartTrades on Harbour spot yet." */
  title: ReactNode
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** Nothing exists yet: a sentence, a line, one thing to do. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="py-6">
      <p className="text-lead font-semibold">{title}</p>
      {children !== undefined && <p className="mt-1 max-w-88 text-ink-2">{children}</p>}
      {action !== undefined && (
        <div className="mt-3.5 flex flex-wrap items-center gap-2">{action}</div>
      )}
    </div>
  )
}
