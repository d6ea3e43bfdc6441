import { useState } from 'react'
import { Button } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

type CopyButtonProps = {
  text: string
  /** Printed, or only spoken when `isIcon`. */
  label: string
  isIcon?: boolean | undefined
  size?: 'small' | 'medium' | undefined
}

type Outcome = 'idle' | 'copied' | 'failed'

const WORDS = { copied: 'Copied', failed: 'Could not copy' }

/** Puts a text on the clipboard and says so on itself until the pointer or the focus leaves. */
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
