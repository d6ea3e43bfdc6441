import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

import { type GridBot, listGridBots } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import { readableRows } from '#contract/read.ts'
import type { Intent } from '#intents/intent.ts'
import { inBackground } from '#forms/use-alert-readings.ts'
import type { Need } from '#market/needs.ts'
import { useNeeds } from '#market/use-needs.ts'
import { textOr } from '#money/format.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'
import { isServiceLost } from '#query/stale-reads.ts'
import type { NoticeEvent } from '#session/settings.ts'
import { toSlashPair } from '#trading/pair.ts'
import { groupOf, statusLabel } from '#trading/smart-trade-group.ts'

import { OfAlerts } from './alert-poller.tsx'
import { type Notice, useNotices, useNotify } from './notice.ts'

type NoticePollerProps = { connectionId: string; events: readonly NoticeEvent[] }

/** One tab compares each read with the previous one and notifies of events. */
export function NoticePoller({ connectionId, events }: NoticePollerProps) {
  const isPolling = useOnlyTab(`quarterdeck.notices.${connectionId}`)
  return isPolling && events.map((event) => <Fragment key={event}>{POLLERS[event]}</Fragment>)
}

const POLLERS: Record<NoticeEvent, ReactNode> = {
  trade_ended: <OfTrades />,
  bot_stopped: <OfBots />,
  outcome_unknown: <OfOutcomes />,
  connection_lost: <OfConnection />,
  alert_fired: <OfAlerts />,
  needs_you: <OfNeeds />,
}

function OfTrades() {
  const { clock } = useService()
  const [since] = useState(() => clock.now())
  const { data } = useQuery({
    ...endpointQuery(listSmartTrades, {
      query: { status: 'all', order_by: 'updated_at', order_direction: 'DESC', per_page: 100 },
    }),
    ...inBackground,
  })
  useNotices(
    data && readableRows(data),
    (before, now) => endedTrades(before, now, since),
    useNotify(),
  )
  return null
}

function OfBots() {
  const isListed = useExtension(listGridBots) === true
  const { data } = useQuery({
    ...endpointQuery(listGridBots, {}),
    ...inBackground,
    enabled: isListed,
  })
  useNotices(data && readableRows(data), stoppedBots, useNotify())
  return null
}

function OfNeeds() {
  const { needs, isReading, failed } = useNeeds({ isWanted: true, isInBackground: true })
  useNotices(isReading || failed.length > 0 ? undefined : needs, newNeeds, useNotify())
  return null
}

function OfOutcomes() {
  const { journal } = useService().sender
  useNotices(useSyncExternalStore(journal.subscribe, journal.all), turnedUnknown, useNotify())
  return null
}

function OfConnection() {
  const cache = useQueryClient().getQueryCache()
  const isLost = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => isServiceLost(cache.getAll()),
  )
  useNotices(isLost, connectionLost, useNotify())
  return null
}

function useOnlyTab(name: string): boolean {
  const [isLocked, setLocked] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const left = new Promise<void>((resolve) =>
      leaving.signal.addEventListener('abort', () => resolve()),
    )
    const lock = () => {
      setLocked(true)
      return left
    }
    navigator.locks.request(name, { signal: leaving.signal }, lock).catch(() => undefined)
    return () => leaving.abort()
  }, [name])
  return isLocked
}

/** Trades that ended since the previous read, which has only recent changes. */
export function endedTrades(
  before: readonly SmartTrade[],
  now: readonly SmartTrade[],
  since: Instant,
): Notice[] {
  const wasActive = new Map(before.map((trade) => [trade.id, isActive(trade)]))
  return now.flatMap((trade) => {
    const { id, pair, status, data } = trade
    if (isActive(trade)) return []
    const endedAt = data.closed_at ?? data.updated_at ?? 0
    if (!(wasActive.get(id) ?? endedAt >= since)) return []
    return [
      {
        tag: `trade ${id} ${status.type}`,
        title: `SmartTrade ${id}${pair === '' ? '' : ` · ${toSlashPair(pair)}`}`,
        body: statusLabel(status) || 'Ended',
        leadsTo: { trade: id },
      },
    ]
  })
}

const isActive = ({ status }: SmartTrade): boolean => groupOf(status) === 'active'

export function stoppedBots(before: readonly GridBot[], now: readonly GridBot[]): Notice[] {
  const running = new Set(before.filter(({ is_enabled }) => is_enabled).map(({ id }) => id))
  return now.flatMap(({ id, name, pair, is_enabled, updated_at }) =>
    !is_enabled && running.has(id)
      ? [
          {
            tag: `grid bot ${id} ${updated_at ?? ''}`,
            title: textOr(name, `Grid bot ${id}${pair === '' ? '' : ` · ${toSlashPair(pair)}`}`),
            body: 'The bot has stopped',
            leadsTo: { bot: id },
          },
        ]
      : [],
  )
}

export function newNeeds(before: readonly Need[], now: readonly Need[]): Notice[] {
  const known = new Set(before.map(({ key, reason }) => `${key} ${reason}`))
  return now
    .filter(({ key, reason }) => !known.has(`${key} ${reason}`))
    .map(({ key, reason, subject }) => ({
      tag: `need ${key} ${reason}`,
      title: subject,
      body: reason,
      leadsTo: { page: '/portfolio' },
    }))
}

export function turnedUnknown(before: readonly Intent[], now: readonly Intent[]): Notice[] {
  const known = new Set(before.filter(isUnknown).map(({ id }) => id))
  return now
    .filter((intent) => isUnknown(intent) && !known.has(intent.id))
    .map(({ id, endpoint }) => ({
      tag: `intent ${id}`,
      title: 'Outcome unknown',
      body: `${endpoint.method} ${endpoint.path}: do not send it again before you know the result.`,
      leadsTo: { intent: id },
    }))
}

export const connectionLost = (before: boolean, now: boolean): Notice[] =>
  now && !before
    ? [
        {
          tag: 'connection',
          title: 'Connection lost',
          body: 'The service cannot be reached. What runs there goes on without this page.',
          leadsTo: { page: '/settings' },
        },
      ]
    : []

const isUnknown = ({ outcome }: Intent): boolean => outcome.kind === 'unknown'
