import { expect, it } from 'vitest'

import type { Alert } from '#contract/alerts.ts'
import { decimal } from '#money/decimal.ts'

import { firedBetween, firedSince } from './alert-poller.tsx'

const AT = Date.UTC(2026, 0, 2)
const alertOf = (id: string, changes: Partial<Alert> = {}): Alert => ({
  id,
  kind: 'price',
  name: 'BTC/USDT',
  pair: 'USDT_BTC',
  exchange: null,
  direction: 'above',
  level: decimal('100'),
  percent: null,
  trade_id: null,
  bot_id: null,
  every_time: false,
  is_on: true,
  created_at: AT,
  last_fired_at: null,
  webhook: null,
  ...changes,
})
const at = (price: string) => ({ value: decimal(price) })
const prices = (price: string) => new Map(['a', 'b'].map((id) => [id, at(price)] as const))

it('a notification is sent once for an alert fired at the service', () => {
  const [before, now] = [[alertOf('a')], [alertOf('a', { last_fired_at: AT })]]
  expect(firedSince(before, now).map(({ body }) => body)).toEqual([
    'BTC/USDT rises to 100 or above.',
  ])
  expect(firedSince(now, now)).toEqual([])
  // Read for the first time it may have fired long ago.
  expect(firedSince([], now)).toEqual([])
})

it('a browser alert fires at the crossing, one of two with the same condition', () => {
  const alerts = [alertOf('a'), alertOf('b')]
  const fired = (before: string, now: string) =>
    firedBetween(alerts, prices(before), prices(now), AT).map(({ id }) => id)
  expect(fired('99', '101')).toEqual(['a'])
  expect(fired('101', '102')).toEqual([])
  const lately = [alertOf('a', { last_fired_at: AT - 1 }), alertOf('b')]
  expect(firedBetween(lately, prices('99'), prices('101'), AT)).toEqual([])
})

it('a notification is sent for each new trade event, with its text, and once for two alerts that report it', () => {
  const [first, second] = [
    { id: '1-1', at: AT, text: 'SmartTrade 7: entry filled' },
    { id: '2-1', at: AT + 1, text: 'SmartTrade 7: target 1 of 2 filled' },
  ]
  const of = (id: string, recent: Alert['recent'], at: number) =>
    alertOf(id, { kind: 'trade_events', recent, last_fired_at: at })
  const before = [of('a', [first], AT), of('b', [], AT)]
  const notices = firedSince(before, [of('a', [first, second], AT + 1), of('b', [second], AT + 1)])
  expect(notices.map(({ body }) => body)).toEqual([`${second.text}.`, `${second.text}.`])
  expect(new Set(notices.map(({ tag }) => tag)).size).toBe(1)
})
