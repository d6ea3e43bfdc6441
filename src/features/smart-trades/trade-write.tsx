import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactElement } from 'react'

import type { Id } from '#contract/primitives.ts'
import { getSmartTrade } from '#contract/smart-trades.ts'
import { AlertButton } from '#forms/alert-button.tsx'
import { becomes, type EffectRow } from '#forms/effect.tsx'
import { useAlerts } from '#forms/use-alerts.ts'
import { useBefore, useFigures } from '#forms/use-write.ts'
import { NEXT_LINK, type NextStep } from '#forms/write-words.ts'
import type { Intent } from '#intents/intent.ts'
import { useAccounts } from '#market/accounts.ts'
import { freeOf, useBalances } from '#market/markets.ts'
import type { Decimal } from '#money/decimal.ts'
import { formatMoney } from '#money/format.ts'
import { useExtension } from '#query/service.tsx'
import type { Sent } from '#query/use-sending.ts'
import { Amount } from '#ui/amount.tsx'

import { smartTradeOf } from './queries.ts'
import { isClosed, statusLabel, stopOf, type Trade, tradeName } from './trade-facts.ts'

// Parts shared by the sheets that send a write on one trade.

type Reading = { isWanted?: boolean; isSent?: boolean; intent?: object | undefined }

/** Current trade until something is sent; the known one if it cannot be read. */
export function useTradeFigures(id: Id, known: Trade, { isWanted = true, ...sent }: Reading) {
  const isRead = useExtension(getSmartTrade) === true && isWanted
  const query = useQuery({ ...smartTradeOf(id), enabled: isRead && !sent.isSent && !sent.intent })
  const figures = useFigures(query, known)
  return isRead ? figures : { ...figures, readAt: undefined }
}

/** Outcome of an unknown write, by reading the trade again. */
export const TRADE_REREAD = {
  words: (trade: Trade) => ({
    words: `Read again, the trade is “${statusLabel(trade.status) ?? 'without a status'}”.`,
    isDone: isClosed(trade) ? 'The trade is over.' : undefined,
  }),
  notOffered: 'This service cannot be asked for one trade. Find it in the list.',
}

/** Trade after a write, by its answer or a later read. */
export function useTradeAfter(
  id: Id,
  intent: Sent<typeof getSmartTrade> | undefined,
): Trade | undefined {
  const isRead = useExtension(getSmartTrade) === true
  const isPlaced = intent?.outcome.kind === 'placed'
  const { data, dataUpdatedAt } = useQuery({ ...smartTradeOf(id), enabled: isRead && isPlaced })
  if (intent?.outcome.kind !== 'placed') return undefined
  return data && dataUpdatedAt > (intent.endedAt ?? intent.sentAt) ? data : intent.outcome.answer
}

/** Quote balance before the write, and its first read after it. */
export function useQuoteFree(
  { account, pair }: { account: { id: Id | undefined }; pair: string },
  intent: Intent | undefined,
) {
  const { exchangeId } = useAccounts().find(({ id }) => id === account.id) ?? {}
  const { data, dataUpdatedAt } = useBalances(exchangeId)
  const free = freeOf(pair, data).quote
  const before = useBefore(free, intent)
  const endedAt = intent?.outcome.kind === 'placed' ? intent.endedAt : undefined
  return { before, after: endedAt !== undefined && dataUpdatedAt > endedAt ? free : undefined }
}

/** "2,266.34 → 2,300.10", one figure if both look alike; nothing where the balance was never known. */
export function freeRow(
  quote: string,
  { before, after }: { before: Decimal | undefined; after: Decimal | undefined },
): EffectRow | false {
  if (before === undefined) return false
  const isAlike = after && formatMoney(before, quote) === formatMoney(after, quote)
  return becomes(`${quote} available`, before, isAlike ? before : after, (value) => (
    <Amount value={value} currency={quote} reason="Reading the balance." />
  ))
}

type Next = {
  id: Id
  trade: Trade | undefined
  isWatched: boolean
  open: (className: string | undefined) => ReactElement<ComponentProps<'a'>>
}

/** Alert at the stop if it has none, else the trade. */
export function nextOfTrade({ id, trade, isWatched, open }: Next): NextStep {
  if (!trade || isClosed(trade) || !stopOf(trade) || isWatched) return { link: open(NEXT_LINK) }
  const name = `SmartTrade ${id} · ${tradeName(trade)}`
  return {
    link: (
      <AlertButton
        look="primary"
        size="large"
        label="Set an alert at the stop"
        of={{ kind: 'stop_distance', tradeId: id, name }}
      />
    ),
    also: (
      <p className="flex justify-between gap-3 py-2">
        No alert watches this stop yet. {open('link touch')}
      </p>
    ),
  }
}

export const useIsStopWatched = (id: Id): boolean =>
  useAlerts().alerts?.some((alert) => alert.is_on && alert.trade_id === id) ?? false

/** Opens the trade over the current list, keeping its parameters. */
export const openTrade = (id: Id, onClose: () => void) => (className: string | undefined) => (
  <Link
    from="/smart-trades/"
    to="."
    search={(before) => ({ ...before, trade: id })}
    className={className}
    onClick={onClose}
  >
    Open the trade
  </Link>
)
