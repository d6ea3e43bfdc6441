import { expect, it } from 'vitest'

import type { GridBotDraft } from '#contract/grid-bots.ts'
import { decimal } from '#money/decimal.ts'

import { whatMoved } from './new-bot.ts'

const draft: GridBotDraft = {
  account_id: 7,
  pair: 'USDT_ETH',
  lower_price: decimal('90'),
  upper_price: decimal('110'),
  grids_quantity: 5,
  grid_type: 'arithmetic',
  quantity_per_grid: decimal('1'),
  lower_stop_loss_price: decimal('80'),
}
const moved = (from: string, to: string) => whatMoved(draft, decimal(from), decimal(to))

it('a reviewed grid stays valid while the price is about the same', () => {
  expect(moved('100', '101')).toBeUndefined()
  expect(whatMoved(draft, undefined, decimal('50'))).toBeUndefined()
  expect(whatMoved(draft, decimal('100'), undefined)).toBeUndefined()
})

it('a reviewed grid is outdated if other lines would buy or sell', () => {
  expect(moved('100', '101.5')).toBe(
    'The price went from 100 to 101.5 USDT, and its lines are set around that price.',
  )
})

it('a reviewed grid is outdated if the price leaves its range or passes a stop', () => {
  expect(moved('109.9', '110.1')).toMatch(/ and has passed the upper price\.$/)
  expect(moved('90.1', '89.9')).toMatch(/ and has passed the lower price\.$/)
  expect(moved('80.2', '79.8')).toMatch(/ and has passed the stop loss below\.$/)
})
