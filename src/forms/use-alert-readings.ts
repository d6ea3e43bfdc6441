import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Alert } from '#contract/alerts.ts'
import { getBalanceHistory } from '#contract/exchanges.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { getPair, listPairs, listPairsOn } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { getSmartTrade, listSmartTrades } from '#contract/smart-trades.ts'
import { convertedQuery, endpointQuery, every } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'
import { useConnection, useSettings } from '#session/use-session.ts'
import {
  type AlertReading,
  drawdownReading,
  HOUR,
  latestFrom,
  PEAK_RANGE,
  priceReading,
  rangeReading,
  stopReading,
  withLatest,
} from '#trading/alerts.ts'
import { balanceColumns } from '#trading/balance-flow.ts'

/** In milliseconds. Rare, because it also runs in hidden tabs. */
const EVERY = 60_000
export const inBackground = {
  refetchInterval: every(EVERY),
  refetchIntervalInBackground: true,
} as const

/** By alert id; `undefined` if unknown. */
export type AlertReadings = ReadonlyMap<string, AlertReading | undefined>

/** Readings of active alerts, once a minute; the same map until one changes. */
export function useAlertReadings(alerts: readonly Alert[]) {
  const { clock } = useService()
  const connectionId = useConnection()?.id ?? ''
  const { [connectionId]: deposits } = useSettings().depositReadings
  const on = alerts.filter(({ is_on: isOn }) => isOn)
  const has = (kind: Alert['kind']) => on.some((alert) => alert.kind === kind)
  const areListed = useExtension(listPairs) === true
  const areNames = useExtension(listPairsOn) === true
  const isPriced = useExtension(getPair) === true
  const hasBots = useExtension(listGridBots) === true
  // Without a list of pairs, trades have the only prices; otherwise a missing price may be another
  // exchange's.
  const isPricedByTrades = !areListed && !isPriced
  const isPricedByList = areListed && !areNames
  const pairs = useQuery({
    ...endpointQuery(listPairs, {}),
    ...inBackground,
    enabled: has('price') && isPricedByList,
  })
  const priced = useQueries({
    queries: on
      .filter(({ kind }) => kind === 'price' && isPriced)
      .map(({ exchange, pair }) => ({
        ...endpointQuery(getPair, { query: { exchange: exchange ?? '', pair: pair ?? '' } }),
        ...inBackground,
        enabled: exchange !== null && pair !== null,
      })),
  })
  const trades = useQuery({
    ...endpointQuery(listSmartTrades, { query: { status: 'active', per_page: 100 } }),
    ...inBackground,
    enabled: has('stop_distance') || (has('price') && isPricedByTrades),
  })
  // A trade missing from the list may have been closed by its stop.
  const left = on.flatMap(({ kind, trade_id: id }) =>
    kind === 'stop_distance' &&
    id !== null &&
    trades.data?.every((trade) => trade.id !== id) === true
      ? [id]
      : [],
  )
  const ended = useQueries({
    queries: [...new Set(left)].map((id) => ({
      ...endpointQuery(getSmartTrade, { params: { id } }),
      staleTime: HOUR,
    })),
  })
  const bots = useQuery({
    ...endpointQuery(listGridBots, {}),
    ...inBackground,
    enabled: has('out_of_range') && hasBots,
  })
  const hour = Math.floor(clock.now() / HOUR) * HOUR
  const historyFrom = (from: Instant) => ({
    ...convertedQuery(
      getBalanceHistory,
      { params: { id: 'summary' }, query: { date_from: from } },
      balanceColumns,
    ),
    enabled: has('drawdown'),
  })
  const month = useQuery({ ...historyFrom(hour - PEAK_RANGE), staleTime: HOUR })
  const latest = useQuery({ ...historyFrom(latestFrom(hour)), ...inBackground })

  const readings = new Map(
    on.map((alert) => {
      const { kind, pair, exchange, trade_id: tradeId, bot_id: botId } = alert
      const reading = (): AlertReading | undefined => {
        if (kind === 'stop_distance') {
          const read = [
            ...(trades.data ? readableRows(trades.data) : []),
            ...ended.flatMap(({ data }) => data ?? []),
          ]
          const trade = read.find(({ id }) => id === tradeId)
          return trade && stopReading(trade)
        }
        if (kind === 'out_of_range') {
          const bot = bots.data && readableRows(bots.data).find(({ id }) => id === botId)
          return bot && rangeReading(bot)
        }
        if (kind === 'drawdown') {
          return month.data && latest.data
            ? drawdownReading(withLatest(month.data, latest.data), deposits)
            : undefined
        }
        // A list without prices may have been read for another page.
        const listed = isPricedByList && pairs.data ? readableRows(pairs.data) : []
        const rows = [...listed, ...priced.map(({ data }) => data)]
        const row = rows.find(
          (one) =>
            one?.pair === pair && (exchange === null || (one.exchange ?? exchange) === exchange),
        )
        const traded =
          isPricedByTrades && trades.data
            ? readableRows(trades.data).find((one) => one.pair === pair)
            : undefined
        return priceReading(row?.last ?? traded?.data.current_price.last)
      }
      return [alert.id, reading()] as const
    }),
  )
  const key = JSON.stringify([...readings])
  // Keeps the object for equal readings, so that nothing is judged twice.
  const same = useMemo(() => readings, [key]) // eslint-disable-line react-hooks/exhaustive-deps
  return {
    readings: same as AlertReadings,
    /** Some first read is under way. */
    isReading: [pairs, ...priced, trades, ...ended, bots, month, latest].some(
      ({ isLoading }) => isLoading,
    ),
  }
}
