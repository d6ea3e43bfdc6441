import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Id } from '#contract/primitives.ts'
import { getSmartTrade } from '#contract/smart-trades.ts'
import { useFigures } from '#forms/use-write.ts'
import { NEXT_LINK } from '#forms/write-words.ts'
import { useExtension } from '#query/service.tsx'

import { smartTradeOf } from './queries.ts'
import { isClosed, statusTitle, type Trade } from './trade-facts.ts'

// What every sheet says that sends something about one trade.

type Reading = { isWanted?: boolean; isSent?: boolean; intent?: object | undefined }

/** The trade as it is now, until something is sent; as it was known where it cannot be read. */
export function useTradeFigures(id: Id, known: Trade, { isWanted = true, ...sent }: Reading) {
  const isRead = useExtension(getSmartTrade) === true && isWanted
  const query = useQuery({ ...smartTradeOf(id), enabled: isRead && !sent.isSent && !sent.intent })
  const figures = useFigures(query, known)
  return isRead ? figures : { ...figures, readAt: undefined }
}

/** What reading a trade again says of a request with an unknown outcome. */
export const TRADE_REREAD = {
  words: (trade: Trade) => ({
    words: `Read again, the trade is “${statusTitle(trade.status) ?? 'without a status'}”.`,
    isDone: isClosed(trade) ? 'The trade is over.' : undefined,
  }),
  notOffered: 'This service cannot be asked for one trade. Find it in the list.',
}

export const Becomes = ({ before, after }: { before: ReactNode; after: ReactNode }) => (
  <>
    <span className="text-ink-3">{before}</span>
    <span aria-label="becomes"> → </span>
    <strong className="font-semibold">{after}</strong>
  </>
)

/** To the trade over the list that is shown; what is chosen of the list stays. */
export const OpenTradeLink = ({ id, onClose }: { id: Id; onClose: () => void }) => (
  <Link
    from="/smart-trades/"
    to="."
    search={(before) => ({ ...before, trade: id })}
    className={NEXT_LINK}
    onClick={onClose}
  >
    Open the trade
  </Link>
)
