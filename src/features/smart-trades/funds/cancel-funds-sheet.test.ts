import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'

import { freeRow } from '../trade-write.tsx'
import { latestOf } from './cancel-funds-sheet.tsx'

const ORDER = {
  id: 1,
  type: 'limit',
  status: { type: 'order_placed', title: 'Placed' },
  units: { value: '4' },
  limit: { value: '90' },
  filled_units: '1',
}

it('the cancellation of an order of funds is reviewed with its current fill', () => {
  const trade = aSmartTrade({ add_funds: { steps: [ORDER] } })
  const [step] = trade.add_funds?.steps ?? []
  const before = { ...step!, filled_units: decimal('0') }
  expect(latestOf(trade, before).filled_units).toBe('1')
  expect(latestOf(aSmartTrade({}), before)).toBe(before)
})

it('a balance that an order changed by less than a cent stays one figure without an arrow', () => {
  const row = (after: string) =>
    freeRow('USDT', { before: decimal('17777.0521'), after: decimal(after) })
  expect(row('17777.0519')).toHaveLength(2)
  expect(row('17776.05')).toHaveLength(3)
})
