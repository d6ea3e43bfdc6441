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

export const ALERT_KINDS = ['price', 'stop_distance', 'out_of_range', 'drawdown'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
export const ALERT_DIRECTIONS = ['above', 'below'] as const
export const WEBHOOK_KINDS = ['ntfy', 'telegram', 'url'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** Of one user at the most. */
export const MOST_ALERTS = 100

/** Ours. Address and token of a webhook are never answered: its origin alone. */
export const alert = z.object({
  id: uuid,
  kind: word(...ALERT_KINDS),
  /** What is shown of the thing that it watches, such as the pair or the name of a bot. */
  name: text,
  pair: z.nullable(pair),
  exchange: z.nullable(text),
  direction: z.nullable(word(...ALERT_DIRECTIONS)),
  level: amountOrNull,
  percent: amountOrNull,
  trade_id: z.nullable(idNumber),
  bot_id: z.nullable(idNumber),
  /** Also when it has fired within the hour. */
  every_time: flag,
  is_on: flag,
  created_at: timestamp,
  last_fired_at: z.nullable(timestamp),
  webhook: z.nullable(
    z.object({
      kind: word(...WEBHOOK_KINDS),
      origin: text,
      last_try: z.nullable(z.object({ at: timestamp, problem: z.nullable(text) })),
    }),
  ),
})
export type Alert = ReadOf<typeof alert>
/** The same as the service writes it: every member is there. */
export type AlertEntity = z.output<typeof alert>

/** An alert whose stored record is damaged: it can be removed and saved anew. */
export type UnreadableAlert = Pick<AlertEntity, 'id'>

/** Written only: `none` takes it away, and an alert that is saved without one keeps what it has. */
const webhookDraft = z.object({
  kind: word('none', ...WEBHOOK_KINDS),
  url: z.optional(textSized(1, 2_000)),
  token: z.optional(textSized(1, 500)),
  chat_id: z.optional(textSized(1, 100)),
})
export type WebhookDraft = z.output<typeof webhookDraft>

/** Whoever makes an alert names it, so that saving it twice makes one. */
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
  every_time: z.optional(flag),
  is_on: z.optional(flag),
  webhook: z.optional(webhookDraft),
})
export type AlertDraft = z.output<typeof alertDraft>

const NEEDED = {
  price: ['pair', 'direction', 'level'],
  stop_distance: ['trade_id', 'percent'],
  out_of_range: ['bot_id'],
  drawdown: ['percent'],
} as const satisfies Record<AlertKind, readonly (keyof AlertDraft)[]>

/** What is wrong with an alert, by member; for the page that makes it and the service that takes it. */
export function alertFaults(draft: AlertDraft): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  for (const member of NEEDED[draft.kind]) {
    if (draft[member] === undefined) faults[member] = ['This alert needs it.']
  }
  if (draft.level && !isPositive(draft.level)) faults['level'] = ['A price is above zero.']
  const { percent } = draft
  if (percent && !(isPositive(percent) && compare(percent, HUNDRED) <= 0)) {
    faults['percent'] = ['Enter a percentage above 0 and of at most 100.']
  }
  return faults
}

const byId = z.object({ id: uuid })

export const listAlerts = define({
  name: 'listAlerts',
  method: 'GET',
  path: '/api/v1/alerts',
  security: 'signed',
  permission: 'SMART_TRADES_READ',
  status: 200,
  response: z.array(alert),
  listsUnreadable: true,
  extension: true,
})

export const getWebhookOrigins = define({
  name: 'getWebhookOrigins',
  method: 'GET',
  path: '/api/v1/alerts/webhook_origins',
  security: 'signed',
  permission: 'SMART_TRADES_READ',
  status: 200,
  response: z.object({ origins: z.array(text) }),
  extension: true,
})

/** Makes an alert or replaces the one of this id. */
export const saveAlert = define({
  name: 'saveAlert',
  method: 'POST',
  path: '/api/v1/alerts',
  security: 'signed',
  permission: 'SMART_TRADES_WRITE',
  body: alertDraft,
  issues: 'alert',
  status: 200,
  response: alert,
  extension: true,
})

/** An alert that is not there is removed already. */
export const removeAlert = define({
  name: 'removeAlert',
  method: 'DELETE',
  path: '/api/v1/alerts/:id',
  security: 'signed',
  permission: 'SMART_TRADES_WRITE',
  params: byId,
  issues: 'alert',
  status: 200,
  response: z.object({ removed: flag }),
  extension: true,
})

/** Sends a message by the webhook of an alert; what came of it stands at the alert a moment later. */
export const testWebhook = define({
  name: 'testWebhook',
  method: 'POST',
  path: '/api/v1/alerts/:id/test',
  security: 'signed',
  permission: 'SMART_TRADES_WRITE',
  params: byId,
  issues: 'alert',
  status: 202,
  response: z.object({ started: flag }),
  extension: true,
})
