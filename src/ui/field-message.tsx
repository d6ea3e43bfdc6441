import type { ReactNode } from 'react'
import { WarningIcon } from './icons.tsx'

type FieldMessageProps = {
  id?: string | undefined
  isError?: boolean | undefined
  children: ReactNode
}

/** The 12 px line under an input: amber with an icon when something is wrong. */
export function FieldMessage({ id, isError = false, children }: FieldMessageProps) {
  return (
    <p
      id={id}
      className={`mt-1 flex items-start gap-1.5 text-caption tabular-nums ${isError ? 'text-caution' : 'text-ink-3'}`}
    >
      {isError && <WarningIcon size={14} className="mt-px" />}
      <span className="min-w-0">{children}</span>
    </p>
  )
}
