import { useState } from 'react'

import { type Alert, ALERT_KINDS, type AlertKind, testWebhook } from '#contract/alerts.ts'
import { knownWord, valueOfWord } from '#contract/value-of-word.ts'
import { AlertButton, AlertSheet, type AlertSubject } from '#forms/alert-button.tsx'
import { useAlertReadings } from '#forms/use-alert-readings.ts'
import { draftOf, useAlerts } from '#forms/use-alerts.ts'
import { Problem, useAttempt } from '#forms/use-attempt.tsx'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { alertSubject, alertWords } from '#trading/alerts.ts'
import { Button } from '#ui/button.tsx'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Age } from '#ui/time.tsx'

/** Every alert of the connection: what it waits for, when it fired last, how somebody is told. */
export function AlertsPage() {
  const { alerts, unreadable, error, place, save, remove } = useAlerts()
  const [changed, setChanged] = useState<Alert>()
  const unknown = useUnknown(place === 'browser' ? (alerts ?? NONE) : NONE)
  return (
    <Page
      title="Alerts"
      actions={
        <AlertButton
          of={{ kind: 'price', pair: undefined }}
          label="New price alert"
          look="primary"
        />
      }
    >
      <p className="max-w-160 pt-1 text-ink-2">
        {place === 'service'
          ? 'The service watches these, also when no tab is open, and tells each at most once an hour unless it asks for every time.'
          : 'This browser watches these once a minute while a tab is open, and tells each at most once an hour unless it asks for every time.'}
      </p>
      {error && (
        <div className="pt-3">
          <Note tone="caution">{failureWords(error)}</Note>
        </div>
      )}
      {alerts && alerts.length + unreadable.length === 0 ? (
        <Empty title="No alerts yet">
          Set one here, in a ticket or a trade for its price and its stop, in a grid bot for its
          range, and in the portfolio for its drawdown.
        </Empty>
      ) : (
        (alerts || !error) && (
          <DataTable
            hasCards
            list={alertList}
            rows={alerts && [...alerts, ...unreadable]}
            context={{ unknown, onChange: setChanged, save, remove }}
          />
        )
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

const NONE: readonly Alert[] = []

/** The alerts that are on and wait for something of which nothing can be read. */
function useUnknown(alerts: readonly Alert[]): ReadonlySet<string> {
  const { readings, isReading } = useAlertReadings(alerts)
  const unread = [...readings].flatMap(([id, reading]) => (reading === undefined ? [id] : []))
  return new Set(isReading ? [] : unread)
}

function kindOf({ kind }: Alert): AlertKind {
  const known = knownWord(ALERT_KINDS, kind)
  if (known === undefined) throw new Error('This page does not know this kind of alert.')
  return known
}

const UNKNOWN: Record<AlertKind, string> = {
  price: 'No price of it can be read here.',
  stop_distance: 'No open trade of this number with a stop can be read here.',
  out_of_range: 'No running bot of this number can be read here.',
  drawdown: 'Without knowing what was paid in or out, no drawdown can be told here.',
}

function subjectOf(one: Alert): AlertSubject {
  const { kind, name, pair, trade_id: tradeId, bot_id: botId } = one
  if (kind === 'stop_distance' && tradeId !== null) return { kind: 'stop_distance', tradeId, name }
  if (kind === 'out_of_range' && botId !== null) return { kind: 'out_of_range', botId, name }
  if (kind === 'drawdown') return { kind: 'drawdown' }
  return { kind: 'price', pair: pair ?? undefined, exchange: one.exchange ?? undefined }
}

type AlertContext = Pick<ReturnType<typeof useAlerts>, 'save' | 'remove'> & {
  unknown: ReadonlySet<string>
  onChange: (alert: Alert) => void
}

const alertList: DataList<Alert, AlertContext> = {
  caption: 'Alerts',
  columns: [],
  idOf: ({ id }) => id,
  card: (alert, context) => <AlertCard alert={alert} {...context} />,
  // It cannot fire. Its id is enough to remove it.
  unreadableAction: (id, { remove }) =>
    typeof id === 'string' && <RemoveUnreadable onRemove={() => remove(id)} />,
  className: 'max-w-240 pt-2 [--card-x:0px]',
}

function RemoveUnreadable({ onRemove }: { onRemove: () => Promise<void> }) {
  const { attempt, problem } = useAttempt()
  return (
    <>
      <Button
        look="quiet"
        aria-label="Remove the alert that could not be read"
        onClick={() => void attempt(onRemove)}
      >
        Remove
      </Button>
      <Problem>{problem}</Problem>
    </>
  )
}

type AlertCardProps = AlertContext & { alert: Alert }

function AlertCard({ alert: one, unknown, onChange, save, remove }: AlertCardProps) {
  const { attempt, problem } = useAttempt()
  const words = `${alertSubject(one)} ${alertWords(one)}`
  const onSwitch = (next: string) =>
    save({ ...draftOf(one), kind: kindOf(one), is_on: next === 'on' })
  return (
    <div className="py-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="wrap-anywhere">
            <span className="font-medium">{alertSubject(one)}</span>{' '}
            <span className="text-ink-2">{alertWords(one)}</span>
          </p>
          <p className="text-caption text-ink-3">
            {one.last_fired_at === null ? (
              'Has not fired yet'
            ) : (
              <>
                Fired <Age at={one.last_fired_at} />
              </>
            )}
            {one.every_time && ' · every time'}
          </p>
          {unknown.has(one.id) && (
            <p className="text-caption text-caution">
              {valueOfWord(UNKNOWN, one.kind)} It cannot fire.
            </p>
          )}
          <WebhookState alert={one} onTest={(work) => void attempt(work)} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            className="w-auto!"
            label={`${words}: on or off`}
            value={one.is_on ? 'on' : 'off'}
            options={[
              { value: 'off', label: 'Off' },
              { value: 'on', label: 'On' },
            ]}
            onChange={(next) => void attempt(() => onSwitch(next))}
          />
          <Button look="quiet" aria-label={`Change: ${words}`} onClick={() => onChange(one)}>
            Change
          </Button>
          <Button
            look="quiet"
            aria-label={`Remove: ${words}`}
            onClick={() => void attempt(() => remove(one.id))}
          >
            Remove
          </Button>
        </div>
      </div>
      <Problem>{problem}</Problem>
    </div>
  )
}

type WebhookStateProps = { alert: Alert; onTest: (work: () => Promise<void>) => void }

function WebhookState({ alert: { id, webhook }, onTest }: WebhookStateProps) {
  const { client } = useService()
  const [isStarted, setStarted] = useState(false)
  if (webhook === null) return null
  const { last_try: last } = webhook
  const test = async () => {
    const { started } = await client.call(testWebhook, { params: { id } })
    setStarted(started)
  }
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-caption text-ink-3">
      <span>
        Webhook {webhook.kind} at {webhook.origin}
      </span>
      {last && (
        <span className={last.problem === null ? undefined : 'text-caution'}>
          {last.problem === null ? 'delivered' : `not delivered: ${last.problem}`}{' '}
          <Age at={last.at} />
        </span>
      )}
      <Button look="quiet" size="small" onClick={() => onTest(test)}>
        Send a test
      </Button>
      {isStarted && <span role="status">Sent; what came of it shows here within a minute.</span>}
    </p>
  )
}
