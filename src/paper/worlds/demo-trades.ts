import type { Id } from '#contract/primitives.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { type Decimal, decimal, fromNumber } from '#money/decimal.ts'

import type { Account } from '../engine/balances/accounts.ts'
import { askToCancel, askToClose } from '../engine/smart-trades/smart-trade-requests.ts'
import { isEntered } from '../engine/smart-trades/smart-trade-record.ts'
import { type Stage, freeOf, percent, priceTimes, unitsWorth } from './stage.ts'

export const PAIRS = [
  'USDT_BTC',
  'USDT_ETH',
  'USDT_SOL',
  'USDT_XRP',
  'USDT_LINK',
  'USDT_AVAX',
  'USDT_DOGE',
  'USDT_ADA',
  'USDT_LTC',
  'USDT_DOT',
] as const

const NOTES = [
  'Breakout retest of the weekly range. #swing',
  'Small size before the rate decision. #news',
  'Second try after the fake-out. #swing',
  'Follows the 4 h trend, stop under the last low. #trend',
  'Range low with divergence on RSI. #range',
  'Half size: correlation with BTC too high today.',
  'Plan: three targets, then leave it alone. #plan',
] as const

/** The last day on which usual strategies open trades; later ones are still open at the end. */
const LAST_USUAL_DAY = 357

/** Swing trades on spot, a margin strategy, and the trades still open at the end. */
export function planTrades(stage: Stage): void {
  const { draws, schedule, day } = stage
  for (let at = 6; at < LAST_USUAL_DAY; at += draws.between(1.6, 3.4)) {
    schedule.add(day(at), () => swing(stage))
  }
  for (let at = 21; at < LAST_USUAL_DAY; at += draws.between(4, 9)) {
    schedule.add(day(at), () => marginTrade(stage))
  }
  for (let number = 0; number < 14; number++) {
    schedule.add(day(LAST_USUAL_DAY + number * 0.56), () => patient(stage, number))
  }
}

/** A long with one to three targets and a stop. */
function swing(stage: Stage): void {
  const { draws, cast } = stage
  const account = draws.chance(0.72) ? cast.harbour : cast.meridian
  const pair = draws.pick(PAIRS)
  const reserve = account === cast.harbour ? 6_400 : 900
  const dollars = draws.between(350, 1_100)
  if (freeOf(stage, account, 'USDT') - dollars < reserve) return
  const targets = targetsFrom(stage, draws.between(1.6, 3.4))
  const { id } = stage.engine.createSmartTrade({
    account_id: account.id,
    pair,
    position: entry(stage, account, pair, 'buy', unitsWorth(stage, account, pair, dollars)),
    take_profit: { enabled: true, steps: targets },
    stop_loss: stopFrom(stage, draws.between(2.2, 5), targets.length),
    ...(draws.chance(0.4) && { note: draws.pick(NOTES) }),
  })
  giveUpLater(stage, id, 3)
}

/** At the market, at a slightly better limit, or on a breakout. */
function entry(
  stage: Stage,
  account: Account,
  pair: string,
  side: 'buy' | 'sell',
  units: Decimal,
): SmartTradeDraft['position'] {
  const { draws } = stage
  const way = side === 'buy' ? 1 : -1
  const kind = draws.between(0, 1)
  const common = { type: side, units: { value: units } } as const
  if (kind < 0.45) return { ...common, order_type: 'market' }
  if (kind < 0.85) {
    const price = priceTimes(stage, account, pair, 1 - (way * draws.between(0.2, 2.4)) / 100)
    return { ...common, order_type: 'limit', price: { value: price } }
  }
  const price = priceTimes(stage, account, pair, 1 + (way * draws.between(0.4, 1.6)) / 100)
  const trails = draws.chance(0.3)
  return {
    ...common,
    order_type: 'conditional',
    price: { value: price },
    conditional: {
      order_type: 'market',
      price: { type: 'last', value: price },
      ...(trails && { trailing: { enabled: true, percent: decimal('0.6') } }),
    },
  }
}

type Targets = NonNullable<NonNullable<SmartTradeDraft['take_profit']>['steps']>

const VOLUMES: [string[], ...string[][]] = [['100'], ['60', '40'], ['40', '35', '25']]

