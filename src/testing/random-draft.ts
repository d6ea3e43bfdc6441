import type { MarketPairEntity } from '#contract/market.ts'
import type { Id } from '#contract/primitives.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { add, type Decimal, decimal, fromNumber, toNumber, toText } from '#money/decimal.ts'
import type { Draws } from '#paper/worlds/demo-stage.ts'

type Ground = { account_id: Id; pair: MarketPairEntity; canBorrow: boolean }

const PRICE_TYPES = ['bid', 'ask', 'last'] as const
const percent = (value: number): Decimal => decimal(value.toFixed(2))

/** A SmartTrade of any type, entry and exit, close enough to the price to live through its states. */
export function randomDraft(
  draws: Draws,
  { account_id, pair, canBorrow }: Ground,
): SmartTradeDraft {
  const side = draws.chance(0.6) ? 'buy' : 'sell'
  const instant = draws.chance(0.15)
  const leverage = canBorrow && draws.chance(0.6)
  const skips = !instant && !leverage && draws.chance(0.2)
  const position = instant || skips ? atMarket(draws, pair, side) : entry(draws, pair, side)
  return {
    account_id,
    pair: pair.pair,
    instant,
    skip_enter_step: skips,
    ...(leverage && {
      leverage: {
        enabled: true,
        type: draws.chance(0.5) ? 'cross' : 'isolated',
        value: draws.whole(1, pair.max_leverage),
      },
    }),
    position,
    ...(!instant && exits(draws, skips)),
  }
}

type Position = SmartTradeDraft['position']

const atMarket = (draws: Draws, pair: MarketPairEntity, type: 'buy' | 'sell'): Position => ({
  type,
  order_type: 'market',
  // Now and then more than a second offers of the smaller coins.
  units: {
    value: worth(pair, draws.chance(0.1) ? draws.between(3_000, 9_000) : draws.between(10, 900)),
  },
})

function entry(draws: Draws, pair: MarketPairEntity, side: 'buy' | 'sell'): Position {
  const market = atMarket(draws, pair, side)
  const price = { value: near(pair, draws.between(0.992, 1.008)) }
  const kind = draws.between(0, 1)
  if (kind < 0.3) return market
  if (kind < 0.65) return { ...market, order_type: 'limit', price }
  const isLimit = draws.chance(0.4)
  const trails = !isLimit && draws.chance(0.4)
  return {
    ...market,
    order_type: 'conditional',
    price,
    conditional: {
      order_type: isLimit ? 'limit' : 'market',
      price: {
        type: draws.pick(PRICE_TYPES),
        value: near(pair, draws.between(0.994, 1.006)),
      },
      ...(trails && {
        trailing: { enabled: true, percent: percent(draws.between(0.1, 1)) },
      }),
    },
  }
}

const VOLUMES: [string[], ...string[][]] = [
  ['100'],
  ['50', '50'],
  ['33.3', '33.3', '33.4'],
  ['10', '20', '5', '15', '12.5', '12.5', '20', '5'],
]

function exits(
  draws: Draws,
  isNeeded: boolean,
): Pick<SmartTradeDraft, 'take_profit' | 'stop_loss'> {
  const volumes = draws.pick(VOLUMES)
  const hasTargets = isNeeded || draws.chance(0.8)
  const first = draws.between(0.2, 1.5)
  const trails = draws.chance(0.3)
  const isLast = (index: number): boolean => index === volumes.length - 1
  return {
    ...(hasTargets && {
      take_profit: {
        enabled: true,
        steps: volumes.map((volume, index) => ({
          order_type: (trails && isLast(index)) || draws.chance(0.4) ? 'market' : 'limit',
          volume: decimal(volume),
          price: {
            type: draws.pick(PRICE_TYPES),
            percent: percent(first + index * 0.3),
          },
          ...(trails &&
            isLast(index) && {
              trailing: { enabled: true, percent: decimal('0.3') },
            }),
        })),
      },
    }),
    ...(draws.chance(0.7) && {
      stop_loss: stop(draws, hasTargets && volumes.length > 1 && draws.chance(0.5)),
    }),
  }
}

function stop(draws: Draws, breakeven: boolean): NonNullable<SmartTradeDraft['stop_loss']> {
  const distance = percent(draws.between(0.3, 2.5))
  const isLimit = draws.chance(0.3)
  const trails = !isLimit && draws.chance(0.3)
  // A limit is never better than its trigger.
  const beyond = add(distance, percent(draws.between(0, 1)))
  return {
    enabled: true,
    order_type: isLimit ? 'limit' : 'market',
    breakeven,
    ...(isLimit && { price: { percent: beyond } }),
    conditional: {
      price: { type: draws.pick(PRICE_TYPES), percent: distance },
      ...(trails && { trailing: { enabled: true, percent: distance } }),
    },
    ...(draws.chance(0.3) && {
      timeout: { enabled: true, value: fromNumber(draws.whole(10, 1_800)) },
    }),
  }
}

/** The price times a factor, on the tick. */
export function near({ last, tick }: MarketPairEntity, factor: number): Decimal {
  const places = toText(tick).split('.')[1]?.length ?? 0
  return decimal((toNumber(last) * factor).toFixed(places))
}

/** Units worth so many dollars, in whole lots. */
export function worth({ last, lot }: MarketPairEntity, dollars: number): Decimal {
  const places = toText(lot).split('.')[1]?.length ?? 0
  return decimal((dollars / toNumber(last)).toFixed(places))
}
