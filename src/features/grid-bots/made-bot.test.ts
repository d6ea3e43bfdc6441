import { describe, expect, it } from 'vitest'

import { gridBot, type GridBotDraft } from '#contract/grid-bots.ts'
import { read } from '#contract/read.ts'
import { decimal } from '#money/decimal.ts'

import { madeBot } from './made-bot.ts'

const SENT = Date.UTC(2026, 10, 21, 8)
const draft: GridBotDraft = {
  account_id: 7,
  pair: 'USDT_ETH',
  lower_price: decimal('90'),
  upper_price: decimal('110'),
  grids_quantity: 5,
  grid_type: 'arithmetic',
  quantity_per_grid: decimal('1'),
}
const botWith = (members: object) =>
  read(gridBot, {
    id: 1,
    account_id: 7,
    pair: 'USDT_ETH',
    lower_price: '90.00',
    upper_price: '110',
    grids_quantity: '5',
    quantity_per_grid: '1.0',
    created_at: new Date(SENT + 2_000).toISOString(),
    ...members,
  }).value

describe('a bot whose making ended in the unknown', () => {
  it('is found by everything that was asked for', () => {
    expect(madeBot([botWith({ id: 9, upper_price: '111' }), botWith({})], draft, SENT)?.id).toBe(1)
  })

  it.each([
    { account_id: 8 },
    { pair: 'USDT_BTC' },
    { lower_price: '91' },
    { quantity_per_grid: '2' },
    { grids_quantity: '6' },
    { created_at: new Date(SENT - 3_600_000).toISOString() },
    { created_at: undefined },
  ])('is not one with %j', (members) => {
    expect(madeBot([botWith(members)], draft, SENT)).toBeUndefined()
  })
})
