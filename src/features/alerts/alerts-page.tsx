import { useState, useSyncExternalStore } from 'react'

import type { Alert } from '#contract/alerts.ts'
import { AlertButton, AlertSheet, type AlertSubject } from '#forms/alert-button.tsx'
import { useAlertReadings } from '#forms/use-alert-readings.ts'
import { useAlerts } from '#forms/use-alerts.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { CheckIcon, WarningIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { Page, Section } from '#ui/page.tsx'
import { Time } from '#ui/time.tsx'

import { alertList } from './alert-list.tsx'
import { DesktopNotices } from './desktop-notices.tsx'
import { type LogEntry, logOf, nearestFirst, watchedOf } from './alert-states.ts'

export function AlertsPage() {
  const { alerts, unreadable, error, place, save, remove } = useAlerts()
  const [changed, setChanged] = useState<Alert>()
  // Paused alerts show their distance too.
  const { readings, isReading } = useAlertReadings(
    (alerts ?? []).map((alert) => ({ ...alert, is_on: true })),
  )
  const { scheduler } = useService()
  const isHeldUp = useSyncExternalStore(scheduler.subscribe, scheduler.readWait) !== undefined
  // Shown once all distances are known, so that the nearest come first without a jump.
  const [isOrdered, setOrdered] = useState(false)
  if (alerts && (!isReading || isHeldUp) && !isOrdered) setOrdered(true)
  const rows = alerts
    ?.map((alert) => watchedOf(alert, readings.get(alert.id)))
    .toSorted(nearestFirst)
  return (
    <Page
      title="Alerts"
      actions={
        <>
          <AlertButton
            of={{ kind: 'trade_events', name: 'All trades and bots', scope: {} }}
            label="New trade events"
          />
          <AlertButton
            of={{ kind: 'price', pair: undefined }}
            label="New price alert"
            look="primary"
          />
        </>
      }
      beside={
        <span className="text-caption text-ink-3">
          {place === 'service'
            ? 'The service checks these even with no tab open. Prices notify at most once an hour each, trade events every time.'
            : 'This browser checks these once a minute while a tab is open, and notifies at most once an hour each.'}
        </span>
      }
    >
      {error && (
        <div className="pt-3">
          <Note tone="caution">{failureWords(error)}</Note>
        </div>
      )}
      {alerts && alerts.length + unreadable.length === 0 ? (
        <Empty title="No alerts yet">
          Set one here, in a ticket or a trade for its price and its stop, in a grid bot for its
          range, and in the portfolio for its drawdown.
          {place === 'browser' && ' Trade events need a service that keeps alerts.'}
        </Empty>
      ) : (
        (alerts || !error) && (
          <DataTable
            list={alertList}
            rows={isOrdered ? rows && [...rows, ...unreadable] : undefined}
            context={{ place, isReading, onChange: setChanged, save, remove }}
          />
        )
      )}
      {(isOrdered || error) && (
        <div className="mt-6 grid grid-cols-2 items-start gap-x-12 gap-y-6 medium:grid-cols-1">
          <DesktopNotices />
          {alerts && <AlertLog alerts={alerts} />}
        </div>
      )}
      {changed && (
        <AlertSheet
          of={subjectOf(changed)}
          before={changed}
          onClose={() => setChanged(undefined)}
        />
      )}
    </Page>
  )
}

function subjectOf(one: Alert): AlertSubject {
  const { kind, name, pair, trade_id: tradeId, bot_id: botId } = one
  if (kind === 'stop_distance' && tradeId !== null) return { kind: 'stop_distance', tradeId, name }
  if (kind === 'out_of_range' && botId !== null) return { kind: 'out_of_range', botId, name }
  if (kind === 'drawdown') return { kind: 'drawdown' }
  if (kind === 'trade_events') return { kind: 'trade_events', name, scope: one }
  return { kind: 'price', pair: pair ?? undefined, exchange: one.exchange ?? undefined }
}

function AlertLog({ alerts }: { alerts: readonly Alert[] }) {
  const log = logOf(alerts)
  return (
    <Section title="Log" caption="Last time of each alert, and last trade events">
      {log.length === 0 && (
        <p className="border-t border-hairline py-2 text-ink-2">No alert has fired yet.</p>
      )}
      <ul aria-label="Log of alerts">
        {log.map((entry) => (
          <li
            key={`${entry.alert.id} ${entry.at} ${entry.text} ${String(entry.problem)}`}
            className="flex min-h-9 flex-wrap items-center gap-x-4 border-t border-hairline py-1.5"
          >
            <Time at={entry.at} style="short" className="w-28 text-caption text-ink-3" />
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{entry.text}</span>
            <Result entry={entry} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Result({ entry: { alert, problem, isTest } }: { entry: LogEntry }) {
  if (problem === undefined) return <span className="text-caption text-ink-2">Fired</span>
  return problem === null ? (
    <span className="inline-flex items-center gap-1.5 text-caption text-ink-2">
      <CheckIcon size={14} /> {isTest ? 'Test delivered' : 'Delivered'} by {alert.webhook?.kind}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-caption text-caution">
      <WarningIcon size={14} className="flex-none" />{' '}
      {isTest ? 'Test not delivered' : 'Not delivered'} by {alert.webhook?.kind}: {problem}
    </span>
  )
}
