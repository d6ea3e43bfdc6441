import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { STOP_ACTIONS } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'
import { scriptedWorld } from '#testing/scripted-world.ts'
import { exact } from '#testing/decimals.ts'
import { referenceGrid } from '#testing/reference-grid.ts'
import { proofSize } from '#testing/proof-size.ts'

const SECONDS = 30
const SEED = 20_260_105
const COMMANDS = 50

type StopWish = 'none' | 'nothing' | 'sell' | 'buy'
const stopWishes = fc.constantFrom<StopWish[]>('none', 'none', 'nothing', 'sell', 'buy')

type Setup = {
  isGeometric: boolean
  step: number
  count: number
  at: number
  lots: number
  mostBuys: number
  mostSells: number
  low: StopWish
  high: StopWish
  isFutures: boolean
  trails: boolean
  expands: boolean
  floor: number
  money: number
}

const setups: fc.Arbitrary<Setup> = fc.record({
  isGeometric: fc.boolean(),
  step: fc.integer({ min: 100, max: 900 }),
  count: fc.integer({ min: 2, max: 7 }),
  at: fc.integer({ min: 1, max: 99 }),
  lots: fc.integer({ min: 60_000, max: 300_000 }),
  mostBuys: fc.integer({ min: 1, max: 7 }),
  mostSells: fc.integer({ min: 1, max: 7 }),
  low: stopWishes,
  high: stopWishes,
  isFutures: fc.boolean(),
  trails: fc.boolean(),
  expands: fc.boolean(),
  floor: fc.integer({ min: 1, max: 4 }),
  money: fc.integer({ min: 500, max: 40_000 }),
})

/** A price as a share of the grid's range, from well below to well above it, or a command. */
const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: -40, max: 160 }) },
    { weight: 1, arbitrary: fc.constantFrom<'stop' | 'start'>('stop', 'start') },
  ),
  { minLength: COMMANDS, maxLength: COMMANDS },
)

const cents = (price: bigint): Decimal => exact(price, 2)

type Command = number | 'stop' | 'start'

function bothOf(setup: Setup, commands: readonly Command[]) {
  const { isGeometric, step, count, low, high, isFutures, floor } = setup
  const lowest = isGeometric ? 1_024 : 10_000
  const prices = Array.from({ length: count }, (_, i) =>
    BigInt(isGeometric ? lowest * 2 ** i : lowest + step * i),
  )
  const top = prices[count - 1] ?? 0n
  const nextDown = (price: bigint) => (isGeometric ? price / 2n : price - BigInt(step))
  const lowStop = nextDown(prices[0] ?? 0n) - 7n
  const highStop = top + (top - (prices[0] ?? 0n)) / 2n + 7n
  const bottom = isGeometric ? BigInt(lowest / 2 ** floor) : BigInt(lowest - step * floor)
  const settings = {
    prices,
    lots: BigInt(setup.lots),
    nextUp: (price: bigint) => (isGeometric ? price * 2n : price + BigInt(step)),
    nextDown,
    mostBuys: setup.mostBuys,
    mostSells: setup.mostSells,
    low: low === 'none' ? null : { price: lowStop, action: low },
    high: high === 'none' ? null : { price: highStop, action: high },
    isFutures,
    trails: setup.trails,
    expands: setup.expands,
    floor: bottom,
  }
  const range = Number(top) - lowest
  const priceAt = (share: number): number =>
    Math.max(300, Math.round(lowest + (range * share) / 100))
  // A command comes at the beginning of its half minute, a new price a second later.
  let ticks = priceAt(setup.at)
  const script: [second: number, price: number][] = [[0, ticks / 100]]
  const course = commands.map((command, index) => {
    if (typeof command === 'number') ticks = priceAt(command)
    script.push([index * SECONDS + 1, ticks / 100])
    return BigInt(ticks)
  })
  const balances = { USDT: String(setup.money) }
  const scene = scriptedWorld({
    prices: { USDT_BTC: script },
    balances,
    marketType: isFutures ? 'futures' : 'spot',
  })
  const reference = referenceGrid(settings, BigInt(setup.money) * 10n ** 12n)
  reference.setPrice(BigInt(priceAt(setup.at)))
  const draft = {
    account_id: scene.account.id,
    pair: 'USDT_BTC',
    lower_price: cents(prices[0] ?? 0n),
    upper_price: cents(top),
    grids_quantity: count,
    grid_type: isGeometric ? ('geometric' as const) : ('arithmetic' as const),
    quantity_per_grid: exact(settings.lots, 5),
    max_active_buy_lines: setup.mostBuys,
    max_active_sell_lines: setup.mostSells,
    lower_stop_loss_enabled: low !== 'none',
    lower_stop_loss_price: cents(lowStop),
    lower_stop_loss_action: actionOf(low, isFutures),
    upper_stop_loss_enabled: high !== 'none',
    upper_stop_loss_price: cents(highStop),
    upper_stop_loss_action: actionOf(high, isFutures),
    trailing_up_enabled: setup.trails,
    expansion_down_enabled: setup.expands,
    expansion_down_stop_price: cents(bottom),
  }
  return { ...scene, reference, draft, course }
}

