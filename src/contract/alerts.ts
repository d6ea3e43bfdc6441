import * as z from 'zod/mini'

import { compare, HUNDRED, isPositive } from '#money/decimal.ts'

import { define } from './endpoint.ts'
import {
  amountOrNull,
  flag,
  idNumber,
  nameText,
  numericAmount,
  pair,
  text,
  textSized,
  timestamp,
  uuid,
  word,
} from './primitives.ts'
import type { ReadOf } from './read.ts'

export const ALERT_KINDS = [
  'price',
  'stop_distance',
  'out_of_range',
  'drawdown',
  'trade_events',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
export const ALERT_DIRECTIONS = ['above', 'below'] as const
export const WEBHOOK_KINDS = ['ntfy', 'telegram', 'discord', 'slack', 'url'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** An ending by a target, a stop or a liquidation also counts as `closed` or `deal_closed`. */
export const TRADE_EVENTS = [
  'entry_filled',
  'target_filled',
  'stop',
  'closed',
  'failed',
  'bot_started',
  'bot_stopped',
  'out_of_range',
  'deal_opened',
  'deal_closed',
  'liquidation',
] as const
export type TradeEventKind = (typeof TRADE_EVENTS)[number]

export const MAX_ALERTS = 100
/** Length of `recent`. */
export const MOST_RECENT = 10

/** Not in the spec. A webhook's address and token are write-only; responses show its origin. */
export const alert = z.object({
  id: uuid,
  kind: word(...ALERT_KINDS),
  /** Display name of the watched item: its pair, or the name of the bot. */
  name: text,
  pair: z.nullable(pair),
  exchange: z.nullable(text),
  direction: z.nullable(word(...ALERT_DIRECTIONS)),
  level: amountOrNull,
  percent: amountOrNull,
  trade_id: z.nullable(idNumber),
  bot_id: z.nullable(idNumber),
  /** Limit `trade_events` to an account or a DCA bot; all trades and bots without any limit. */
  account_id: z.optional(idNumber),
  dca_bot_id: z.optional(uuid),
  events: z.optional(z.array(word(...TRADE_EVENTS))),
  with_amounts: z.optional(flag),
  /** The last trade events, oldest first. */
  recent: z.optional(z.array(z.object({ id: text, at: timestamp, text }))),
  /** Fire even within an hour of the last time. */
  every_time: flag,
  is_on: flag,
  created_at: timestamp,
  last_fired_at: z.nullable(timestamp),
  webhook: z.nullable(
    z.object({
      kind: word(...WEBHOOK_KINDS),
      origin: text,
      last_try: z.nullable(
        z.object({ at: timestamp, problem: z.nullable(text), is_test: z.optional(flag) }),
      ),
    }),
  ),
})
export type Alert = ReadOf<typeof alert>
export type AlertEntity = z.output<typeof alert>

/** An alert with a damaged record; it can be removed or saved again. */
export type UnreadableAlert = Pick<AlertEntity, 'id'>

/** Write-only. `none` removes the webhook; omitting it keeps the current one. */
const webhookDraft = z.object({
  kind: word('none', ...WEBHOOK_KINDS),
  url: z.optional(textSized(1, 2_000)),
  token: z.optional(textSized(1, 500)),
  chat_id: z.optional(textSized(1, 100)),
})
export type WebhookDraft = z.output<typeof webhookDraft>

/** The client picks the id, so saving twice creates one alert. */
export const alertDraft = z.object({
  id: uuid,
  kind: word(...ALERT_KINDS),
  name: nameText.check(z.minLength(1), z.maxLength(100)),
  pair: z.optional(pair),
  exchange: z.optional(textSized(1, 100)),
  direction: z.optional(word(...ALERT_DIRECTIONS)),
  level: z.optional(numericAmount),
  percent: z.optional(numericAmount),
  trade_id: z.optional(idNumber),
  bot_id: z.optional(idNumber),
  account_id: z.optional(idNumber),
  dca_bot_id: z.optional(uuid),
  events: z.optional(z.array(word(...TRADE_EVENTS))),
  with_amounts: z.optional(flag),
  every_time: z.optional(flag),
  is_on: z.optional(flag),
  webhook: z.optional(webhookDraft),
})
export type AlertDraft = z.output<typeof alertDraft>

const REQUIRED_FIELDS = {
  price: ['pair', 'direction', 'level'],
  stop_distance: ['trade_id', 'percent'],
  out_of_range: ['bot_id'],
  drawdown: ['percent'],
  trade_events: ['events'],
} as const satisfies Record<AlertKind, readonly (keyof AlertDraft)[]>

/** Returns problems by field. Shared by the alert form and the service. */
export function alertFaults(draft: AlertDraft): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  for (const member of REQUIRED_FIELDS[draft.kind]) {
    if (draft[member] === undefined) faults[member] = ['This is required.']
  }
  if (draft.events?.length === 0) faults['events'] = ['Choose at least one event.']
  if (draft.level && !isPositive(draft.level)) faults['level'] = ['The price must be more than 0.']
  const { percent } = draft
  if (percent && !(isPositive(percent) && compare(percent, HUNDRED) <= 0)) {
    faults['percent'] = ['Enter a percentage above 0 and of at most 100.']
  }
  return faults
}

const byId = z.object({ id: uuid })

export const listAlerts = define({
  name: 'listAlerts',
  path: '/api/v1/alerts',
  permission: 'SMART_TRADES_READ',
  response: z.array(alert),
  listsUnreadable: true,
  extension: true,
})

/** `added`: those that `changeWebhookOrigin` has added, which this caller `may_change`. */
const webhookOrigins = z.object({
  origins: z.array(text),
  added: z.optional(z.array(text)),
  may_change: z.optional(flag),
})

export const getWebhookOrigins = define({
  name: 'getWebhookOrigins',
  path: '/api/v1/alerts/webhook_origins',
  permission: 'SMART_TRADES_READ',
  response: webhookOrigins,
  extension: true,
})

/** Only on the service's own machine, with a key of full access: webhooks leave that machine. */
export const changeWebhookOrigin = define({
  name: 'changeWebhookOrigin',
  method: 'POST',
  path: '/api/v1/alerts/webhook_origins',
  security: 'signed',
  permission: 'every',
  body: z.object({ origin: textSized(1, 300), is_allowed: flag }),
  issues: 'alert',
  status: 200,
  response: webhookOrigins,
  extension: true,
})

/** Creates an alert, or replaces the one with this id. */
export const saveAlert = define({
  name: 'saveAlert',
  method: 'POST',
  path: '/api/v1/alerts',
  permission: 'SMART_TRADES_WRITE',
  body: alertDraft,
  issues: 'alert',
  status: 200,
  response: alert,
  extension: true,
})

/** Succeeds if the alert is already gone. */
export const removeAlert = define({
  name: 'removeAlert',
  method: 'DELETE',
  path: '/api/v1/alerts/:id',
  permission: 'SMART_TRADES_WRITE',
  params: byId,
  issues: 'alert',
  response: z.object({ removed: flag }),
  extension: true,
})

/** Sends a test message. The result appears in the alert's `last_try` a moment later. */
export const testWebhook = define({
  name: 'testWebhook',
  method: 'POST',
  path: '/api/v1/alerts/:id/test',
  permission: 'SMART_TRADES_WRITE',
  params: byId,
  issues: 'alert',
  status: 202,
  response: z.object({ started: flag }),
  extension: true,
})
