import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldMessage, messageWiring } from './field-message.tsx'

/** Attributes that link an input to its label and message. */
export type FieldWiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = {
  label: ReactNode
  /** Right of the label: a short fact or quiet links, such as Bid and Ask. */
  help?: ReactNode
  /** Below the input without an error, such as "Sent as 88900". */
  hint?: ReactNode
  /** A sentence that names the limit. */
  error?: string | undefined
  isLabelHidden?: boolean | undefined
  className?: string | undefined
  children: (wiring: FieldWiring) => ReactNode
}

/** Keeps the height of a hint that is still read. */
export const COMING_HINT = '\u00a0'

export function Field(props: FieldProps) {
  const { label, help, hint, error, isLabelHidden = false, className, children } = props
  const id = useId()
  const messageId = `${id}-message`
  return (
    <div className={classNames('min-w-0', className)}>
      <div
        className={
          isLabelHidden ? 'sr-only' : 'mb-1 flex items-baseline justify-between gap-2 text-caption'
        }
      >
        <label htmlFor={id} className="text-ink-2">
          {label}
        </label>
        {help !== undefined && <span className="text-right text-ink-3">{help}</span>}
      </div>
      {children({ id, ...messageWiring(messageId, error, hint) })}
      <FieldMessage id={messageId} error={error}>
        {hint}
      </FieldMessage>
    </div>
  )
}
