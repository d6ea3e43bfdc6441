import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { decimal, isPositive } from '#money/decimal.ts'

import type { Account } from '../engine/balances/accounts.ts'
import { askToCancel, askToClose } from '../engine/smart-trades/smart-trade-requests.ts'
import { isOver } from '../engine/smart-trades/smart-trade-record.ts'
import { setMode } from '../engine/world.ts'
import { type Stage, freeOf, percent, priceTimes, unitsWorth } from './stage.ts'

/** First purchases, coins sold and covered, an experiment liquidated in the crash. */
export function planEpisodes(stage: Stage): void {
  planPurchases(stage)
  planHeldCoins(stage)
  planSales(stage)
  planExperiment(stage)
  planFailures(stage)
  planReal(stage)
}

/** Coins to keep: bought at once, without target or stop. */
function planPurchases(stage: Stage): void {
  const { schedule, day, cast } = stage
  const purchases = [
    [1, 'USDT_BTC', 5_000],
    [2, 'USDT_ETH', 2_400],
    [4, 'USDT_SOL', 1_700],
    [9, 'USDT_XRP', 1_500],
    [14, 'USDT_LINK', 1_300],
    [20, 'USDT_AVAX', 800],
    [121, 'USDT_BTC', 2_500],
  ] as const
  for (const [at, pair, dollars] of purchases) {
    schedule.add(day(at), () => simple(stage, cast.harbour, pair, 'buy', dollars))
  }
}

const atMarket = (
  stage: Stage,
  account: Account,
  pair: string,
  side: 'buy' | 'sell',
  dollars: number,
): SmartTradeDraft => ({
  account_id: account.id,
  pair,
  position: {
    type: side,
    order_type: 'market',
    units: { value: unitsWorth(stage, account, pair, dollars) },
  },
})

const simple = (stage: Stage, ...of: [Account, string, 'buy' | 'sell', number]): unknown =>
  stage.engine.createSmartTrade({ ...atMarket(stage, ...of), instant: true })

function planSales(stage: Stage): void {
  const { schedule, day, cast } = stage
  const sales = [
    [88, 'USDT_BTC', 900],
    [89, 'USDT_SOL', 400],
    [208, 'USDT_ETH', 600],
    [259, 'USDT_LINK', 300],
    [303, 'USDT_AVAX', 200],
  ] as const
  for (const [at, pair, dollars] of sales) {
    schedule.add(day(at), () => simple(stage, cast.harbour, pair, 'sell', dollars))
  }
}

type Around = Pick<SmartTradeDraft, 'take_profit' | 'stop_loss'>

const around = (target: number, stop: number): Around => ({
  take_profit: {
    enabled: true,
    steps: [
      { order_type: 'limit', volume: decimal('50'), price: { percent: percent(target) } },
      { order_type: 'limit', volume: decimal('50'), price: { percent: percent(target * 2) } },
    ],
  },
  stop_loss: { enabled: true, order_type: 'market', price: { percent: percent(stop) } },
})

/** Smart sells and covers of held coins, smart buys with free money. */
function planHeldCoins(stage: Stage): void {
  const { schedule, day, cast, engine } = stage
  const plans = [
    ['buy', true, [47, 109, 171, 240, 311, 359]],
    ['sell', false, [52, 101, 163, 231, 297, 358]],
    ['sell', true, [66, 143, 219, 328, 360]],
  ] as const
  const pairs = ['USDT_ETH', 'USDT_XRP', 'USDT_SOL', 'USDT_LINK', 'USDT_BTC'] as const
  for (const [side, skip, days] of plans) {
    days.forEach((at, index) => {
      const pair = pairs[index % pairs.length] ?? pairs[0]
      schedule.add(day(at), () => {
        engine.createSmartTrade({
          ...atMarket(stage, cast.harbour, pair, side, 240),
          skip_enter_step: skip,
          ...around(at > 350 ? 6 : 2.4, at > 350 ? 14 : 3.6),
        })
      })
    })
  }
}

/** Ten times the margin, no stop, the day before the crash. */
function planExperiment(stage: Stage): void {
  const { schedule, day, cast, engine } = stage
  schedule.add(day(117.4), () => {
    engine.createSmartTrade({
      ...atMarket(stage, cast.margin, 'USDT_BTC', 'buy', 6_000),
      leverage: { enabled: true, type: 'isolated', value: 10 },
      take_profit: {
        enabled: true,
        steps: [{ order_type: 'limit', volume: decimal('100'), price: { percent: decimal('20') } }],
      },
      note: 'Experiment: 10x and no stop. #never-again',
    })
  })
}

/** Spends all money on a breakout: if the price keeps rising, the money is not enough. */
export function planFailures(stage: Stage): void {
  const { schedule, day, cast, engine } = stage
  for (const at of [61.3, 88.4, 130.8, 165.7, 222.5, 251.6, 298.1, 340.2]) {
    schedule.add(day(at), () => {
      const price = priceTimes(stage, cast.meridian, 'USDT_BTC', 1.001)
      const all = freeOf(stage, cast.meridian, 'USDT') / 1.00105 / 1.001
      const { id } = engine.createSmartTrade({
        account_id: cast.meridian.id,
        pair: 'USDT_BTC',
        position: {
          type: 'buy',
          order_type: 'conditional',
          price: { value: price },
          conditional: {
            order_type: 'market',
            price: { type: 'last', value: price },
            trailing: { enabled: true, percent: decimal('0.6') },
          },
          units: { value: unitsWorth(stage, cast.meridian, 'USDT_BTC', all) },
        },
        ...around(3, 4),
      })
      schedule.add(day(at + 0.2), () => {
        const trade = stage.world.smartTrades.get(id)
        if (!trade || isOver(trade)) return
        if (isPositive(trade.entered.units)) askToClose(stage.world, trade)
        else askToCancel(stage.world, trade)
      })
    })
  }
}

/** A few careful trades in real mode, which is simulated too. */
function planReal(stage: Stage): void {
  const { schedule, day, cast, engine, world } = stage
  const real = (act: () => void) => () => {
    setMode(world, 'real')
    try {
      act()
    } finally {
      setMode(world, 'paper')
    }
  }
  schedule.add(
    day(150),
    real(() => simple(stage, cast.real, 'USDT_BTC', 'buy', 900)),
  )
  for (const [number, at] of [170, 214, 268, 322, 355, 361].entries()) {
    const account = number % 3 === 2 ? cast.realMargin : cast.real
    const pair = number % 2 === 0 ? 'USDT_ETH' : 'USDT_BTC'
    schedule.add(
      day(at),
      real(() => {
        engine.createSmartTrade({
          account_id: account.id,
          pair,
          position: {
            type: 'buy',
            order_type: 'limit',
            price: { value: priceTimes(stage, account, pair, 0.998) },
            units: { value: unitsWorth(stage, account, pair, 300) },
          },
          ...around(2, 3),
        })
      }),
    )
  }
}
