import type { Id } from '#contract/primitives.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { decimal, fromNumber } from '#money/decimal.ts'

import type { Past } from '../engine/past.ts'
import { askToCancel, askToClose } from '../engine/smart-trades/smart-trade-requests.ts'
import { isEntered, isOver } from '../engine/smart-trades/smart-trade-record.ts'
import { setMode, type World } from '../engine/world.ts'
import { arithmetic, geometric, planDcaBots, planGrids } from './demo-bots.ts'
import { planFailures } from './demo-episodes.ts'
import { deposit, openingIn, withdraw } from './open-account.ts'
import { type Cast, priceTimes, type Schedule, type Stage, stageOf, unitsWorth } from './stage.ts'

/**
 * A world for tests and visual checks, with traits of real accounts: exchanges that disagree on
 * prices (`engine/market/untidy-listings.ts`), odd names, a year of losses.
 */
export function planUntidyWorld(world: World, past: Past): Schedule {
  const stage = stageOf(world, past, openCast(world))
  const { schedule, day } = stage
  for (const [at, act] of [...CASH, ...TRADES]) schedule.add(day(at), () => act(stage))
  planFailures(stage)
  planGrids(stage, GRIDS)
  planDcaBots(stage, DCA_BOTS)
  return schedule
}

type Action = readonly [day: number, act: (stage: Stage) => void]

/** Forty characters, with emoji and right-to-left text. */
const NAMES = {
  savings: 'Langfristige Rücklagen 🌊🚀 bei Harbour №1',
  arabic: 'الحساب الرئيسي للتداول على المدى الطويل.',
  formula: '=1+1',
  hebrew: 'רשת BTC/USDT 🕸️',
  grid: '🐢🐢 Sehr geduldiges Netz, Bereich 2026–27',
}

/** Dust, coins without a price, and one ticker of two coins. */
const COINS = { HBRT: '1200', DOGE: '0.4', LUNA: '2500', MOTE: '1250000000.5', BTC: '0.00000001' }

/** Opens the cast's accounts, and one that stays empty. */
function openCast(world: World): Cast {
  const open = openingIn(world)
  open('meridian', 'spot', 'Leeres Konto')
  const { savings, arabic, formula } = NAMES
  return {
    harbour: open('harbour', 'spot', savings, { USDT: '30000', USDC: '4000', ...COINS }),
    meridian: open('meridian', 'spot', arabic, { USDT: '12000', LUNA: '900000' }),
    margin: open('meridian', 'margin', formula, { USDT: '9000' }),
    futures: open('harbour', 'futures', 'Harbour futures', { USDT: '6000' }),
    real: open('harbour', 'spot', `${savings} (simulated)`, { USDT: '4000' }, 'real'),
    realMargin: open('meridian', 'margin', `${formula} (simulated)`, { USDT: '1500' }, 'real'),
  }
}

/** Deposits before the crash, some withdrawals. */
const CASH: Action[] = [
  [96, ({ world, cast }) => deposit(world, cast.harbour.id, 'USDT', decimal('15000'))],
  [110, ({ world, cast }) => deposit(world, cast.margin.id, 'USDT', decimal('2000.000001'))],
  [140, ({ world, cast }) => deposit(world, cast.harbour.id, 'BTC', decimal('0.02'))],
  [290, ({ world, cast }) => deposit(world, cast.meridian.id, 'USDC', decimal('250'))],
  [330, ({ world, cast }) => withdraw(world, cast.harbour.id, 'USDT', decimal('1000'))],
]

type Trade = Partial<SmartTradeDraft> & {
  on?: keyof Cast
  pair: string
  side?: 'sell'
  dollars: number
  /** Factor of the last price for a limit entry; at the market if omitted. */
  limit?: number
  leverageOf?: number
  /** In percent, of equal volumes. */
  targets?: readonly number[]
  stop?: number
  /** Days until it is closed, or its entry cancelled. */
  days?: number
}

