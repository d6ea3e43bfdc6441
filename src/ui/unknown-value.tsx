import { createContext, use } from 'react'

import { Tooltip } from './tooltip.tsx'

/** The reason of dashes that have none of their own: a list of facts gives one for all of them. */
export const UnknownReason = createContext<string | undefined>(undefined)

/** Default reason of a missing field. */
export const NOT_SENT = 'The service did not send it.'

type UnknownValueProps = { reason?: string | undefined; className?: string | undefined }

/** The dash for a value nobody knows, with the reason on hover and focus. Never used for zero. */
export function UnknownValue({ className = '', ...props }: UnknownValueProps) {
  const reason = props.reason ?? use(UnknownReason)
  const dash = <span aria-hidden="true">—</span>
  if (reason === undefined) {
    return (
      <span className={`text-ink-3 ${className}`}>
        {dash}
        <span className="sr-only">unknown</span>
      </span>
    )
  }
  return (
    <Tooltip text={reason}>
      <button type="button" className={`cursor-help rounded-s text-ink-3 ${className}`}>
        {dash}
        <span className="sr-only">unknown</span>
      </button>
    </Tooltip>
  )
}
