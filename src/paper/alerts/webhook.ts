import type { AlertEntity, WebhookDraft, WebhookKind } from '#contract/alerts.ts'
import type { Attributes } from '#contract/sentences.ts'

import type { AlertQueue } from '../engine/record-shapes.ts'

/** A webhook. All of it is secret: many addresses contain a password. */
export type Webhook = {
  kind: WebhookKind
  url: string
  token?: string | undefined
  chatId?: string | undefined
}

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

/** Outcome of one try; a final one is not repeated. */
export type Delivery = {
  problem: string | null
  isFinal: boolean
  /** Milliseconds to wait, from `Retry-After`. */
  wait?: number | undefined
}

/** A message; `id` is the same in every try. A test has no `events`. */
export type Message = {
  id: string
  alertId: string
  time: string
  text: string
  isTest?: true
  events?: AlertQueue['waiting']
}

const TELEGRAM = 'https://api.telegram.org'
/** Telegram's form of a token: anything else could be another path. */
const BOT_TOKEN = /^\d{3,20}:[\w-]{20,100}$/
const CHAT_ID = /^(-?\d{1,20}|@\w{3,64})$/
/** Characters that a header can carry. */
const TOKEN = /^[\x21-\x7e]+$/

/** The requested webhook, or its faults by member. */
export function webhookOf(
  { kind, url, token, chat_id: chatId }: WebhookDraft,
  origins: readonly string[],
): { webhook: Webhook } | { faults: Attributes } {
  const faults: Attributes = {}
  if (kind === 'none') throw new RangeError('there is no webhook to make')
  const isTelegram = kind === 'telegram'
  const address = isTelegram ? `${TELEGRAM}/` : (url ?? '')
  const parsed = URL.canParse(address) ? new URL(address) : undefined
  const member = isTelegram ? 'webhook.kind' : 'webhook.url'
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') {
    faults[member] = ['Enter an https address without a user name.']
  } else if (!origins.includes(parsed.origin)) {
    faults[member] = [
      `The service may not call ${parsed.origin} yet. Allow it in Settings on the computer of the service, or start it with --notify-to ${parsed.origin}.`,
    ]
  }
  if (isTelegram && !BOT_TOKEN.test(token ?? '')) {
    faults['webhook.token'] = ['Enter the token of a Telegram bot.']
  } else if (token !== undefined && !TOKEN.test(token)) {
    faults['webhook.token'] = ['A token has no spaces and no letters beyond ASCII.']
  }
  if (isTelegram && !CHAT_ID.test(chatId ?? '')) {
    faults['webhook.chat_id'] = ['Enter the number of a chat, or @ and the name of a channel.']
  }
  if (!parsed || Object.keys(faults).length > 0) return { faults }
  parsed.hash = ''
  return { webhook: { kind, url: parsed.href, token, chatId } }
}

export const shownOf = ({
  kind,
  url,
}: Webhook): Pick<NonNullable<AlertEntity['webhook']>, 'kind' | 'origin'> => ({
  kind,
  origin: new URL(url).origin,
})

export function requestFor(
  { kind, url, token, chatId }: Webhook,
  message: Message,
): WebhookRequest {
  const { id, alertId, time, text, events } = message
  const bearer = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const json = { 'Content-Type': 'application/json' }
  switch (kind) {
    case 'ntfy':
      return {
        url,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', Title: 'Quarterdeck', ...bearer },
        body: text,
      }
    case 'telegram':
      return {
        url: `${TELEGRAM}/bot${token ?? ''}/sendMessage`,
        headers: json,
        body: JSON.stringify({ chat_id: chatId, text }),
      }
    case 'discord': {
      // A name such as “@everyone” notifies nobody.
      const content = { content: text, allowed_mentions: { parse: [] } }
      return { url, headers: json, body: JSON.stringify(content) }
    }
    case 'slack': {
      const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
      return { url, headers: json, body: JSON.stringify({ text: escaped }) }
    }
    case 'url':
      return {
        url,
        headers: { ...json, ...bearer },
        body: JSON.stringify({
          id,
          alert_id: alertId,
          time,
          text,
          ...(events && { events: events.map(sentEvent) }),
        }),
      }
  }
}

const sentEvent = ({ at, ...event }: AlertQueue['waiting'][number]) => ({
  ...event,
  time: new Date(at).toISOString(),
})
