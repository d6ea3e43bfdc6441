import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { comparedResult } from './grid-bot-detail.tsx'

const DAY = 86_400_000
const CREATED = Date.parse('2026-05-01T00:00:00Z')

const running = {
  pair: 'USDT_BTC',
  is_enabled: true,
  created_at: '2026-05-01T00:00:00Z',
  start_price: '100',
  current_price: '110',
  current_profit: '40',
  current_profit_loss_percent: '12.5',
  profit_currency_type: 'quote',
}

const at = (changes: object, days: number) =>
  comparedResult(entity(gridBot, { ...running, ...changes }), CREATED + days * DAY)

it('a running bot has its profit per day, and the return of holding', () => {
  expect(at({}, 8)).toMatchObject({ perDay: { value: '5' }, held: { value: '10' } })
})

it('a stopped bot has its profit per day of running', () => {
  const stopped = { is_enabled: false, running_seconds: 4 * 86_400 }
  expect(at(stopped, 30)).toMatchObject({
    perDay: { value: '10' },
    held: { value: undefined },
  })
  expect(at(stopped, 30).held.reason).toContain('at which price it ended')
})

it.each<[string, object, number, string]>([
  ['of unknown running time', { is_enabled: false }, 8, 'how long it ran'],
  ['that is some hours old', {}, 0.5, 'less than a day'],
  ['that ran for some hours', { running_seconds: 3_600 }, 8, 'less than a day'],
  ['without its profit', { current_profit: null }, 8, 'did not send its profit'],
])('a bot %s has no profit per day, with the reason', (_, changes, days, reason) => {
  const { perDay } = at(changes, days)
  expect(perDay.value).toBeUndefined()
  expect(perDay.reason).toContain(reason)
})

it('a bot without a start price has no return of holding', () => {
  const { held } = at({ start_price: null }, 8)
  expect(held.value).toBeUndefined()
  expect(held.reason).toContain('start price')
})
