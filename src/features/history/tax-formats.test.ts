import { expect, it } from 'vitest'

import { decimal, toText } from '#money/decimal.ts'

import { taxEntries, type TaxFormat, taxRows } from './tax-formats.ts'
import type { Trade } from './trades.ts'

const options = { nameOf: () => 'Harbour spot', marketTypeOf: () => 'spot' }
const paid = (amount: string, currency = 'USDT') => ({ amount: decimal(amount), currency })

/** Two ETH for 100 USDT at spot. */
const order = (side: string, fee = paid('0.1')): Trade => ({
  uuid: `u-${side}`,
  closed_at: Date.UTC(2026, 10, 20, 15, 30, 5),
  account_id: 7,
  pair: 'USDT_ETH',
  market_type: 'spot',
  order: { side, type: 'limit', role: 'entry' },
  filled: { units: decimal('2'), total: decimal('100'), price: decimal('50'), value: undefined },
  commission: fee,
  profit: null,
  source: { type: 'smart_trade', id: '5', name: 'ETH dips' },
})
const position = (row: Partial<Trade>): Trade => ({
  ...order('buy'),
  market_type: 'futures',
  ...row,
})
const gained = (amount: string, fees?: string) => ({
  ...paid(amount),
  usd: decimal(amount),
  percent: undefined,
  ...(fees !== undefined && { fees: decimal(fees) }),
})

/** The rows of a file by their heads, empty cells left out. */
function fileOf(format: TaxFormat, ...trades: Trade[]) {
  const [heads = [], ...rows] = taxRows(taxEntries(trades, options).entries, format)
  return rows.map((cells) =>
    Object.fromEntries(
      cells.flatMap((cell, index) =>
        cell == null
          ? []
          : [[heads[index] as string, typeof cell === 'string' ? cell : cell.figure]],
      ),
    ),
  )
}

it('Koinly gets sent and received amounts with the fee beside them', () => {
  expect(fileOf('Koinly', order('buy'))).toEqual([
    {
      Date: '2026-11-20 15:30:05 UTC',
      'Sent Amount': '100',
      'Sent Currency': 'USDT',
      'Received Amount': '2',
      'Received Currency': 'ETH',
      'Fee Amount': '0.1',
      'Fee Currency': 'USDT',
      Description: 'Harbour spot: ETH dips, entry, USDT_ETH',
      TxHash: 'u-buy',
    },
  ])
})

it('Blockpit gets outgoing and incoming assets, and German dates', () => {
  expect(fileOf('Blockpit', order('sell'))).toMatchObject([
    {
      'Date (UTC)': '20.11.2026 15:30:05',
      'Integration Name': 'Harbour spot',
      Label: 'Trade',
      'Outgoing Asset': 'ETH',
      'Outgoing Amount': '2',
      'Incoming Asset': 'USDT',
      'Incoming Amount': '100',
      'Fee Amount (optional)': '0.1',
    },
  ])
})

it('CoinTracking gets amounts including the fee, and a fee in another coin as a row', () => {
  const [bought, sold, third, other] = fileOf(
    'CoinTracking',
    order('buy'),
    order('sell'),
    order('buy', paid('0.01', 'BNB')),
  )
  expect(bought).toMatchObject({ 'Sell Amount': '100.1', 'Buy Amount': '2', Fee: '0.1' })
  expect(sold).toMatchObject({ 'Sell Amount': '2', 'Buy Amount': '99.9', Fee: '0.1' })
  expect(third).toMatchObject({ 'Sell Amount': '100', 'Buy Amount': '2' })
  expect(other).toMatchObject({ Type: 'Other Fee', 'Sell Amount': '0.01', 'Sell Currency': 'BNB' })
})

it('rows of a leveraged position add up to its net result, without moving coins', () => {
  const rows = [
    position({ commission: paid('0.1') }),
    position({ commission: paid('0.12'), profit: gained('19.78', '0.22') }),
    position({ order: null, kind: 'funding', commission: paid('0'), profit: gained('-0.5') }),
  ]
  const { entries, leftOut } = taxEntries(rows, options)
  const moved = entries.map(({ kind, sent, received }) => [
    kind,
    sent ? `-${toText(sent.amount)}` : received && toText(received.amount),
    sent?.currency ?? received?.currency,
  ])
  // 19.78 in all, less 0.5 of funding.
  expect(moved).toEqual([
    ['Fee', '-0.1', 'USDT'],
    ['Profit', '19.88', 'USDT'],
    ['Loss', '-0.5', 'USDT'],
  ])
  expect(leftOut).toBe(0)
  expect(fileOf('Koinly', ...rows)[1]).toMatchObject({ Label: 'realized gain' })
  expect(fileOf('Blockpit', ...rows)[2]).toMatchObject({ Label: 'Derivative Loss' })
  expect(fileOf('CoinTracking', ...rows)[1]).toMatchObject({ Type: 'Derivatives / Futures Profit' })
})

it('rows without enough data are counted as left out, unfilled ones are not', () => {
  const { market_type: _, ...untyped } = order('buy')
  const unfilled = { ...order('buy'), filled: undefined }
  const whole: Trade = { ...order('buy'), kind: 'trade' }
  const found = taxEntries([order('buy'), untyped, unfilled, whole], {
    ...options,
    marketTypeOf: () => undefined,
  })
  expect(found.entries).toHaveLength(1)
  expect(found.leftOut).toBe(2)
})
