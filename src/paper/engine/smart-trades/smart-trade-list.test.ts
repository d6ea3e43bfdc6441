import { describe, expect, it } from 'vitest'

import type { Id } from '#contract/primitives.ts'
import type { SmartTrade, SmartTradeFilter } from '#contract/smart-trades.ts'
import { isNegative, toNumber } from '#money/decimal.ts'
import { eventLog } from '#testing/event-log.ts'
import { reopened } from '#testing/proving-world.ts'
import { groupOf, rankOf } from '#trading/smart-trade-group.ts'

const { engine } = reopened(await eventLog({ seed: 5, ticks: 60_000 }))
engine.setMode('paper')
const pages = [1, 2, 3].map((page) => engine.smartTrades({ page, per_page: 100 }))
const all = (await Promise.all(pages)).flat()

type Order = NonNullable<SmartTradeFilter['order_by']>

/** What a column says of a trade that the service has shown. */
const FIGURES: Record<Order, (trade: SmartTrade) => number | null> = {
  created_at: ({ data }) => data.created_at,
  updated_at: ({ data }) => data.updated_at,
  closed_at: ({ data }) => data.closed_at ?? null,
  status: ({ status }) => rankOf(status),
  profit: ({ profit }) => (profit.usd === null ? null : toNumber(profit.usd)),
  profit_percentage: ({ profit }) =>
    profit.volume === null || profit.percent === null ? null : toNumber(profit.percent),
}
const ORDERS = Object.keys(FIGURES) as Order[]

const idsOf = async (filter: SmartTradeFilter): Promise<Id[]> =>
  (await engine.smartTrades({ per_page: 100, ...filter })).map(({ id }) => id)

/** Sorted by the entities themselves, the slow way. */
function sortedIds(by: Order, direction: 'ASC' | 'DESC'): Id[] {
  const sign = direction === 'ASC' ? 1 : -1
  const rows = all.map((trade) => ({ id: trade.id, figure: FIGURES[by](trade) }))
  rows.sort((a, b) => {
    if ((a.figure === null) !== (b.figure === null)) return a.figure === null ? 1 : -1
    return sign * ((a.figure ?? 0) - (b.figure ?? 0) || ascending(a.id, b.id))
  })
  return rows.map(({ id }) => id)
}

const ascending = (a: Id, b: Id): number => Number(a) - Number(b)

describe('the list of SmartTrades', () => {
  it('has trades of every kind to choose from', () => {
    expect(all.length).toBeGreaterThan(60)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(new Set(all.map(({ status }) => groupOf(status))).size).toBeGreaterThanOrEqual(3)
  })

  it.each(ORDERS)('is in the order of %s, pages side by side, nothing twice', async (order_by) => {
    for (const order_direction of ['ASC', 'DESC'] as const) {
      const pages = Array.from({ length: Math.ceil(all.length / 7) }, (_, index) =>
        idsOf({ order_by, order_direction, per_page: 7, page: index + 1 }),
      )
      expect((await Promise.all(pages)).flat()).toEqual(sortedIds(order_by, order_direction))
    }
  })

  it.each(['active', 'finished', 'cancelled', 'failed'] as const)(
    'holds the %s ones',
    async (status) => {
      const wanted = all.filter((trade) => groupOf(trade.status) === status)
      expect((await idsOf({ status })).toSorted(ascending)).toEqual(
        wanted.map(({ id }) => id).toSorted(ascending),
      )
    },
  )

  it('holds the successful ones, and simple trades that filled, under both names', async () => {
    const won = all.filter(({ status, profit }) => {
      const { volume } = profit
      return groupOf(status) === 'finished' && (volume === null || !isNegative(volume))
    })
    const simple = won.filter(({ profit }) => profit.volume === null)
    expect(simple.length).toBeGreaterThan(0)
    expect(new Set(simple.map(({ profit }) => profit.percent))).toEqual(new Set([null]))
    expect(won.length).toBeGreaterThan(simple.length)
    const ids = won.map(({ id }) => id).toSorted(ascending)
    expect(ids.length).toBeGreaterThan(0)
    expect((await idsOf({ status: 'successfully_finish' })).toSorted(ascending)).toEqual(ids)
    expect((await idsOf({ status: 'successfully_finished' })).toSorted(ascending)).toEqual(ids)
  })

  it('holds one type, one pair, one coin, one account or one day when asked', async () => {
    const [first] = all
    const pick = async (
      filter: SmartTradeFilter,
      is: (trade: SmartTrade) => boolean,
    ): Promise<void> => {
      const ids = all.filter(is).map(({ id }) => id)
      expect((await idsOf(filter)).toSorted(ascending)).toEqual(ids.toSorted(ascending))
    }
    await pick({ type: 'smart_cover' }, ({ data }) => data.type === 'smart_cover')
    await pick({ pair: 'USDT_ETH' }, ({ pair }) => pair === 'USDT_ETH')
    await pick({ base: 'DOT', quote: 'USDT' }, ({ pair }) => pair === 'USDT_DOT')
    await pick({ account_id: first?.account.id }, ({ account }) => account.id === first?.account.id)
    const from = first?.data.created_at ?? 0
    await pick({ from, to: from }, ({ data }) => data.created_at === from)
  })
})
