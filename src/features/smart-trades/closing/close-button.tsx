import { buttonClass } from '#ui/button-class.ts'
import { Tooltip } from '#ui/tooltip.tsx'

import type { CloseAction } from './close-trade.ts'

type CloseButtonProps = {
  way: CloseAction
  name: string
  /** Why the trade cannot go this way now: said on hover and on focus. */
  reason: string | undefined
  onPress: () => void
}

/** Opens the sheet that ends a trade; sends nothing by itself. */
export function CloseButton({ way, name, reason, onPress }: CloseButtonProps) {
  const button = (
    <button
      type="button"
      aria-disabled={reason !== undefined || undefined}
      onClick={() => reason === undefined && onPress()}
      className={buttonClass({
        look: way === 'close' ? 'danger-open' : 'secondary',
        className: 'max-sm:flex-1',
      })}
    >
      {name}
    </button>
  )
  return reason === undefined ? button : <Tooltip text={reason}>{button}</Tooltip>
}
