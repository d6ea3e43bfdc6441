import { useState } from 'react'

import { type Alert, ALERT_KINDS, type AlertKind, testWebhook } from '#contract/alerts.ts'
import { knownWord, valueOfWord } from '#contract/value-of-word.ts'
import { TRADE_EVENT_NAMES } from '#forms/trade-event-fields.tsx'
import { type AlertPlace, draftOf, type useAlerts } from '#forms/use-alerts.ts'
import { Problem, useAttempt } from '#forms/use-attempt.tsx'
import { Price } from '#market/price.tsx'
import { formatAmount } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { alertSubject, alertWords } from '#trading/alerts.ts'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/checkbox.tsx'
import type { DataList } from '#ui/data-table.tsx'
import { Percent, UnknownValue } from '#ui/amount.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Age } from '#ui/time.tsx'

import { isPriced, type Watched } from './alert-states.ts'

type AlertContext = Pick<ReturnType<typeof useAlerts>, 'save' | 'remove'> & {
  place: AlertPlace
  isReading: boolean
  onChange: (alert: Alert) => void
}

type CellProps = AlertContext & { row: Watched }

const STATES = {
  fired: { tone: 'failed', words: 'Fired' },
  watching: { tone: 'working', words: 'Watching' },
  paused: { tone: 'stopped', words: 'Paused' },
} as const

