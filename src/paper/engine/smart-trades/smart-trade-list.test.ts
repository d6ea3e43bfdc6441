import fc from 'fast-check'
import { expect, it } from 'vitest'

import { SMART_TRADE_TYPES, type SmartTradeFilter } from '#contract/smart-trades.ts'
import { isNegative } from '#money/decimal.ts'
import { eventLog } from '#testing/event-log.ts'
import { everyTrade, referencePage } from '#testing/reference-trade-list.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { PROVING_START, reopened } from '#testing/proving-world.ts'
import { groupOf } from '#trading/smart-trade-group.ts'

const SEED = 5
const TICKS = 60_000
const { engine, world, store } = reopened(await eventLog({ seed: SEED, ticks: TICKS }))
const trades = everyTrade(world, store.all())

/** Trades on accounts of the engine's mode. */
function shown() {
  const accounts = new Set(engine.exchanges().map(({ account_id }) => String(account_id)))
  return trades.filter(({ account }) => accounts.has(String(account.id)))
}

const ORDERS = [
  'created_at',
  'updated_at',
  'closed_at',
  'status',
  'profit',
  'profit_percentage',
] as const
const STATUSES = [
  'all',
  'active',
  'finished',
  'cancelled',
  'failed',
  'successfully_finish',
  'successfully_finished',
] as const
const seconds = fc.integer({ min: 0, max: TICKS }).map((second) => PROVING_START + second * 1_000)
const wanted = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 1 })
const filters: fc.Arbitrary<SmartTradeFilter> = fc.record({
  account_id: wanted(fc.constantFrom(...trades.map(({ account }) => account.id))),
  pair: wanted(fc.constantFrom('USDT_BTC', 'USDT_ETH', 'USDT_SOL', 'USDT_DOT')),
  base: wanted(fc.constantFrom('BTC', 'ETH', 'ADA')),
  quote: wanted(fc.constantFrom('USDT', 'EUR')),
  type: wanted(fc.constantFrom(...SMART_TRADE_TYPES)),
  status: wanted(fc.constantFrom(...STATUSES)),
  from: wanted(seconds),
  to: wanted(seconds),
})
/** Few filters at once: most pages shall hold something. */
const questions = fc
  .tuple(
    filters,
    fc.constantFrom(...ORDERS, undefined),
    fc.constantFrom('ASC' as const, 'DESC' as const, undefined),
    fc.subarray(['account_id', 'pair', 'base', 'quote', 'type', 'status', 'from', 'to'] as const, {
      maxLength: 2,
    }),
  )
  .map(([filter, order_by, order_direction, members]): SmartTradeFilter => ({
    ...Object.fromEntries(members.map((member) => [member, filter[member]])),
    order_by,
    order_direction,
  }))
const pages = fc.record({
  page: fc.integer({ min: 1, max: 12 }),
  per_page: fc.integer({ min: 1, max: 30 }),
})

it('the list of SmartTrades has alive and ended trades of every kind to choose from', () => {
  engine.setMode('paper')
  const alive = world.smartTrades.size
  expect(alive).toBeGreaterThan(8)
  expect(trades.length - alive).toBeGreaterThan(50)
  expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
  expect(new Set(shown().map(({ status }) => groupOf(status))).size).toBeGreaterThanOrEqual(3)
  const won = shown().filter(({ status }) => groupOf(status) === 'finished')
  expect(won.some(({ profit }) => profit.volume === null)).toBe(true)
  expect(won.some(({ profit }) => profit.volume !== null && isNegative(profit.volume))).toBe(true)
})

it(
  `the list of SmartTrades shows the page that sorting everything gives, seed ${SEED}`,
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('paper' as const, 'real' as const),
        questions,
        pages,
        async (mode, question, page) => {
          engine.setMode(mode)
          const filter = { ...question, ...page }
          expect(await engine.smartTrades(filter)).toEqual(referencePage(shown(), filter))
        },
      ),
      { numRuns: propertyRuns(20_000), seed: SEED },
    )
  },
)

it.each(ORDERS)(
  'the list of SmartTrades in the order of %s holds everything once, pages side by side',
  async (order_by) => {
    engine.setMode('paper')
    for (const order_direction of ['ASC', 'DESC'] as const) {
      const asked = Array.from({ length: Math.ceil(shown().length / 7) + 1 }, (_, index) =>
        engine.smartTrades({ order_by, order_direction, per_page: 7, page: index + 1 }),
      )
      const ids = (await Promise.all(asked)).flat().map(({ id }) => id)
      const filter = { order_by, order_direction, per_page: 1_000 }
      expect(ids).toEqual(referencePage(shown(), filter).map(({ id }) => id))
    }
  },
)
