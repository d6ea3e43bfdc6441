import { createContext, use } from 'react'

import { type Display, drawn } from './drawn.ts'
import { Tooltip } from './tooltip.tsx'

/** Default reason of dashes, such as of a list of facts. */
export const UnknownReason = createContext<string | undefined>(undefined)

/** Reason of a missing field. */
export const NOT_SENT = 'The service did not send it.'

type UnknownValueProps = { reason?: string | undefined; className?: string | undefined }

/** A dash for an unknown value, with the reason on hover and focus. Never for zero. */
export const UnknownValue = drawn(drawUnknown, () => ({ unknownReason: use(UnknownReason) }))

function drawUnknown(
  { className = '', ...props }: UnknownValueProps,
  { unknownReason }: Pick<Display, 'unknownReason'>,
) {
  const reason = props.reason ?? unknownReason
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
