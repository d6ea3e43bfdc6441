import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import {
  type Alert,
  alert,
  type AlertDraft,
  type AlertEntity,
  listAlerts,
  removeAlert,
  saveAlert,
  ALERT_DIRECTIONS,
  TRADE_EVENTS,
} from '#contract/alerts.ts'
import { isUnreadable, read, readableRows, unreadableRows } from '#contract/read.ts'
import { knownWord } from '#contract/value-of-word.ts'
import { write } from '#contract/write.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'
import { listOf, membersOf } from '#session/kept-store.ts'
import { useChoice, useConnection, useKeptMode, useSessionStore } from '#session/use-session.ts'
import { newAlert, subjectOf } from '#trading/alerts.ts'

export type AlertPlace = 'service' | 'browser'

/** Alerts of the service, or of this browser if it has none; only one of them checks. */
export function useAlerts() {
  const { client, clock } = useService()
  const { choices, session } = useSessionStore()
  const queryClient = useQueryClient()
  const isKeptThere = useExtension(listAlerts)
  const connectionId = useConnection()?.id ?? ''
  const mode = useKeptMode()
  const chosen = useChoice('alerts')
  const listed = useQuery({
    ...endpointQuery(listAlerts, {}),
    refetchInterval: every(60_000),
    enabled: isKeptThere === true,
  })
  const name = `${connectionId}.${mode}`
  const own = useMemo(() => alertsIn(chosen, name), [chosen, name])
  const place: AlertPlace = isKeptThere === true ? 'service' : 'browser'

  const keepOwn = (change: (alerts: readonly Alert[]) => readonly Alert[]) => {
    // Read again, because another tab or another alert may have changed it.
    const found = choices.get('alerts')
    const known = new Set(session.get().connections.map(({ id }) => id))
    const others = Object.entries(membersOf(found)).filter(
      ([other]) => other !== name && known.has(other.slice(0, other.lastIndexOf('.'))),
    )
    const next = change(alertsIn(found, name)).map(wireOf)
    choices.set('alerts', Object.fromEntries([...others, [name, next]]))
  }

  type Rows = NonNullable<typeof listed.data>
  /** Shows the answer of a write at once, because a new read may be delayed. */
  const keepAnswer = (change: (rows: Rows) => Rows, changedId?: string) =>
    queryClient.setQueryData(endpointQuery(listAlerts, {}).queryKey, (rows) => {
      if (!rows) return rows
      const next = change(rows)
      const place = rows.findIndex(({ id }) => id === changedId)
      const last = next.at(-1)
      // A changed alert keeps its position.
      return place < 0 || !last ? next : next.toSpliced(-1, 1).toSpliced(place, 0, last)
    })

  return {
    place,
    alerts:
      isKeptThere === undefined
        ? undefined
        : place === 'browser'
          ? own
          : listed.data && readableRows<Alert>(listed.data),
    unreadable: place === 'service' && listed.data ? unreadableRows(listed.data) : [],
    error: place === 'service' ? listed.error : null,
    save: async (draft: AlertDraft): Promise<void> => {
      if (place === 'service') {
        const saved = await client.call(saveAlert, { body: draft })
        keepAnswer((rows) => [...rows.filter((row) => row.id !== draft.id), saved], saved.id)
        return
      }
      keepOwn((alerts) => {
        const before = alerts.find(({ id }) => id === draft.id)
        const made = madeOf(draft, before, clock.now())
        return before ? alerts.map((one) => (one.id === draft.id ? made : one)) : [...alerts, made]
      })
    },
    remove: async (id: string): Promise<void> => {
      if (place === 'service') {
        await client.call(removeAlert, { params: { id } })
        keepAnswer((rows) => rows.filter((row) => row.id !== id))
        return
      }
      keepOwn((alerts) => alerts.filter((one) => one.id !== id))
    },
    noteFired: (ids: ReadonlySet<string>, at: number): void =>
      keepOwn((alerts) =>
        alerts.map((one) => (ids.has(one.id) ? { ...one, last_fired_at: at } : one)),
      ),
  }
}

const alertsIn = (found: unknown, name: string): readonly Alert[] =>
  listOf(membersOf(found)[name], (row) => {
    const { value } = read(alert, row)
    return isUnreadable(value) ? undefined : value
  })

const wireOf = (one: Alert): unknown => JSON.parse(write(alert, one as AlertEntity))

/** Alert as stored in this browser; a changed condition counts as not triggered yet. */
export function madeOf(draft: AlertDraft, before: Alert | undefined, now: number): Alert {
  const made = newAlert(draft, before?.created_at ?? now)
  return before && subjectOf(before) === subjectOf(made)
    ? { ...made, last_fired_at: before.last_fired_at }
    : made
}

/** Draft of an existing alert; its webhook is unchanged. */
export const draftOf = (one: Alert): Omit<AlertDraft, 'kind'> => {
  const direction = knownWord(ALERT_DIRECTIONS, one.direction)
  return {
    id: one.id,
    name: one.name,
    ...(one.pair !== null && { pair: one.pair }),
    ...(one.exchange !== null && { exchange: one.exchange }),
    ...(direction && { direction }),
    ...(one.level && { level: one.level }),
    ...(one.percent && { percent: one.percent }),
    ...(one.trade_id !== null && { trade_id: one.trade_id }),
    ...(one.bot_id !== null && { bot_id: one.bot_id }),
    ...(one.account_id !== undefined && { account_id: one.account_id }),
    ...(one.dca_bot_id !== undefined && { dca_bot_id: one.dca_bot_id }),
    ...(one.events && { events: TRADE_EVENTS.filter((kind) => one.events?.includes(kind)) }),
    ...(one.with_amounts !== undefined && { with_amounts: one.with_amounts }),
    every_time: one.every_time,
    is_on: one.is_on,
  }
}
