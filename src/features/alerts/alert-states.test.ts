import { expect, it } from 'vitest'

import type { Alert } from '#contract/alerts.ts'
import { decimal } from '#money/decimal.ts'
import { newAlert } from '#trading/alerts.ts'

import { logOf, nearestFirst, watchedOf } from './alert-states.ts'

const alertOf = (name: string, more: Partial<Alert>): Alert => ({
  ...newAlert({ id: crypto.randomUUID(), kind: 'price', name }, 0),
  ...more,
})
const priceAlert = (name: string, level: string, more: Partial<Alert> = {}) =>
  alertOf(name, { direction: 'below', level: decimal(level), ...more })
const at = (value: string) => ({ value: decimal(value) })

it('a price alert shows the missing move with its sign', () => {
  expect(watchedOf(priceAlert('BTC', '87900'), at('89858')).distance).toBe('-2.179')
  const rising = priceAlert('SOL', '149.04', { direction: 'above' })
  expect(watchedOf(rising, at('140.42')).distance).toBe('6.1387')
  expect(watchedOf(rising, undefined).distance).toBeUndefined()
  expect(watchedOf(rising, at('0')).distance).toBeUndefined()
})

it('a range alert shows the distance to its nearer bound, and zero outside', () => {
  const alert = alertOf('grid', { kind: 'out_of_range' })
  const range = { lower: decimal('90'), upper: decimal('120') }
  expect(watchedOf(alert, { ...at('100'), range }).distance).toBe('-10')
  expect(watchedOf(alert, { ...at('115'), range }).distance).toBe('4.3478')
  expect(watchedOf(alert, { ...at('130'), range }).distance).toBe('0')
})

it('stop and drawdown alerts show percentage points', () => {
  const stop = alertOf('stop', { kind: 'stop_distance', percent: decimal('2') })
  expect(watchedOf(stop, at('5.27')).distance).toBe('-3.27')
  const drawdown = alertOf('portfolio', { kind: 'drawdown', percent: decimal('10') })
  expect(watchedOf(drawdown, at('0.98')).distance).toBe('9.02')
})

it('alerts are sorted: fired, nearest, unknown, paused', () => {
  const rows = [
    watchedOf(priceAlert('paused', '99', { is_on: false }), at('100')),
    watchedOf(priceAlert('unknown', '99'), undefined),
    watchedOf(priceAlert('far', '50'), at('100')),
    watchedOf(priceAlert('near', '99'), at('100')),
    watchedOf(priceAlert('fired', '100', { last_fired_at: 7 }), at('90')),
  ]
  expect(rows.toSorted(nearestFirst).map(({ alert }) => alert.name)).toEqual([
    'fired',
    'near',
    'far',
    'unknown',
    'paused',
  ])
})

it('a fired alert whose price has returned is watching again', () => {
  expect(watchedOf(priceAlert('BTC', '90', { last_fired_at: 7 }), at('100')).state).toBe('watching')
})

it('the log has the last trigger and the last delivery of each alert, newest first', () => {
  const webhook = { kind: 'ntfy', origin: 'https://ntfy.sh' } as const
  const failed = priceAlert('failed', '1', {
    last_fired_at: 10,
    webhook: { ...webhook, last_try: { at: 12, problem: 'It answered 404.' } },
  })
  const tested = priceAlert('tested', '1', {
    webhook: { ...webhook, last_try: { at: 11, problem: null, is_test: true } },
  })
  const log = logOf([priceAlert('quiet', '1'), tested, failed])
  expect(
    log.map(({ at: when, alert, problem, isTest }) => [when, alert.name, problem, isTest]),
  ).toEqual([
    [12, 'failed', 'It answered 404.', false],
    [11, 'tested', null, true],
    [10, 'failed', undefined, undefined],
  ])
})
