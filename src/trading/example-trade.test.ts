import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import { judgeAtExchange, judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { SHAPE_OF_TYPE, type SmartTradeType } from '#contract/smart-trade-type.ts'
import { add, decimal, type Decimal, multiply, subtract, toText } from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { type ExampleTrade, exampleTrade } from './example-trade.ts'

const TYPES = Object.keys(SHAPE_OF_TYPE) as SmartTradeType[]
const ORDERS = ['market', 'limit', 'conditional'] as const

/** Returns the request that a form creates from an example. */
function bodyOf(type: SmartTradeType, orderType: (typeof ORDERS)[number], made: ExampleTrade) {
  const { instant, skip_enter_step, position } = SHAPE_OF_TYPE[type]
  const value = (amount: Decimal) => ({ value: toText(amount) })
  return {
    account_id: '1',
    pair: 'USDT_BTC',
    ...(instant && { instant }),
    ...(skip_enter_step && { skip_enter_step }),
    position: {
      type: position.type,
      order_type: made.price === undefined ? 'market' : orderType,
      units: value(made.units),
      ...(made.price && { price: value(made.price) }),
      ...(made.trigger && {
        conditional: { order_type: 'limit', price: { type: 'last', ...value(made.trigger) } },
      }),
    },
    ...(made.targets.length > 0 && {
      take_profit: {
        enabled: true,
        steps: made.targets.map(({ price, volume }) => ({
          order_type: 'limit',
          volume: toText(volume),
          price: { type: 'last', ...value(price) },
        })),
      },
    }),
    ...(made.stop &&
      made.stopLimit && {
        stop_loss: {
          enabled: true,
          order_type: 'limit',
          price: value(made.stopLimit),
          conditional: { price: { type: 'last', ...value(made.stop) } },
        },
      }),
  }
}

/** Powers of ten from 0.00000001 to 1. */
const step = fc
  .integer({ min: 0, max: 8 })
  .map((places) => decimal(places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`))
const amount = (most: bigint) =>
  fc
    .tuple(fc.bigInt({ min: 1n, max: most }), step)
    .map(([count, unit]) => multiply(decimal(String(count)), unit))

const market: fc.Arbitrary<MarketView> = fc
  .record({
    tick: step,
    ticks: fc.bigInt({ min: 1n, max: 10_000_000n }),
    spread: fc.bigInt({ min: 0n, max: 3n }),
    lot: step,
    minTotal: amount(1_000n),
    free: fc.record({ base: amount(1_000_000_000n), quote: amount(1_000_000_000n) }),
    depth: amount(100_000n),
    isKnown: fc.boolean(),
  })
  .map(({ tick, ticks, spread, lot, minTotal, free, depth, isKnown }) => {
    const price = multiply(decimal(String(ticks)), tick)
    const apart = multiply(decimal(String(spread)), tick)
    const bid = subtract(price, apart)
    const isBook = isKnown && toText(bid) !== '0' && !toText(bid).startsWith('-')
    return {
      price,
      lot,
      minTotal,
      free,
      feeRate: decimal('0.001'),
      ...(isKnown && { tick }),
      ...(isBook && {
        bid,
        ask: add(price, apart),
        book: { depth, impact: decimal('0.0001'), tick },
      }),
    }
  })

describe('example trade', () => {
  it('an example trade passes all rules for every type and order', () => {
    const property = fc.property(
      fc.constantFrom(...TYPES),
      fc.constantFrom(...ORDERS),
      market,
      (type, orderType, view) => {
        const made = exampleTrade({ type, orderType }, view)
        if ('cannot' in made) return
        const { draft, issues } = judgeSmartTrade(bodyOf(type, orderType, made), view)
        expect(issues).toBeUndefined()
        expect(draft && judgeAtExchange(draft, view)).toEqual({})
      },
    )
    fc.assert(property, { numRuns: propertyRuns(100_000) })
  })

  const btc: MarketView = {
    price: decimal('90000'),
    bid: decimal('89999.9'),
    ask: decimal('90000.1'),
    tick: decimal('0.1'),
    lot: decimal('0.00001'),
    minTotal: decimal('10'),
    feeRate: decimal('0.001'),
    free: { base: decimal('1'), quote: decimal('10000') },
  }

  it.each(TYPES.flatMap((type) => ORDERS.map((order) => [type, order] as const)))(
    'an example of a %s by a %s order exists on an ordinary market',
    (type, orderType) => {
      expect(exampleTrade({ type, orderType }, btc)).not.toHaveProperty('cannot')
    },
  )

  it('an example trade uses a tenth of the balance, with two targets and a stop around its entry', () => {
    expect(exampleTrade({ type: 'smart_trade', orderType: 'limit' }, btc)).toEqual({
      price: decimal('89820'),
      trigger: undefined,
      units: decimal('0.01112'),
      targets: [
        { price: decimal('91620'), volume: decimal('50') },
        { price: decimal('93420'), volume: decimal('50') },
      ],
      stop: decimal('88020'),
      stopLimit: decimal('87570'),
    })
  })

  it('an example trade is measured from the typed price', () => {
    const typed = { type: 'smart_trade', orderType: 'limit', price: decimal('80000') } as const
    expect(exampleTrade(typed, btc)).toMatchObject({
      price: decimal('80000'),
      stop: decimal('78400'),
    })
  })

  it("an example trade uses the exchange's minimum if a tenth is less, if the balance covers it", () => {
    const poor = (quote: string) =>
      exampleTrade(
        { type: 'smart_trade', orderType: 'limit' },
        { ...btc, free: { quote: decimal(quote) } },
      )
    expect(poor('50')).toMatchObject({ units: decimal('0.00012') })
    expect(poor('8')).toEqual({ cannot: 'The free balance is below the minimum of the exchange.' })
    expect(exampleTrade({ type: 'smart_trade', orderType: 'limit' }, { price: btc.price })).toEqual(
      {
        cannot: 'The free balance is not known here.',
      },
    )
  })
})