export const alertList: DataList<Watched, AlertContext> = {
  caption: 'Alerts',
  columns: [
    {
      id: 'alert',
      head: 'Alert',
      isStrong: true,
      skeleton: 120,
      cell: ({ alert }) => (
        <span className="block max-w-48 truncate" title={alertSubject(alert)}>
          {alertSubject(alert)}
          {alert.pair !== null && alertSubject(alert) !== toSlashPair(alert.pair) && (
            <span className="block text-caption font-normal text-ink-3">
              {toSlashPair(alert.pair)}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'condition',
      head: 'Condition',
      skeleton: 160,
      cell: ({ alert }) => <Condition alert={alert} />,
    },
    {
      id: 'now',
      head: 'Now',
      isNumeric: true,
      skeleton: 64,
      cell: (row, context) => <Now row={row} {...context} />,
    },
    {
      id: 'distance',
      head: 'Distance',
      isNumeric: true,
      skeleton: 64,
      cell: (row, context) => <Distance row={row} {...context} />,
    },
    { id: 'state', head: 'State', skeleton: 72, cell: ({ state }) => <State state={state} /> },
    {
      id: 'delivery',
      head: 'Delivery',
      from: 'medium',
      cell: ({ alert }) => <Delivery alert={alert} />,
    },
    {
      id: 'actions',
      head: 'Actions',
      isHeadHidden: true,
      cellClass: 'text-right',
      cell: (row, context) => <Actions row={row} {...context} />,
    },
  ],
  idOf: ({ alert }) => alert.id,
  card: (row, context) => <AlertCard row={row} {...context} />,
  cardHeight: 132,
  rowHeight: 48,
  // An unreadable alert cannot fire; its id is enough to remove it.
  unreadableAction: (id, { remove }) =>
    typeof id === 'string' && <RemoveUnreadable onRemove={() => remove(id)} />,
  className: 'pt-2 [--card-x:0px]',
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

const Condition = ({ alert }: { alert: Alert }) => (
  <span className="text-ink-2">
    {alert.events ? <Events kinds={alert.events} /> : capital(alertWords(alert))}
    {alert.with_amounts === true && <span className="text-ink-3"> · with amounts</span>}
    {alert.every_time && <span className="text-ink-3"> · every time</span>}
  </span>
)

const MOST_EVENTS_NAMED = 3

function Events({ kinds }: { kinds: readonly string[] }) {
  const names = kinds.map((kind) => valueOfWord(TRADE_EVENT_NAMES, kind, kind))
  const others = names.length - MOST_EVENTS_NAMED
  return (
    <span title={names.join(', ')}>
      {names.slice(0, MOST_EVENTS_NAMED).join(', ')}
      {others > 0 && ` and ${others} more`}
    </span>
  )
}

const State = ({ state }: Pick<Watched, 'state'>) => (
  <StatusTag tone={STATES[state].tone}>{STATES[state].words}</StatusTag>
)

const UNKNOWN: Record<AlertKind, string> = {
  price: 'Its price cannot be read here.',
  stop_distance: 'No open trade with this number and a stop can be read here.',
  out_of_range: 'No running bot with this number can be read here.',
  drawdown: 'Without deposit data, the drawdown is unknown.',
  trade_events: 'Trade events have no price to compare.',
}

const NO_LEVEL = 'The service did not send its level.'

/** This browser checks by its own reads, so without one the alert cannot fire. */
function Unread({ row, place, isReading }: CellProps) {
  if (isReading) return <Skeleton width={56} />
  const reason = valueOfWord(UNKNOWN, row.alert.kind)
  return place === 'browser' && row.state !== 'paused' ? (
    <span className="text-caption whitespace-normal text-caution">{reason} It cannot fire.</span>
  ) : (
    <UnknownValue reason={reason} />
  )
}

function Now(props: CellProps) {
  const { alert, reading } = props.row
  if (!reading) return <Unread {...props} />
  return isPriced(alert) ? <Price value={reading.value} /> : <Percent value={reading.value} />
}

function Distance({ row: { alert, distance, reading, state }, isReading }: CellProps) {
  if (state === 'fired') {
    return (
      <span className="text-caution">{alert.kind === 'out_of_range' ? 'outside' : 'reached'}</span>
    )
  }
  if (!distance) {
    if (isReading && !reading) return <Skeleton width={56} />
    return <UnknownValue reason={reading ? NO_LEVEL : valueOfWord(UNKNOWN, alert.kind)} />
  }
  return isPriced(alert) ? (
    <Percent value={distance} signed hasColour={false} glyph={false} />
  ) : (
    <>{formatAmount(distance, { places: 2, signed: true })} points</>
  )
}

function Delivery({ alert: { id, webhook } }: { alert: Alert }) {
  const { client } = useService()
  const { attempt, problem } = useAttempt()
  const [isStarted, setStarted] = useState(false)
  if (webhook === null) return <span className="text-ink-3">Notification</span>
  const { last_try: last } = webhook
  const test = async () => {
    const { started } = await client.call(testWebhook, { params: { id } })
    setStarted(started)
  }
  return (
    <span className="flex items-center gap-x-2">
      <span className="max-w-52 text-caption whitespace-normal text-ink-3">
        <span className="text-body text-ink-2">{webhook.kind}</span> at {webhook.origin}{' '}
        {isStarted && <span role="status">Sent; the result shows here within a minute.</span>}
        {last && !isStarted && (
          <span className={last.problem === null ? undefined : 'text-caution'}>
            {last.problem === null ? 'delivered' : `not delivered: ${last.problem}`}{' '}
            <Age at={last.at} />
          </span>
        )}
      </span>
      <Button size="small" onClick={() => void attempt(test)}>
        Test
      </Button>
      <Problem>{problem}</Problem>
    </span>
  )
}

function kindOf({ kind }: Alert): AlertKind {
  const known = knownWord(ALERT_KINDS, kind)
  if (known === undefined) throw new Error('This page does not know this kind of alert.')
  return known
}

function Actions({ row: { alert }, onChange, save, remove }: CellProps) {
  const { attempt, problem } = useAttempt()
  const words = `${alertSubject(alert)} ${alertWords(alert)}`
  const onSwitch = (is_on: boolean) => save({ ...draftOf(alert), kind: kindOf(alert), is_on })
  return (
    <>
      <span className="inline-flex items-center gap-1">
        <Switch
          label={<span className="sr-only">{words}: on</span>}
          checked={alert.is_on}
          onChange={({ target }) => void attempt(() => onSwitch(target.checked))}
          className="pr-2"
        />
        <Button
          look="quiet"
          size="small"
          aria-label={`Change: ${words}`}
          onClick={() => onChange(alert)}
        >
          Change
        </Button>
        <Button
          look="quiet"
          size="small"
          aria-label={`Remove: ${words}`}
          onClick={() => void attempt(() => remove(alert.id))}
        >
          Remove
        </Button>
      </span>
      <Problem>{problem}</Problem>
    </>
  )
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

const AlertCard = (props: CellProps) => (
  <div className="grid gap-y-1 py-3">
    <div className="flex justify-between gap-3">
      <span className="min-w-0 truncate font-medium">{alertSubject(props.row.alert)}</span>
      <State state={props.row.state} />
    </div>
    <Condition alert={props.row.alert} />
    <div
      hidden={props.row.alert.kind === 'trade_events'}
      className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-3"
    >
      <span>
        Now <Now {...props} />
      </span>
      <span>
        Distance <Distance {...props} />
      </span>
    </div>
    {props.row.alert.webhook && <Delivery alert={props.row.alert} />}
    <div className="text-right text-caption">
      <Actions {...props} />
    </div>
  </div>
)
