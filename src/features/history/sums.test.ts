import fc from 'fast-check'
import { expect, it } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { readParts } from '#contract/read.ts'
import { decimal, sum } from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { dayIn } from '#ui/civil-day.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'

import { finishedRows } from './finished-trades.tsx'
import {
  countUndated,
  profitByDay,
  profitByGroup,
  profitByMonth,
  profitOf,
  profitOfAll,
  together,
  totalsOf,
} from './sums.ts'

const runs = { numRuns: propertyRuns(5_000) }

const MEMBERS = ['profit', 'usd', 'commission', 'filled', 'closed_at', 'pair'] as const
const UNREADABLE = ['n/a', {}, [], true] as const

/** Orders that all closed something; of some, one member could not be read. */
const histories = fc.array(
  fc.record({
    cents: fc.integer({ min: -99_999, max: 99_999 }),
    day: fc.integer({ min: 0, max: 60 }),
    pair: fc.constantFrom('USDT_BTC', 'USDT_ETH'),
    broken: fc.option(
      fc.record({ member: fc.constantFrom(...MEMBERS), value: fc.constantFrom(...UNREADABLE) }),
      { nil: undefined },
    ),
  }),
  { maxLength: 30 },
)

type Order = (typeof histories extends fc.Arbitrary<infer All> ? All : never) extends (infer One)[]
  ? One
  : never

const moneyOf = ({ cents }: Order): string => (cents / 100).toFixed(2)

function wireOf(order: Order, index: number) {
  const { day, pair, broken } = order
  const unless = (member: (typeof MEMBERS)[number], fine: unknown) =>
    broken?.member === member ? broken.value : fine
  return {
    uuid: String(index),
    pair: unless('pair', pair),
    closed_at: unless('closed_at', new Date(Date.UTC(2026, 0, 1 + day)).toISOString()),
    filled: unless('filled', { units: '1', total: '100', price: '100', value: '100' }),
    commission: unless('commission', { amount: '0.25', currency: 'USDT' }),
    profit: unless('profit', {
      amount: moneyOf(order),
      currency: 'USDT',
      usd: unless('usd', moneyOf(order)),
      percent: '1',
    }),
  }
}

const count = (orders: readonly Order[], ...members: string[]): number =>
  orders.filter(({ broken }) => broken && members.includes(broken.member)).length

it('an unreadable amount is left out of every history sum, which says how many', () => {
  fc.assert(
    fc.property(histories, (orders) => {
      const trades = readParts(listHistory.response, orders.map(wireOf))
      const without = (...members: string[]) =>
        orders.filter(({ broken }) => !broken || !members.includes(broken.member))
      const profit = sum(without('profit', 'usd').map((one) => decimal(moneyOf(one))))

      const whole = profitOfAll(trades)
      expect(whole).toMatchObject({ profit, unvalued: count(orders, 'profit', 'usd') })
      expect(whole.valued + whole.unvalued).toBe(orders.length)
      expect(profitOf(whole)).toBe(orders.length > 0 && whole.valued === 0 ? undefined : profit)

      // Calendar and bars: all of it is in some day, or counted as undated; and in some pair.
      const days = profitByDay(trades, dayIn('UTC'))
      const dated = sum(without('profit', 'usd', 'closed_at').map((one) => decimal(moneyOf(one))))
      for (const sums of [days, profitByMonth(days)]) {
        const periods = together([...sums.values()])
        expect(periods.profit).toBe(dated)
        expect(periods.valued + periods.unvalued + countUndated(trades)).toBe(orders.length)
      }
      expect(together(profitByGroup(trades, 'pair').map(([, one]) => one))).toEqual(whole)

      const { volume, fees } = totalsOf(trades)
      const traded = without('filled', 'pair').length * 100
      expect(volume).toMatchObject({
        sums: traded === 0 ? [] : [{ currency: 'USDT', amount: String(traded) }],
        unread: count(orders, 'filled', 'pair'),
      })
      const charged = without('commission').map(() => decimal('0.25'))
      expect(fees).toMatchObject({
        sums: charged.length === 0 ? [] : [{ currency: 'USDT', amount: sum(charged) }],
        unread: count(orders, 'commission'),
      })
    }),
    runs,
  )
})

it('a pair with an unreadable amount does not rank above one with a loss', () => {
  const orders = [
    { profit: 'n/a', pair: 'USDT_ETH' },
    { profit: { amount: '-5', currency: 'USDT', usd: '-5', percent: '-1' }, pair: 'USDT_BTC' },
  ]
  const pairs = profitByGroup(readParts(listHistory.response, orders), 'pair')
  expect(pairs.map(([pair]) => pair)).toEqual(['USDT_BTC', 'USDT_ETH'])
})

it('a SmartTrade that finishes while loading counts once', () => {
  const trade = (id: number) => aSmartTrade({ id, profit: { volume: '5', usd: '5' } })
  const rows = finishedRows([[trade(7), trade(8)], [trade(8)]])
  expect(profitOfAll(rows)).toMatchObject({ profit: '10', valued: 2 })
})
