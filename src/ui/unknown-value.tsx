import { Tooltip } from './tooltip.tsx'

type UnknownValueProps = { reason?: string | undefined; className?: string | undefined }

/** The dash for a value nobody knows, with the reason on hover and focus. Never used for zero. */
export function UnknownValue({ reason, className = '' }: UnknownValueProps) {
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
