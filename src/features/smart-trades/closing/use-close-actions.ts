import { useExtension } from '#query/service.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'

import { isClosed, type Trade } from '../trade-facts.ts'
import { type CloseAction, obstacleTo, WAY_ENDPOINTS } from './close-trade.ts'

export type OfferedWay = { way: CloseAction; reason: string | undefined }

/** The ways out that the service advertises; none of a trade that is over. */
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
