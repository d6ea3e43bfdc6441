import type { ReactNode } from 'react'
import { WarningIcon } from './icons.tsx'

type FieldMessageProps = {
  id?: string | undefined
  /** Error: amber, with an icon. */
  error?: string | undefined
  /** Text without an error; nothing if omitted. */
  children?: ReactNode
}

export function FieldMessage({ id, error, children }: FieldMessageProps) {
  const isError = error !== undefined
  if (!isError && children === undefined) return null
  return (
    <p
      id={id}
      className={`mt-1 flex items-start gap-1.5 text-caption tabular-nums ${isError ? 'text-caution' : 'text-ink-3'}`}
    >
      {isError && <WarningIcon size={14} className="mt-px" />}
      <span className="min-w-0">{error ?? children}</span>
    </p>
  )
}

/** Attributes that link an input to its message. */
export const messageWiring = (id: string, error: string | undefined, hint?: ReactNode) => ({
  'aria-describedby': (error ?? hint) === undefined ? undefined : id,
  'aria-invalid': error === undefined ? undefined : (true as const),
})
