import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { Alert } from '#contract/alerts.ts'
import { gridBot } from '#contract/grid-bots.ts'
import { smartTrade } from '#contract/smart-trades.ts'
import { decimal, fromNumber } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'

import {
  type AlertReading,
  alertWords,
  drawdownReading,
  fires,
  HOUR,
  rangeReading,
  stopReading,
  withLatest,
} from './alerts.ts'
import { balanceColumns } from './balance-flow.ts'

const AT = Date.UTC(2026, 0, 2)
const alertOf = (changes: Partial<Alert>): Alert => ({
  id: '1f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b',
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
const at = (value: number): AlertReading => ({ value: fromNumber(value) })

it('an alert fires when the level is crossed, not while the price stays beyond it', () => {
  const above = alertOf({})
  expect(fires(above, at(99), at(100), AT)).toBe(true)
  expect(fires(above, at(100), at(101), AT)).toBe(false)
  expect(fires(above, at(101), at(99), AT)).toBe(false)
  const below = alertOf({ direction: 'below' })
  expect(fires(below, at(101), at(100), AT)).toBe(true)
  expect(fires(below, at(99), at(98), AT)).toBe(false)
})

it('an alert does not fire on unknown values or while it is off', () => {
  expect(fires(alertOf({}), undefined, at(200), AT)).toBe(false)
  expect(fires(alertOf({}), at(1), undefined, AT)).toBe(false)
  expect(fires(alertOf({ is_on: false }), at(1), at(200), AT)).toBe(false)
  expect(fires(alertOf({ level: null }), at(1), at(200), AT)).toBe(false)
})

it('an alert fires once an hour, or every time if set', () => {
  const fired = alertOf({ last_fired_at: AT })
  expect(fires(fired, at(99), at(100), AT + HOUR - 1)).toBe(false)
  expect(fires(fired, at(99), at(100), AT + HOUR)).toBe(true)
  expect(fires({ ...fired, every_time: true }, at(99), at(100), AT + 1)).toBe(true)
})

it('an alert never fires twice in an hour on any price path, or at every crossing if set', () => {
  const prices = fc.array(fc.integer({ min: 90, max: 110 }), { minLength: 2, maxLength: 200 })
  fc.assert(
    fc.property(prices, fc.boolean(), (course, isEveryTime) => {
      let alert = alertOf({ every_time: isEveryTime })
      const fired: number[] = []
      let crossings = 0
      for (const [index, price] of course.entries()) {
        const before = course[index - 1]
        if (before === undefined) continue
        const now = AT + index * 60_000
        if (before < 100 && price >= 100) crossings += 1
        if (!fires(alert, at(before), at(price), now)) continue
        fired.push(now)
        alert = { ...alert, last_fired_at: now }
      }
      const areApart = fired.every((one, index) => one - (fired[index - 1] ?? -HOUR) >= HOUR)
      const isOnce = areApart && fired.length > 0 === crossings > 0
      expect(isEveryTime ? fired.length === crossings : isOnce).toBe(true)
    }),
  )
})

const tradeAt = (last: number, changes = {}) =>
  entity(smartTrade, {
    id: 7,
    status: { type: 'waiting_targets', title: 'Waiting' },
    position: { type: 'buy' },
    stop_loss: { enabled: true, conditional: { price: { value: '80' } } },
    data: { current_price: { last: String(last) } },
    ...changes,
  })

it('the distance to a stop is in percent of the stop for both sides, and unknown without a stop', () => {
  expect(stopReading(tradeAt(100))).toEqual({ value: '25' })
  expect(stopReading(tradeAt(80))).toEqual({ value: '0' })
  expect(stopReading(tradeAt(79))).toEqual({ value: '0' })
  expect(stopReading(tradeAt(64, { position: { type: 'sell' } }))).toEqual({ value: '20' })
  expect(stopReading(tradeAt(100, { stop_loss: { enabled: false } }))).toBeUndefined()
  expect(
    stopReading(tradeAt(100, { status: { type: 'finished', title: 'Finished' } })),
  ).toBeUndefined()
})

it('a running grid bot is out of range above and below', () => {
  const bot = (price: number, isEnabled = true) =>
    rangeReading(
      entity(gridBot, {
        id: 1,
        is_enabled: isEnabled,
        current_price: String(price),
        lower_price: '90',
        upper_price: '110',
      }),
    )
  const alert = alertOf({ kind: 'out_of_range', level: null })
  expect(fires(alert, bot(90), bot(89), AT)).toBe(true)
  expect(fires(alert, bot(110), bot(111), AT)).toBe(true)
  expect(fires(alert, bot(100), bot(110), AT)).toBe(false)
  expect(bot(100, false)).toBeUndefined()
  // The bot's stop loss may have ended it outside its range.
  expect(fires(alert, bot(100), bot(120, false), AT)).toBe(true)
  expect(fires(alert, bot(100, false), bot(120, false), AT)).toBe(false)
})

const point = (hour: number, usd: number, paid = 0) => ({
  date: AT + hour * HOUR,
  usd,
  btc: 0,
  usd_deposit_amount: paid,
  btc_deposit_amount: 0,
})

it('a drawdown is measured from the peak, net of deposits and withdrawals', () => {
  const drawdown = (points: ReturnType<typeof point>[]) =>
    drawdownReading(balanceColumns(points), 'since_last')?.value
  expect(drawdown([point(0, 100), point(1, 200), point(2, 150)])).toBe('25')
  // A withdrawal of 100 is no loss.
  expect(drawdown([point(0, 100), point(1, 200), point(2, 100, -100)])).toBe('0')
  expect(drawdown([point(0, 100), point(1, 80), point(2, 180, 100)])).toBe('20')
  expect(drawdown([])).toBeUndefined()
})

it('a drawdown is unknown if a deposit is unknown', () => {
  // Half of it may have been withdrawn.
  const points = [point(0, 200), { ...point(1, 100), usd_deposit_amount: undefined }]
  expect(drawdownReading(balanceColumns(points), 'since_last')).toBeUndefined()
  expect(drawdownReading(balanceColumns(points))).toBeUndefined()
})

it('a history joined with its finer end counts each deposit once', () => {
  const month = balanceColumns([point(0, 100), point(1, 200), point(2, 300, 100)])
  const latest = balanceColumns([point(1, 200), point(1.5, 300, 100), point(2, 300)])
  const joined = withLatest(month, latest)
  expect([...joined.at]).toEqual([0, 1, 1.5, 2].map((hour) => AT + hour * HOUR))
  expect([...joined.deposit.usd]).toEqual([0, 0, 100, 0])
})

it("an alert's text names the level that was typed and no other amount", () => {
  expect(alertWords(alertOf({ level: decimal('93000.5') }))).toBe('rises to 93,000.5 or above')
  expect(alertWords(alertOf({ direction: 'below' }))).toBe('falls to 100 or below')
  expect(alertWords(alertOf({ kind: 'stop_distance', percent: decimal('2') }))).toBe(
    'comes within 2% of its stop',
  )
})
