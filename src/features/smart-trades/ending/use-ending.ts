import { useQuery } from '@tanstack/react-query'

import { getSmartTrade } from '#contract/smart-trades.ts'
import { useService } from '#query/service.tsx'
import { useExtension } from '#query/use-extension.ts'
import { useFreshFigures } from '#query/use-fresh-figures.ts'
import { useSend } from '#query/use-send.ts'

import { closingMoved, WAY_ENDPOINTS, type WayOut } from './end-trade.ts'
import { smartTradeOf } from '../queries.ts'
import type { Trade } from '../trade-facts.ts'

/** Ends a trade; one that closes at the market by a price that is fresh, where it can be read again. */
export function useEnding(listed: Trade, id: number, way: WayOut) {
  const { clock } = useService()
  const request = { params: { id } }
  const { send, sendAgain, intent, isSending } = useSend(WAY_ENDPOINTS[way], request)
  const isPriced = useExtension(getSmartTrade) === true && way === 'close'
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...smartTradeOf(id),
    enabled: isPriced && intent === undefined,
  })
  const trade = data ?? listed
  const fresh = useFreshFigures({
    figures: {
      now: trade,
      readAt: isPriced ? dataUpdatedAt + (clock.offset() ?? 0) : undefined,
      readAgain: async () => (await refetch({ throwOnError: true })).data ?? trade,
    },
    whatMoved: (now) => closingMoved(trade, now),
    send: () => send(request),
  })
  return {
    trade,
    intent,
    isSending: isSending || fresh.isReading,
    isVoid: fresh.isVoid,
    /** Whoever was told why nothing was sent, and still wants out, gets out. */
    end: () => (fresh.isVoid === undefined ? fresh.send() : send(request)),
    endAgain: () => sendAgain(request),
  }
}
