import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { comparedResult } from './compared-result.tsx'

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

it('a running bot has its profit a day and is compared with holding', () => {
  const result = comparedResult(entity(gridBot, running), CREATED + 8 * DAY)
  expect(result).toMatchObject({ aDay: '5', held: '10', total: '12.5' })
})

it.each<[string, object, number, string]>([
  ['one that is disabled', { is_enabled: false }, 8, 'It is disabled.'],
  ['one that is some hours old', {}, 0.5, 'It is less than a day old.'],
  ['one without its profit', { current_profit: null }, 8, 'did not say its profit'],
])('%s has no profit a day, with the reason', (_, changes, days, reason) => {
  const bot = entity(gridBot, { ...running, ...changes })
  const { aDay, why } = comparedResult(bot, CREATED + days * DAY)
  expect(aDay).toBeUndefined()
  expect(why.aDay).toContain(reason)
})

it.each([
  ['without its start price', 'held', { start_price: null }, 'start price'],
  ['without its total', 'total', { current_profit_loss_percent: null }, 'total return'],
  ['that is disabled', 'held', { is_enabled: false }, 'disabled'],
  ['that is disabled', 'total', { is_enabled: false }, 'disabled'],
] as const)('one %s has no figure there, with the reason: %s', (_, figure, changes, reason) => {
  const bot = entity(gridBot, { ...running, ...changes })
  const result = comparedResult(bot, CREATED + 8 * DAY)
  expect(result[figure]).toBeUndefined()
  expect(result.why[figure]).toContain(reason)
})