const trade =
  ({ on = 'harbour', side, dollars, limit, leverageOf, targets, stop, days, ...rest }: Trade) =>
  (stage: Stage): void => {
    const { engine, world, schedule, cast } = stage
    const account = cast[on]
    const { pair } = rest
    setMode(world, account.mode)
    const price = limit === undefined ? undefined : priceTimes(stage, account, pair, limit)
    try {
      const { id } = engine.createSmartTrade({
        ...rest,
        account_id: account.id,
        position: {
          type: side ?? 'buy',
          units: { value: unitsWorth(stage, account, pair, dollars) },
          ...(price ? { order_type: 'limit', price: { value: price } } : { order_type: 'market' }),
        },
        ...(leverageOf !== undefined && {
          leverage: { enabled: true, type: 'isolated', value: leverageOf },
        }),
        ...(targets && { take_profit: { enabled: true, steps: stepsAt(targets) } }),
        ...(stop !== undefined && {
          stop_loss: { enabled: true, order_type: 'market', price: { percent: fromNumber(stop) } },
        }),
      })
      if (days !== undefined) schedule.add(world.meta.now + days * 86_400_000, () => give(id))
    } finally {
      setMode(world, 'paper')
    }
    function give(id: Id): void {
      const open = world.smartTrades.get(id)
      if (!open || isOver(open)) return
      if (isEntered(open)) askToClose(world, open)
      else askToCancel(world, open)
    }
  }

const stepsAt = (targets: readonly number[]) =>
  targets.map((percent, index) => ({
    order_type: 'limit' as const,
    volume: fromNumber(index === 0 ? 100 - (targets.length - 1) * 33 : 33),
    price: { percent: fromNumber(percent) },
  }))

const NOTES = [NAMES.formula, NAMES.arabic, '#früh 🚀 second try', 'Line one\nLine two #plan']

/** High entries with tight stops: most of these lose. */
const PAIRS = ['USDT_BTC', 'USDT_SOL', 'USDT_1000SATS', 'USDT_MOTE', 'USDT_KILO', 'USDT_ETH']
const LOSERS: Action[] = Array.from({ length: 72 }, (_, index): Action => {
  const pair = PAIRS[index % PAIRS.length] ?? 'USDT_BTC'
  const on = index % 3 === 2 ? 'meridian' : 'harbour'
  const targets = index % 2 === 0 ? [6] : [4, 9]
  const note = index % 4 === 0 ? { note: NOTES[index % NOTES.length] ?? '' } : {}
  const row = { on, pair, dollars: 240 + index * 7, targets, stop: 1.4, days: 6 } as const
  return [8 + index * 4.8, trade({ ...row, ...note, ...(index % 5 === 3 && { limit: 0.985 }) })]
})

