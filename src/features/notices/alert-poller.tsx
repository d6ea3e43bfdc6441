import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'

import { type Alert, listAlerts } from '#contract/alerts.ts'
import { getBalanceHistory } from '#contract/exchanges.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { getPair, listPairs, listPairsOn } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { useAlerts } from '#forms/use-alerts.ts'
import { convertedQuery, endpointQuery } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'
import { useConnection, useSettings } from '#session/use-session.ts'
import {
  type AlertReading,
  alertSubject,
  alertWords,
  drawdownReading,
  fires,
  HOUR,
  latestFrom,
  PEAK_OF,
  priceReading,
  rangeReading,
  stopReading,
  subjectOf,
  withLatest,
} from '#trading/alerts.ts'
import { balanceColumns } from '#trading/balance-flow.ts'
import { Button } from '#ui/button.tsx'
import { CloseIcon } from '#ui/icons.tsx'

import { inBackground, type Notice, useNotify } from './notice.ts'

/** Tells of alerts: those that the service says have fired, or this browser's own, which it judges. */
export function OfAlerts() {
  const { place, alerts } = useAlerts()
  const [shown, setShown] = useState<readonly Notice[]>([])
  const notify = useNotify()
  const tell = (notices: readonly Notice[]) => {
    if (notices.length === 0) return
    notify(notices)
    setShown((before) => [...before, ...notices].slice(-MOST_SHOWN))
  }
  return (
    <>
      {place === 'service' ? (
        <OfService onFired={tell} />
      ) : (
        alerts && alerts.length > 0 && <OfBrowser alerts={alerts} onFired={tell} />
      )}
      <Fired notices={shown} onClose={() => setShown([])} />
    </>
  )
}

const MOST_SHOWN = 3

type OnFired = { onFired: (notices: readonly Notice[]) => void }

function OfService({ onFired }: OnFired) {
  const { data } = useQuery({ ...endpointQuery(listAlerts, {}), ...inBackground })
  const before = useRef<readonly Alert[]>(undefined)
  useEffect(() => {
    if (!data) return
    const now = readableRows<Alert>(data)
    if (now === before.current) return
    const fired = before.current ? firedSince(before.current, now) : []
    before.current = now
    onFired(fired)
  })
  return null
}

/** Alerts that have fired since they were read before; one that is new is only the baseline. */
export function firedSince(before: readonly Alert[], now: readonly Alert[]): Notice[] {
  const last = new Map(before.map(({ id, last_fired_at: at }) => [id, at]))
  return now
    .filter(
      ({ id, last_fired_at: at }) =>
        at !== null && last.has(id) && (last.get(id) ?? -Infinity) < at,
    )
    .map(noticeOf)
}

/** The level that was typed stands in it, and no other amount. */
const noticeOf = (alert: Alert): Notice => ({
  tag: `alert ${alert.id} ${alert.last_fired_at ?? ''}`,
  title: alertSubject(alert),
  body: `${alertSubject(alert)} ${alertWords(alert)}.`,
  leadsTo: { page: '/alerts' },
})

function OfBrowser({ alerts, onFired }: OnFired & { alerts: readonly Alert[] }) {
  const { clock } = useService()
  const { noteFired } = useAlerts()
  const readings = useReadings(alerts)
  const before = useRef<Readings>(new Map())
  useEffect(() => {
    if (readings === before.current) return
    const at = clock.now()
    const fired = firedBetween(alerts, before.current, readings, at)
    before.current = readings
    if (fired.length === 0) return
    noteFired(new Set(fired.map(({ id }) => id)), at)
    onFired(fired.map((alert) => noticeOf({ ...alert, last_fired_at: at })))
  })
  return null
}

type Readings = ReadonlyMap<string, AlertReading | undefined>

/** Which alerts fire between two readings: of those that wait for the same, one. */
export function firedBetween(
  alerts: readonly Alert[],
  before: Readings,
  now: Readings,
  at: Instant,
): Alert[] {
  const fired = new Map<string, Alert>()
  for (const alert of alerts) {
    const alike = alerts.filter((other) => subjectOf(other) === subjectOf(alert))
    const last = Math.max(...alike.map(({ last_fired_at: each }) => each ?? -Infinity))
    const judged = { ...alert, last_fired_at: Number.isFinite(last) ? last : null }
    if (!fires(judged, before.get(alert.id), now.get(alert.id), at)) continue
    if (!fired.has(subjectOf(alert)) || alert.every_time) fired.set(subjectOf(alert), alert)
  }
  return [...fired.values()]
}

/** What is read of each alert's subject, once a minute; the same map until something is read anew. */
function useReadings(alerts: readonly Alert[]): Readings {
  const { clock } = useService()
  const connectionId = useConnection()?.id ?? ''
  const { [connectionId]: deposits } = useSettings().depositReadings
  const on = alerts.filter(({ is_on: isOn }) => isOn)
  const has = (kind: Alert['kind']) => on.some((alert) => alert.kind === kind)
  const areListed = useExtension(listPairs) === true
  const areNames = useExtension(listPairsOn) === true
  const isPriced = useExtension(getPair) === true
  const hasBots = useExtension(listGridBots) === true
  // A service that lists no pairs has the prices of its trades alone; else a price that is missing
  // now may be one of another exchange there.
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
  }).map(({ data }) => data)
  const trades = useQuery({
    ...endpointQuery(listSmartTrades, { query: { status: 'active', per_page: 100 } }),
    ...inBackground,
    enabled: has('stop_distance') || (has('price') && isPricedByTrades),
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
  const month = useQuery({ ...historyFrom(hour - PEAK_OF), staleTime: HOUR })
  const latest = useQuery({ ...historyFrom(latestFrom(hour)), ...inBackground })

  const readings = new Map(
    on.map((alert) => {
      const { kind, pair, exchange, trade_id: tradeId, bot_id: botId } = alert
      const reading = (): AlertReading | undefined => {
        if (kind === 'stop_distance') {
          const trade = trades.data && readableRows(trades.data).find(({ id }) => id === tradeId)
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
        // A list of names alone may have been read for another page.
        const listed = isPricedByList && pairs.data ? readableRows(pairs.data) : []
        const rows = [...listed, ...priced]
        const row = rows.find(
          (one) =>
            one?.pair === pair && (exchange === null || (one?.exchange ?? exchange) === exchange),
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
  // Readings that say the same are the same: nothing is judged twice.
  return useMemo(() => readings, [key]) // eslint-disable-line react-hooks/exhaustive-deps
}

type FiredProps = { notices: readonly Notice[]; onClose: () => void }

/** What has fired just now, over the page: a browser may show no notifications. */
function Fired({ notices, onClose }: FiredProps) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed right-4 bottom-[calc(var(--bottom-bar)+1rem)] z-30 max-w-[calc(100vw-2rem)]"
    >
      {notices.length > 0 && (
        <div className="pointer-events-auto flex items-start gap-3 rounded-l bg-overlay py-3 pr-2 pl-4 shadow-pop">
          <div>
            {notices.map(({ tag, body }) => (
              <p key={tag}>{body}</p>
            ))}
            <Link to="/alerts" className="text-caption text-accent underline" onClick={onClose}>
              All alerts
            </Link>
          </div>
          <Button look="quiet" size="small" isIcon aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
      )}
    </div>
  )
}
