import { buttonClass } from '#ui/button-class.ts'
import { Tooltip } from '#ui/tooltip.tsx'

import type { WayOut } from './end-trade.ts'

type WayOutButtonProps = {
  way: WayOut
  name: string
  /** Why the trade cannot go this way now: said on hover and on focus. */
  reason: string | undefined
  onPress: () => void
}

/** Opens the sheet that ends a trade; sends nothing by itself. */
export function WayOutButton({ way, name, reason, onPress }: WayOutButtonProps) {
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
