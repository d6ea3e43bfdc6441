import type { KeyboardEvent } from 'react'

import { Button } from '#ui/button.tsx'

import { mayStay, phraseFor, type Sale } from './sale.ts'
import { useArmed } from './use-armed.ts'

type SellAllActionProps = {
  label: string
  typed: string
  plan: Sale
  /** Why nothing may be sold now. */
  block: string | undefined
  isSending: boolean
  onConfirm: () => void
}

const ARMED_AFTER = 5

/** The one button that sells. It takes a pointer or the space bar, never Enter. */
export function SellAllAction(props: SellAllActionProps) {
  const { label, typed, plan, block, isSending, onConfirm } = props
  const secondsLeft = useArmed(ARMED_AFTER)
  const phrase = phraseFor(label)
  const reason =
    block ??
    (typed.trim() === phrase ? undefined : `Type ${phrase} above.`) ??
    (secondsLeft > 0 ? `Ready in ${secondsLeft} s.` : undefined)
  const ignoreEnter = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()
  return (
    <span className="flex flex-col items-end gap-1 max-sm:items-stretch">
      <Button
        look="danger-final"
        size="large"
        reason={isSending ? undefined : reason}
        isSending={isSending}
        onKeyDown={ignoreEnter}
        onClick={onConfirm}
      >
        {labelOf(plan)}
      </Button>
    </span>
  )
}

/** Says what will happen, and not more than is known. */
function labelOf({ sold }: Sale): string {
  if (sold.length === 0) return 'Stop everything'
  const most = sold.some(mayStay) ? 'up to ' : ''
  return `Sell ${most}${sold.length} ${sold.length === 1 ? 'asset' : 'assets'} to USD`
}