function targetsFrom({ draws }: Stage, first: number): Targets {
  const volumes = draws.pick(VOLUMES)
  const trails = draws.chance(0.25)
  return volumes.map((volume, index) => {
    const isTrailing = trails && index === volumes.length - 1
    return {
      order_type: isTrailing || draws.chance(0.25) ? 'market' : 'limit',
      volume: decimal(volume),
      price: { percent: percent(first * (1 + index * 0.9)) },
      ...(isTrailing && { trailing: { enabled: true, percent: decimal('0.8') } }),
    }
  })
}

function stopFrom(
  { draws }: Stage,
  distance: number,
  targets: number,
): NonNullable<SmartTradeDraft['stop_loss']> {
  const breakeven = targets > 1 && draws.chance(0.4)
  const waits = draws.chance(0.15)
  return {
    enabled: true,
    order_type: 'market',
    price: { percent: percent(distance) },
    ...(breakeven && { breakeven }),
    ...(waits && { timeout: { enabled: true, value: fromNumber(300) } }),
    ...(draws.chance(0.12) && {
      conditional: {
        price: { percent: percent(distance) },
        trailing: { enabled: true, percent: percent(distance) },
      },
    }),
  }
}

/** Cancels unfilled entries after some days, and sometimes closes a position by hand. */
function giveUpLater(stage: Stage, id: Id, days: number): void {
  const { schedule, draws, world } = stage
  const closes = draws.chance(0.1)
  schedule.add(world.meta.now + days * 86_400_000, () => {
    const trade = world.smartTrades.get(id)
    if (!trade) return
    if (!isEntered(trade)) askToCancel(world, trade)
    else if (closes) askToClose(world, trade)
  })
}

/** Longs and shorts with two to five times their margin. */
function marginTrade(stage: Stage): void {
  const { draws, cast, engine } = stage
  const pair = draws.pick(PAIRS)
  const side = draws.chance(0.55) ? 'buy' : 'sell'
  const dollars = draws.between(500, 1_300)
  if (freeOf(stage, cast.margin, 'USDT') < dollars) return
  const targets = targetsFrom(stage, draws.between(1.2, 2.4))
  const { id } = engine.createSmartTrade({
    account_id: cast.margin.id,
    pair,
    leverage: {
      enabled: true,
      type: draws.chance(0.5) ? 'isolated' : 'cross',
      value: draws.whole(2, 5),
    },
    position: entry(stage, cast.margin, pair, side, unitsWorth(stage, cast.margin, pair, dollars)),
    take_profit: { enabled: true, steps: targets },
    stop_loss: stopFrom(stage, draws.between(1.6, 3), targets.length),
    ...(draws.chance(0.3) && { note: draws.pick(NOTES) }),
  })
  giveUpLater(stage, id, 2)
}

/** Trades with wide exits, still running when a visitor arrives. */
function patient(stage: Stage, number: number): void {
  const { draws, cast, engine } = stage
  const onMargin = number % 4 === 3
  const account: Account = onMargin ? cast.margin : number % 5 === 4 ? cast.meridian : cast.harbour
  const side = onMargin && number % 8 === 3 ? 'sell' : 'buy'
  const pair = PAIRS[number % PAIRS.length] ?? PAIRS[0]
  const waits = number % 4 === 1
  const units = unitsWorth(stage, account, pair, draws.between(180, 460))
  const away = waits ? priceTimes(stage, account, pair, 0.9) : undefined
  engine.createSmartTrade({
    account_id: account.id,
    pair,
    ...(onMargin && { leverage: { enabled: true, type: 'cross', value: 3 } }),
    position: {
      type: side,
      units: { value: units },
      ...(away ? { order_type: 'limit', price: { value: away } } : { order_type: 'market' }),
    },
    take_profit: {
      enabled: true,
      steps: [40, 35, 25].map((volume, index) => ({
        order_type: 'limit',
        volume: fromNumber(volume),
        price: { percent: percent(4 + number * 0.3 + index * 6) },
      })),
    },
    stop_loss: { enabled: true, order_type: 'market', price: { percent: percent(15) } },
    ...(draws.chance(0.6) && { note: draws.pick(NOTES) }),
  })
}
