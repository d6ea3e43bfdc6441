import { type ComponentProps, type MouseEvent, useId, useState } from 'react'

import { buttonClass, type ButtonStyle } from './button-class.ts'
import { CheckIcon, CopyIcon, DashedRingIcon } from './icons.tsx'
import { Tooltip } from './tooltip.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonStyle & {
    /** Reason for a disabled button, printed after it; it stays focusable. */
    reason?: string | undefined
    /** Request in progress: keeps width and focus, ignores presses. */
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

/** Both labels share one cell, so the wider one sets the width. */
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

type StopButtonProps = {
  /** Names the bot for screen readers. */
  name: string
  reason: string | undefined
  onPress: () => void
}

/** Opens a row's stop sheet; if disabled, shows the reason on hover and focus. */
export function StopButton({ name, reason, onPress }: StopButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={`Stop ${name}`}
      aria-disabled={reason !== undefined || undefined}
      onClick={(event) => {
        // The row itself opens the bot.
        event.stopPropagation()
        if (reason === undefined) onPress()
      }}
      className={buttonClass({
        look: 'quiet',
        size: 'small',
        className:
          'inset-ring inset-ring-hairline-2 max-sm:text-caption max-sm:inset-ring-0 hover:bg-caution-soft hover:text-caution hover:inset-ring-caution off:hover:bg-active off:hover:text-ink-3',
      })}
    >
      Stop
    </button>
  )
  return reason === undefined ? button : <Tooltip text={reason}>{button}</Tooltip>
}

type CopyButtonProps = {
  text: string
  /** Printed, or only spoken when `isIcon`. */
  label: string
  isIcon?: boolean | undefined
  size?: 'small' | 'medium' | undefined
}

type Outcome = 'idle' | 'copied' | 'failed'

const WORDS = { copied: 'Copied', failed: 'Could not copy' }

/** Copies a text and confirms it until pointer or focus leaves. */
export function CopyButton({ text, label, isIcon = false, size = 'medium' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  const forget = () => setOutcome('idle')
  const words = outcome === 'idle' ? label : WORDS[outcome]
  return (
    <Button
      look="quiet"
      size={size}
      isIcon={isIcon}
      aria-label={isIcon ? words : undefined}
      title={isIcon ? words : undefined}
      onClick={() => void copy()}
      onPointerLeave={forget}
      onBlur={forget}
    >
      {outcome === 'copied' ? <CheckIcon /> : isIcon && <CopyIcon />}
      {!isIcon && words}
      <span role="status" className="sr-only">
        {outcome !== 'idle' && words}
      </span>
    </Button>
  )
}
