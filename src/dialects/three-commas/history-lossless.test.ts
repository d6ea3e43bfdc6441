import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type HistoricalTrade, listHistory } from '#contract/history.ts'
import { rawOf } from '#contract/read.ts'
import {
  arriving,
  at,
  entitiesOf,
  type Fields,
  isSameAmount,
  type Json,
  lost,
} from '#testing/documented-answers.ts'
import { proofSize } from '#testing/proof-size.ts'
import { scriptedCall } from '#testing/scripted-call.ts'

const RUNS = { numRuns: proofSize(100, 3_000) }
const LARGE = { timeout: 600_000 }

const ORDER: Fields = {
  uuid: 'text',
  account_id: 'id',
  created_at: 'second',
  closed_at: 'second',
  'units.value': 'amount',
  'price.value': 'amount',
  'total.value': 'amount',
  'filled.units': 'amount',
  'filled.total': 'amount',
  'filled.price': 'amount',
  'order.type': 'text?',
  'order.side': 'text?',
  'status.value': 'text',
  'status.error': 'text?',
}

const DEAL: Fields = { account_id: 'id', created_at: 'time', closed_at: 'time', status: 'text' }
const DEAL_NAMES = { status: 'status.value' }
const AMOUNTS: Fields = {
  bought_amount: 'figure',
  bought_volume: 'amount',
  bought_average_price: 'amount',
  sold_amount: 'figure',
  sold_volume: 'amount',
  sold_average_price: 'amount',
  final_profit: 'amount',
  usd_final_profit: 'amount',
  final_profit_percentage: 'amount',
}

const pairs = fc.constantFrom('USDT_ETH', 'BNFCR_1INCHUSDT', 'USDT_DOGE_USDT')
const orders = fc
  .record({ order: entitiesOf(ORDER), pair: pairs })
  .map(({ order, pair }): Json => ({ ...order, pair }))
const deals = fc
  .record({
    deal: entitiesOf({ ...DEAL, ...AMOUNTS }),
    pair: pairs,
    strategy: fc.constantFrom('long', 'short'),
    bot_id: fc.nat(),
  })
  .map(({ deal, ...more }): Json => ({ ...deal, ...more }))

it(
  'the joined history has every order and every deal, with all that its row shows',
  LARGE,
  async () => {
    const named = fc.tuple(fc.array(orders, { maxLength: 4 }), fc.array(deals, { maxLength: 4 }))
    await fc.assert(
      fc.asyncProperty(named, async ([hand, closed]) => {
        const wire = {
          trades: hand.map((one, index) => ({ ...one, uuid: `order-${index}` })),
          deals: closed.map((one, index): Json => ({ ...one, id: index + 1 })),
        }
        const { value } = await scriptedCall(
          listHistory,
          { query: { limit: 100 } },
          ({ line }) => ({
            json: line.includes('/ver1/trades/')
              ? arriving({ trades: wire.trades })
              : line.includes('/ver1/deals')
                ? arriving(wire.deals)
                : [],
          }),
        )
        const shown = value as HistoricalTrade[]
        expect(shown).toHaveLength(hand.length + closed.length)
        const rowOf = (uuid: string) => shown.find((row) => row.uuid === uuid)
        for (const order of wire.trades) {
          const row = rowOf(order.uuid)
          expect(lost(row, order, ORDER)).toEqual([])
          expect(row?.source).toMatchObject({ type: 'terminal' })
          expect(row?.commission).toBeUndefined()
        }
        for (const deal of wire.deals)
          expect(lostOfDeal(rowOf(`deal-${String(deal['id'])}`), deal)).toEqual([])
      }),
      RUNS,
    )
  },
)

/** A deal is entered by what it bought, and a short one by what it sold. */
function lostOfDeal(row: HistoricalTrade | undefined, deal: Json): string[] {
  const [entry, exit] = deal['strategy'] === 'short' ? ['sold', 'bought'] : ['bought', 'sold']
  const isOut = !isSameAmount('0', deal[`${exit}_amount`])
  const figures: [shown: string, wire: string, isThere: boolean][] = [
    ['filled.units', `${entry}_amount`, true],
    ['filled.total', `${entry}_volume`, true],
    ['filled.price', `${entry}_average_price`, true],
    ['profit.amount', 'final_profit', isOut],
    ['profit.usd', 'usd_final_profit', isOut],
    ['profit.percent', 'final_profit_percentage', isOut],
  ]
  return [
    ...lost(row, deal, DEAL, DEAL_NAMES),
    ...figures.flatMap(([is, was, isThere]) =>
      isSameAmount(at(row, is), isThere ? deal[was] : null) ? [] : [was],
    ),
    ...(row?.source?.type === 'dca_bot' ? [] : ['source']),
    ...(at(rawOf(row ?? {}), 'deal.of_a_later_year') ? [] : ['raw']),
  ]
}
