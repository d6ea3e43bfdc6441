import { type ComponentProps, type MouseEvent, useId } from 'react'
import { buttonClass, type ButtonStyle } from './button-class.ts'
import { DashedRingIcon } from './icons.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonStyle & {
    /** Why it cannot be pressed now. The button stays focusable and the reason is printed after it. */
    reason?: string | undefined
    /** `true` while its request is out: same width, keeps the focus, presses do nothing. */
    isSending?: boolean | undefined
    sendingLabel?: string | undefined
  }

export function Button({
  look,
  size,
  isIcon,
  className,
  reason,
  isSending,
  sendingLabel = 'Sending',
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const isOff = reason !== undefined || isSending === true || rest['aria-disabled'] === true
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <>
      <button
        {...rest}
        type={type}
        aria-disabled={isOff || undefined}
        aria-describedby={reason === undefined ? rest['aria-describedby'] : reasonId}
        onClick={press}
        className={buttonClass({ look, size, isIcon, className })}
      >
        {isSending === undefined ? (
          children
        ) : (
          <Latched isSending={isSending} sendingLabel={sendingLabel}>
            {children}
          </Latched>
        )}
      </button>
      {reason !== undefined && (
        <span id={reasonId} className="text-caption text-ink-3">
          {reason}
        </span>
      )}
    </>
  )
}

type LatchedProps = Pick<ButtonProps, 'children' | 'sendingLabel'> & { isSending: boolean }

/** Both labels lie in one cell, so the wider one sets the width in either state. */
function Latched({ isSending, sendingLabel, children }: LatchedProps) {
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-1.5'
  return (
    <span className="inline-grid">
      <span className={`${cell} ${isSending ? 'invisible' : ''}`}>{children}</span>
      <span className={`${cell} ${isSending ? '' : 'invisible'}`}>
        <DashedRingIcon size={14} />
        {sendingLabel}
      </span>
    </span>
  )
}