const TRADES: Action[] = [
  [2, trade({ pair: 'USDT_BTC', dollars: 6_000, instant: true })],
  [3, trade({ pair: 'USDT_币安人生', dollars: 300, instant: true })],
  [4, trade({ pair: 'USDT_BRK.B', dollars: 500, instant: true })],
  [5, trade({ pair: 'USDT_KILO', dollars: 900, instant: true })],
  [6, trade({ on: 'meridian', pair: 'USDT_MOTE', dollars: 800, instant: true })],
  ...LOSERS,
  // All money spent a day before the crash.
  [117.2, trade({ pair: 'USDT_SOL', dollars: 9_000, instant: true })],
  [117.3, trade({ on: 'meridian', pair: 'USDT_ETH', dollars: 5_000, instant: true })],
  [117.4, trade({ on: 'margin', pair: 'USDT_BTC', dollars: 9_000, leverageOf: 10 })],
  // Delisted later: an ended trade and leftover coins.
  [200, trade({ pair: 'USDT_GONE', dollars: 700, instant: true })],
  [220, trade({ pair: 'USDT_GONE', dollars: 300, targets: [40], days: 60 })],
  [240, trade({ pair: 'USDC_ETH', dollars: 1_500, instant: true })],
  [250, trade({ pair: 'USDC_ETH', dollars: 600, targets: [3, 8], stop: 4 })],
  // Still open at the end, with profits and losses.
  [262, trade({ pair: 'USDT_LINK', dollars: 1_200, targets: [60, 90], note: NAMES.arabic })],
  [318, trade({ on: 'meridian', pair: 'USDT_LUNA', dollars: 420, targets: [70] })],
  [344, trade({ pair: 'USDT_FROST', dollars: 650, targets: [30], stop: 60 })],
  [346, trade({ pair: 'USDT_MOTE', dollars: 333, targets: [80, 120, 180], note: '=1+1' })],
  [347, trade({ pair: 'USDT_KILO', dollars: 777, targets: [40], stop: 30 })],
  [350, trade({ pair: 'USDT_BTC_PERP', dollars: 512, targets: [25, 50], stop: 35 })],
  [352, trade({ on: 'margin', pair: 'USDT_ETH', side: 'sell', dollars: 2_200, leverageOf: 3 })],
  [353, trade({ on: 'margin', pair: 'USDT_XRP', dollars: 1_500, leverageOf: 4, stop: 20 })],
  [355, trade({ pair: 'USDT_SOL', dollars: 444, limit: 0.6, note: NAMES.savings })],
  [356, trade({ on: 'meridian', pair: 'USDT_BTC', dollars: 900, targets: [30], stop: 25 })],
  [360, trade({ on: 'real', pair: 'USDT_ETH', dollars: 600, targets: [20], stop: 15 })],
  [361, trade({ on: 'realMargin', pair: 'USDT_BTC', dollars: 700, leverageOf: 2, stop: 20 })],
]

/** Begun near the top: prices leave their ranges, one is liquidated, one halts with its pair. */
const GRIDS: Parameters<typeof planGrids>[1] = [
  {
    on: 'harbour',
    pair: 'USDT_SOL',
    name: NAMES.grid,
    starts: 88,
    ...geometric(21, [0.86, 1.12], '0.6'),
  },
  {
    on: 'meridian',
    pair: 'USDT_BTC',
    name: NAMES.hebrew,
    starts: 90,
    stop: 0.9,
    ...arithmetic(13, [0.94, 1.1], '0.002'),
  },
  {
    on: 'futures',
    pair: 'USDT_BTC_PERP',
    name: NAMES.formula,
    starts: 232,
    ...arithmetic(15, [0.88, 1.08], '0.004'),
  },
  { on: 'meridian', pair: 'USDT_1000SATS', starts: 255, ...geometric(17, [0.8, 1.15], '250000') },
  {
    on: 'harbour',
    pair: 'USDT_GONE',
    starts: 180,
    stops: 305,
    ...arithmetic(9, [0.7, 1.3], '900'),
  },
  { on: 'harbour', pair: 'USDT_FROST', starts: 325, ...geometric(11, [0.6, 1.5], '60') },
  { on: 'harbour', pair: 'USDT_ETH', starts: 318, ...arithmetic(13, [0.9, 1.1], '0.04') },
]

/** In every status, most with losses. */
const DCA_BOTS: Parameters<typeof planDcaBots>[1] = [
  {
    on: 'harbour',
    pair: 'USDT_BTC',
    name: NAMES.savings,
    starts: 84,
    base_order_size: decimal('80'),
  },
  { on: 'meridian', pair: 'USDT_LUNA', name: NAMES.arabic, starts: 252, max_safety_orders: 3 },
  {
    on: 'meridian',
    pair: 'USDT_MOTE',
    name: NAMES.formula,
    starts: 100,
    stop_loss_enabled: true,
    stop_loss_pct: decimal('12'),
    sl_type: 'stop_loss_and_disable',
  },
  {
    on: 'futures',
    pair: 'USDT_ETH',
    name: 'ETH short 📉',
    starts: 300,
    market_type: 'futures',
    strategy: 'Short',
    stop_loss_enabled: true,
    stop_loss_pct: decimal('14'),
  },
  { on: 'harbour', pair: 'USDT_BRK.B', name: 'BRK.B', starts: 200, stops: 280 },
  { on: 'harbour', pair: 'USDT_XRP', name: '@SUM(A1)', starts: 300, start_condition: 'manual' },
]
