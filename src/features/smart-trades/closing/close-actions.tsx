import { useWriteBlock } from '#query/use-write-block.ts'
import { useExtension } from '#query/service.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Tooltip } from '#ui/tooltip.tsx'

import { isClosed, type Trade } from '../trade-facts.ts'
import { type CloseAction, obstacleTo, WAY_ENDPOINTS } from './close-trade.ts'

type CloseButtonProps = {
  way: CloseAction
  name: string
  reason: string | undefined
  onPress: () => void
}

/** Opens the sheet that closes or cancels a trade; sends nothing. */
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

type OfferedWay = { way: CloseAction; reason: string | undefined }

export function useCloseActions(): (trade: Trade) => OfferedWay[] {
  const isOffered = {
    cancel: useExtension(WAY_ENDPOINTS.cancel),
    close: useExtension(WAY_ENDPOINTS.close),
  }
  const blocks = {
    cancel: useWriteBlock({ of: WAY_ENDPOINTS.cancel, passesPause: true }),
    close: useWriteBlock({ of: WAY_ENDPOINTS.close, passesPause: true }),
  }
  return (trade) =>
    (['cancel', 'close'] as const).flatMap((way) =>
      isOffered[way] && !isClosed(trade)
        ? [{ way, reason: blocks[way] ?? obstacleTo(way, trade) }]
        : [],
    )
}