/** A futures grid always closes its position: it has a word of its own for that. */
function actionOf(wish: StopWish, isFutures: boolean): (typeof STOP_ACTIONS)[number] {
  if (wish === 'none' || wish === 'nothing') return 'stop_bot'
  if (isFutures) return 'stop_bot_and_close_position'
  return wish === 'sell' ? 'stop_bot_and_sell' : 'stop_bot_and_buy'
}

type Both = ReturnType<typeof bothOf>

const attempt = (work: () => unknown): boolean => {
  try {
    work()
    return true
  } catch (error) {
    if ((error as Error).name !== 'Refusal') throw error
    return false
  }
}

function compareBoth({ engine, reference, free }: Both, id: Id): void {
  const bot = engine.gridBot(id)
  const { me } = reference
  const figures = reference.figures()
  const shown = bot.grid_lines.map((line) => [line.price, line.side, line.order_placed])
  expect(shown).toEqual(me.lines.map((line) => [cents(line.price), line.side, line.order !== null]))
  expect({
    running: bot.is_enabled,
    profit: bot.current_profit,
    pairs: bot.total_profits_count,
    bought: bot.bought_volume,
    sold: bot.sold_volume,
    total: bot.current_profit_loss,
    open: bot.unrealized_profit_loss,
    totalPercent: bot.current_profit_loss_percent,
    profitPercent: bot.profit_percentage,
    investedBase: bot.investment_base_currency,
    investedQuote: bot.investment_quote_currency,
    seconds: bot.running_seconds,
    money: free('USDT'),
    coins: free('BTC'),
  }).toEqual({
    running: me.running,
    profit: exact(me.profit, 12),
    pairs: me.pairs,
    bought: exact(me.bought, 5),
    sold: exact(me.sold, 5),
    total: exact(figures.total, 12),
    open: exact(figures.open, 12),
    totalPercent: exact(figures.totalShare, 4),
    profitPercent: exact(figures.profitShare, 4),
    investedBase: exact(me.invested.base, 12),
    investedQuote: exact(me.invested.quote, 12),
    seconds: figures.seconds,
    money: exact(reference.freeMoney(), 12),
    coins: exact(reference.freeCoins(), 5),
  })
}

it('a grid bot equals its plain model after every command', () => {
  let done = 0
  const property = fc.property(setups, steps, (setup, commands) => {
    const both = bothOf(setup, commands)
    const { engine, reference, draft, course, at } = both
    let id: Id = 0
    const isMade = attempt(() => (id = engine.createGridBot(draft).id))
    expect(isMade).toBe(reference.start())
    if (!isMade) return
    for (const [index, command] of commands.entries()) {
      if (command === 'stop') {
        engine.stopGridBot(id)
        reference.stop()
      }
      const isStart = command === 'start'
      expect(isStart && attempt(() => engine.startGridBot(id))).toBe(isStart && reference.start())
      at((index + 1) * SECONDS)
      reference.setPrice(course[index] ?? 0n)
      for (let second = 0; second < SECONDS; second++) reference.second()
      compareBoth(both, id)
      done += 1
    }
  })
  fc.assert(property, { numRuns: proofSize(40, 2_600), seed: SEED })
  console.info(`seed ${SEED}: ${done} commands, 0 differences`)
}, 1_800_000)
