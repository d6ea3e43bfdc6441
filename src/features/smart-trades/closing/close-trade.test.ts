import { describe, expect, it } from 'vitest'

import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { decimal } from '#money/decimal.ts'

import { closeRows } from './close-trade-sheet.tsx'
import {
  closeTitle,
  closingMoved,
  consequencesOf,
  doneWords,
  obstacleTo,
  openOf,
} from './close-trade.ts'

const FILLED = {
  is_position_not_filled: false,
  position: { type: 'buy' },
  data: {
    entered_amount: '0.5',
    closed_amount: '0.2',
    panic_sell_available: true,
    current_price: { last: '90000', bid: '90000', ask: '90000' },
  },
}
const filled = aSmartTrade(FILLED)
const waiting = aSmartTrade({
  is_position_not_filled: true,
  data: { entered_amount: '0', closed_amount: '0', panic_sell_available: false },
})

it('the review of a close shows the open units and their result', () => {
  expect(openOf(filled)).toEqual({
    units: decimal('0.3'),
    total: decimal('27000'),
    at: 'at the bid',
  })
  expect(openOf(waiting)).toBeUndefined()
})

it('a cancelled position stays without a stop, and a closed one is sold', () => {
  expect(consequencesOf('cancel', filled).sentence).toBe(
    'Leaves 0.3 ETH on the account. Nothing is sold, and no stop protects it.',
  )
  expect(consequencesOf('close', filled).sentence).toBe(
    'Sells 0.3 ETH at the market, about 27,000.00 USDT at the bid.',
  )
})

it('the review of a close uses the bid, and names the impact of a large one', () => {
  const current_price = { last: '90000', bid: '89990', ask: '90010' }
  const trade = aSmartTrade({ ...FILLED, data: { ...FILLED.data, current_price } })
  const words = (impact: string) =>
    consequencesOf('close', trade, {
      book: { depth: decimal('1'), impact: decimal(impact), tick: decimal('1') },
    }).sentence
  expect(words('0.0001')).toContain('about 26,996.10 USDT at the bid.')
  // 0.3 of a second's depth: 89,990 less 0.12 %.
  expect(words('0.004')).toContain('about 26,964.60 USDT with a price impact of 0.12%.')
})

it('the review of a close says that the price moved over 1 % since', () => {
  const at = (last: string) => aSmartTrade({ ...FILLED, data: { current_price: { last } } })
  expect(closingMoved(at('90000'), at('90900'))).toBeUndefined()
  expect(closingMoved(at('90000'), at('89000'))).toBe('The price went from 90,000 to 89,000 USDT.')
  const unpriced = aSmartTrade({ data: { current_price: { last: null } } })
  expect(closingMoved(unpriced, at('90000'))).toBeUndefined()
})

it('closing a short buys it back', () => {
  const short = aSmartTrade({
    ...FILLED,
    is_position_not_filled: false,
    position: { type: 'sell' },
  })
  expect(consequencesOf('close', short).sentence).toMatch(/^Buys back .* at the market/)
  expect(consequencesOf('cancel', short).sentence).toMatch(/^Leaves .* sold\./)
})

it('cancelling an unfilled entry releases it', () => {
  expect(consequencesOf('cancel', waiting).sentence).toMatch(/^Cancels the entry order\./)
  expect(consequencesOf('cancel', waiting).note).toContain('never placed')
})

it('the review of a close names no amount while amounts are hidden', () => {
  for (const way of ['cancel', 'close'] as const) {
    const { sentence, note } = consequencesOf(way, filled, { areAmountsHidden: true })
    expect(sentence + note).not.toMatch(/\d/)
  }
})

it('a close needs a position, and a cancellation none with a loan', () => {
  expect(obstacleTo('close', waiting)).toBe('There is no position to close yet.')
  expect(obstacleTo('close', filled)).toBeUndefined()
  expect(obstacleTo('cancel', filled)).toBeUndefined()
  const margin = aSmartTrade({ is_position_not_filled: false, leverage: { enabled: true } })
  expect(obstacleTo('cancel', margin)).toBe(
    'A margin position cannot be cancelled. Close it instead.',
  )
})

describe('the outcome of a close', () => {
  const waiting = aSmartTrade({
    is_position_not_filled: true,
    status: { type: 'waiting_position' },
    data: { entered_amount: '0' },
  })
  const answered = (type: string) => aSmartTrade({ status: { type, title: type } })

  it('a close is done only if the answer says so', () => {
    const trade = aSmartTrade({})
    expect(doneWords('close', trade, answered('panic_sold')).done).toBe('Closed at')
    expect(doneWords('close', trade, answered('panic_sell_pending'))).toEqual({
      done: 'Accepted at',
      deed: 'The service is closing ETH/USDT at the market price.',
    })
    expect(doneWords('close', trade, undefined).done).toBe('Accepted at')
  })

  it('a close is not done if the trade failed or ended otherwise', () => {
    const trade = aSmartTrade({})
    for (const way of ['close', 'cancel'] as const) {
      expect(doneWords(way, trade, answered('failed'))).toEqual({
        done: 'Accepted at',
        deed: 'The service returned ETH/USDT as “failed”. Check its position on the account.',
      })
    }
    expect(doneWords('close', trade, answered('stop_loss_finished')).deed).toBe(
      'The service returned ETH/USDT as “stop_loss_finished”. Check its position on the account.',
    )
    expect(doneWords('close', trade, answered('cancelled')).done).toBe('Accepted at')
  })

  it('the title of a close is in the past tense only if it ended the trade', () => {
    const titles = (way: 'close' | 'cancel') =>
      ['panic_sold', 'cancelled', 'failed', 'waiting_targets'].map((type) =>
        closeTitle(way, aSmartTrade({}), answered(type)),
      )
    expect(titles('close')).toEqual([
      expect.stringMatching(/^Closed ETH/),
      ...Array.from(
        { length: 3 },
        () => expect.stringMatching(/^Close ETH.* at market$/) as string,
      ),
    ])
    expect(titles('cancel')[1]).toMatch(/^Cancelled ETH/)
    expect(titles('cancel')[0]).toMatch(/^Cancel ETH/)
  })

  it('the outcome of a cancellation names the position left open, if any', () => {
    expect(doneWords('cancel', aSmartTrade({}), answered('cancelled'))).toEqual({
      done: 'Cancelled at',
      deed: 'ETH/USDT has no orders any more. Its position stays open on the account.',
    })
    expect(doneWords('cancel', waiting, answered('cancelled')).deed).toBe(
      'ETH/USDT has no orders any more.',
    )
  })
})

it('the review of a close has no balance after it while a waiting order releases funds too', () => {
  const free = { before: decimal('1000'), after: undefined }
  const available = (changes: object) =>
    closeRows('close', aSmartTrade({ ...FILLED, ...changes }), { free }).filter(([name]) =>
      name.includes('available'),
    )
  expect(available({})).toHaveLength(1)
  expect(available({ is_position_not_filled: true })).toEqual([])
  const step = { id: 7, status: { type: 'order_placed', title: '' }, units: { value: '1' } }
  expect(available({ add_funds: { steps: [step] } })).toEqual([])
})
