import { useQuery } from '@tanstack/react-query'

import type { Id } from '#contract/primitives.ts'
import { getSmartTrade } from '#contract/smart-trades.ts'
import { useWrite } from '#forms/use-write.ts'
import type { LaterReading } from '#forms/write-outcome.tsx'
import { WriteSheet } from '#forms/write-sheet.tsx'
import { useAccounts } from '#market/accounts.ts'
import { useMarkets } from '#market/markets.ts'
import { useService } from '#query/service.tsx'
import { useExtension } from '#query/use-extension.ts'
import { useMode } from '#query/use-mode.tsx'
import { usePrepared, useSending } from '#query/use-sending.ts'
import { toSlashPair } from '#trading/pair.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { smartTradeOf } from '../queries.ts'
import { isClosed, statusTitle, type Trade } from '../trade-facts.ts'
import {
  closingMoved,
  consequencesOf,
  obstacleTo,
  WAY_ENDPOINTS,
  WAY_NAMES,
  type CloseAction,
} from './close-trade.ts'
import { EndTradeFigures } from './close-trade-figures.tsx'

type EndTradeSheetProps = { trade: Trade; id: Id; way: CloseAction; onClose: () => void }

const REREAD = 5_000

/** What the price of closing a large position depends on, where the service tells it. */
function useBookOf({ account, pair }: Trade, isWanted: boolean) {
  const exchange = useAccounts({ isWanted }).find(({ id }) => id === account?.id)?.exchange
  const { marketOf } = useMarkets(exchange, { isWanted })
  return isWanted && pair !== undefined ? marketOf(pair) : undefined
}

/** Ending a trade by hand: whose it is, what happens then, the request, and what became of it. */
export function EndTradeSheet({ trade: listed, id, way, onClose }: EndTradeSheetProps) {
  const { clock } = useService()
  const mode = useMode()
  const { areAmountsHidden } = useDisplayPreferences()
  const prepared = usePrepared(WAY_ENDPOINTS[way], { params: { id } })
  const sending = useSending(prepared)
  const outcome = sending.intent?.outcome
  const isUnknown = outcome?.kind === 'unknown'
  const canRead = useExtension(getSmartTrade) === true
  // One that closes at the market goes by a price that is fresh, where it can be read again.
  const isPriced = canRead && way === 'close'
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...smartTradeOf(id),
    enabled: canRead && (isUnknown || (isPriced && outcome === undefined)),
    ...(isUnknown && { refetchInterval: REREAD }),
  })
  const trade = data ?? listed
  const book = useBookOf(trade, way === 'close')
  const write = useWrite({
    prepared,
    sending,
    obstacle: obstacleTo(way, trade),
    figures: {
      now: trade,
      readAt: isPriced ? dataUpdatedAt + (clock.offset() ?? 0) : undefined,
      readAgain: async () => (await refetch({ throwOnError: true })).data ?? trade,
    },
    whatMoved: closingMoved,
  })
  const name = trade.pair === undefined ? `SmartTrade ${id}` : toSlashPair(trade.pair)
  const act = `${WAY_NAMES[way]}${mode === 'REAL' ? ', real money' : ''}`
  const stands = outcome?.kind === 'placed' ? statusTitle(outcome.answer.status) : undefined
  return (
    <WriteSheet
      write={write}
      width="stop"
      look="danger-final"
      account={trade.account?.name ?? 'Account not told'}
      title={way === 'close' ? `Close ${name} at market` : `Cancel ${name}`}
      subject={`SmartTrade ${id}.`}
      words={{
        act,
        anyway: way === 'close' ? 'Close anyway' : 'Cancel anyway',
        leave: 'Keep the trade',
        done: 'Accepted at',
        refused: 'The trade goes on as it was.',
        unknown: 'It may have gone through.',
        asked: `${way} SmartTrade ${id}`,
      }}
      review={
        <>
          <SheetSection title="What happens">
            <ul className="grid list-disc gap-1 pl-4 marker:text-ink-3">
              {consequencesOf(way, trade, { areAmountsHidden, book }).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </SheetSection>
          <EndTradeFigures trade={trade} />
        </>
      }
      placed={
        <p className="text-ink-2">
          {stands === undefined
            ? 'The service did not say how the trade stands now.'
            : `The trade is now “${stands}”.`}{' '}
          Its result stands in the list as soon as the exchange has done it.
        </p>
      }
      reading={
        isUnknown && sending.intent
          ? readingOf(trade, dataUpdatedAt > sending.intent.sentAt ? dataUpdatedAt : 0, canRead)
          : undefined
      }
      again={{
        label: `${WAY_NAMES[way]} again (safe)`,
        next: 'Sending it again is safe: a trade that has ended is left as it is.',
      }}
      onClose={onClose}
    />
  )
}

/** What the trade says of itself while nobody knows; a trade is ended only once. */
function readingOf(trade: Trade, at: number, canRead: boolean): LaterReading | undefined {
  if (!canRead) {
    return {
      at: undefined,
      words: 'The trade cannot be read by its number here; look for it in the list.',
    }
  }
  if (at === 0) return undefined
  return {
    at,
    words: `Read again, the trade is “${statusTitle(trade.status) ?? 'without a status'}”.`,
    isDone: isClosed(trade) ? 'The trade is over.' : undefined,
  }
}
