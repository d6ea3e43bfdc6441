import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { listGridBots } from '#contract/grid-bots.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useService } from '#query/service.tsx'
import { useExtension } from '#query/use-extension.ts'
import type { NoticeEvent } from '#session/settings.ts'

import { endedTrades, type Notice, stoppedBots, turnedUnknown } from './notifications.ts'

/** Also in a hidden tab, which is why it is no more often. */
const EVERY = 60_000
const inBackground = { refetchInterval: EVERY, refetchIntervalInBackground: true } as const

type WatchProps = { connectionId: string; events: readonly NoticeEvent[] }

/** One of the tabs compares each reading with the one before and tells what has happened. */
export function Watch({ connectionId, events }: WatchProps) {
  const isWatching = useOnlyTab(`quarterdeck.notices.${connectionId}`)
  return isWatching && events.map((event) => <Watcher key={event} event={event} />)
}

function Watcher({ event }: { event: NoticeEvent }) {
  const Of = { trade_ended: OfTrades, bot_stopped: OfBots, outcome_unknown: OfOutcomes }[event]
  return <Of />
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
  useNotices(data, (before, now) => endedTrades(before, now, since))
  return null
}

function OfBots() {
  const isListed = useExtension(listGridBots) === true
  const { data } = useQuery({
    ...endpointQuery(listGridBots, {}),
    ...inBackground,
    enabled: isListed,
  })
  useNotices(data, stoppedBots)
  return null
}

function OfOutcomes() {
  const { journal } = useService().sender
  useNotices(useSyncExternalStore(journal.subscribe, journal.all), turnedUnknown)
  return null
}

/** Tells what has happened from one value to the next; the first is only looked at. */
function useNotices<T>(value: T | undefined, happened: (before: T, now: T) => Notice[]): void {
  const navigate = useNavigate()
  const before = useRef<T>(undefined)
  useEffect(() => {
    if (value === undefined || value === before.current) return
    const notifications = before.current === undefined ? [] : happened(before.current, value)
    before.current = value
    for (const { tag, title, body, leadsTo } of notifications) {
      const notice = noticeOf(title, { body, tag, icon: '/favicon.svg' })
      notice?.addEventListener('click', () => {
        window.focus()
        if ('trade' in leadsTo) {
          void navigate({ to: '/smart-trades', search: { status: 'all', trade: leadsTo.trade } })
        } else if ('bot' in leadsTo) {
          void navigate({ to: '/grid-bots/$botId', params: { botId: leadsTo.bot } })
        } else void navigate({ to: '/activity', search: leadsTo })
      })
    }
  })
}

/** Some phones know the word but let no page make one. */
function noticeOf(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}

/** Whether this tab holds a name that one tab at a time can hold. */
function useOnlyTab(name: string): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const held = new Promise<void>((resolve) =>
      leaving.signal.addEventListener('abort', () => resolve()),
    )
    const hold = () => {
      setHeld(true)
      return held
    }
    navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => undefined)
    return () => leaving.abort()
  }, [name])
  return isHeld
}
