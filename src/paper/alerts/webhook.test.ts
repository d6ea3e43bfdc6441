import { describe, expect, it } from 'vitest'

import { ALERT_IDS } from '#testing/alerting-service.ts'

import { requestFor, webhookOf } from './webhook.ts'

const [FIRST] = ALERT_IDS
const ORIGINS = ['https://api.telegram.org', 'https://ntfy.sh']
const TOKEN = `1234567:${'A'.repeat(35)}`

describe('a webhook', () => {
  it.each([
    ['http://ntfy.sh/topic', 'webhook.url', 'Enter an https address without a user name.'],
    ['https://me:word@ntfy.sh/topic', 'webhook.url', 'Enter an https address without a user name.'],
    ['topic', 'webhook.url', 'Enter an https address without a user name.'],
  ])('a webhook at %s is refused', (url, member, sentence) => {
    expect(webhookOf({ kind: 'ntfy', url }, ORIGINS)).toEqual({ faults: { [member]: [sentence] } })
  })

  it('a webhook is refused at an origin that was not allowed', () => {
    const made = webhookOf({ kind: 'url', url: 'https://ntfy.sh.example/topic' }, ORIGINS)
    expect(made).toEqual({
      faults: { 'webhook.url': [expect.stringContaining('https://ntfy.sh.example')] },
    })
  })

  it.each(['a token', 'naïve', ''])('a webhook with the token “%s” is refused', (token) => {
    expect(webhookOf({ kind: 'ntfy', url: 'https://ntfy.sh/topic', token }, ORIGINS)).toEqual({
      faults: { 'webhook.token': ['A token has no spaces and no letters beyond ASCII.'] },
    })
  })
})

describe('a Telegram webhook', () => {
  it.each([undefined, 'no token', '12345', `${TOKEN}/../other`, `1:${'A'.repeat(35)}`])(
    'a Telegram webhook with the token %s is refused, since it could be another path',
    (token) => {
      expect(webhookOf({ kind: 'telegram', token, chat_id: '-100123' }, ORIGINS)).toEqual({
        faults: { 'webhook.token': ['Enter the token of a Telegram bot.'] },
      })
    },
  )

  it.each([undefined, '', 'traders', '@me', '1; drop'])(
    'a Telegram webhook for the chat %s is refused',
    (chat) => {
      expect(webhookOf({ kind: 'telegram', token: TOKEN, chat_id: chat }, ORIGINS)).toEqual({
        faults: {
          'webhook.chat_id': ['Enter the number of a chat, or @ and the name of a channel.'],
        },
      })
    },
  )

  it('a Telegram webhook needs its origin to be allowed, by the name of its kind', () => {
    const made = webhookOf({ kind: 'telegram', token: TOKEN, chat_id: '@traders' }, [])
    expect(made).toEqual({
      faults: { 'webhook.kind': [expect.stringContaining('https://api.telegram.org')] },
    })
  })

  it('a Telegram webhook sends the text to its chat', () => {
    const made = webhookOf({ kind: 'telegram', token: TOKEN, chat_id: '@traders' }, ORIGINS)
    if (!('webhook' in made)) throw new Error('It was refused.')
    const text = 'BTC/USDT is above 90,000'
    const message = { id: 'm', alertId: FIRST, time: '2026-11-28T03:00:00.000Z', text }
    expect(requestFor(made.webhook, message)).toEqual({
      url: `https://api.telegram.org/bot${TOKEN}/sendMessage`,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ chat_id: '@traders', text }),
    })
  })
})
