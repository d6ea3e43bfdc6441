import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { type Alert, listAlerts } from '#contract/alerts.ts'
import type { Instant } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { type AlertReadings, inBackground, useAlertReadings } from '#forms/use-alert-readings.ts'
import { useAlerts } from '#forms/use-alerts.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useService } from '#query/service.tsx'
import { alertSubject, alertWords, fires, subjectOf } from '#trading/alerts.ts'
import { Button } from '#ui/button.tsx'
import { CloseIcon } from '#ui/icons.tsx'

import { type Notice, useNotices, useNotify } from './notice.ts'

/** Notifies of alerts, fired at the service or checked in this browser. */
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
  useNotices(data && readableRows<Alert>(data), firedSince, onFired)
  return null
}

/** Alerts fired since the previous read; a new alert is only the baseline. */
export function firedSince(before: readonly Alert[], now: readonly Alert[]): Notice[] {
  const last = new Map(before.map(({ id, last_fired_at: at }) => [id, at]))
  const seen = new Set(before.flatMap(({ recent = [] }) => recent.map(({ id }) => id)))
  return now
    .filter(
      ({ id, last_fired_at: at }) =>
        at !== null && last.has(id) && (last.get(id) ?? -Infinity) < at,
    )
    .flatMap((alert) =>
      alert.recent
        ? alert.recent
            .filter(({ id }) => !seen.has(id))
            .map(({ id, text }) => ({ ...noticeOf(alert), tag: `event ${id}`, body: `${text}.` }))
        : [noticeOf(alert)],
    )
}

/** Contains the typed level, but no other amount. */
const noticeOf = (alert: Alert): Notice => ({
  tag: `alert ${alert.id} ${alert.last_fired_at ?? ''}`,
  title: alertSubject(alert),
  body: `${alertSubject(alert)} ${alertWords(alert)}.`,
  leadsTo: { page: '/alerts' },
})

function OfBrowser({ alerts, onFired }: OnFired & { alerts: readonly Alert[] }) {
  const { clock } = useService()
  const { noteFired } = useAlerts()
  const { readings } = useAlertReadings(alerts)
  const before = useRef<AlertReadings>(new Map())
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

/** Alerts that fire between two reads; one of those with the same condition. */
export function firedBetween(
  alerts: readonly Alert[],
  before: AlertReadings,
  now: AlertReadings,
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

/** Alerts that just fired, shown in the page in case notifications are not. */
function Fired({ notices, onClose }: { notices: readonly Notice[]; onClose: () => void }) {
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
