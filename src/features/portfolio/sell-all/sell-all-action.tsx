import { ArmedButton } from '#ui/armed-button.tsx'

import { mayStay, phraseFor, type Sale } from './sale.ts'

type SellAllActionProps = {
  label: string
  typed: string
  plan: Sale
  /** Why nothing may be sold now. */
  block: string | undefined
  isSending: boolean
  onConfirm: () => void
}

/** The one button that sells. */
export function SellAllAction(props: SellAllActionProps) {
  const { label, typed, plan, block, isSending, onConfirm } = props
  const phrase = phraseFor(label)
  const missing = typed.trim() === phrase ? undefined : `Type ${phrase} above.`
  return (
    <ArmedButton reason={block ?? missing} isSending={isSending} onClick={onConfirm}>
      {labelOf(plan)}
    </ArmedButton>
  )
}

/** Says what will happen, and not more than is known. */
function labelOf({ sold }: Sale): string {
  if (sold.length === 0) return 'Stop everything'
  const most = sold.some(mayStay) ? 'up to ' : ''
  return `Sell ${most}${sold.length} ${sold.length === 1 ? 'asset' : 'assets'} to USD`
}
