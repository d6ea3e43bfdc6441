import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'

import type { Id } from '#contract/primitives.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { type Decimal, add, decimal, multiply, subtract, toText } from '#money/decimal.ts'
import { exact } from '#testing/decimals.ts'
import { type ReferenceTrade, type Plan, referenceTrade } from '#testing/reference-smart-trade.ts'
import { proofSize } from '#testing/proof-size.ts'

import { Refusal } from '../../refusal.ts'
import { aDraft, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

const RUNS = proofSize(90, 4_000)
const SEED = 4_711
const MONEY = '10000000'
const COINS = '10000'
/** The first price in cents. */
const START = 10_000

type Model = {
  second: number
  priceAt: (second: number) => number
  /** Lots that find a counterparty each second. */
  depth: number
  trades: ReferenceTrade[]
}
type Real = ReturnType<typeof scriptedWorld> & { ids: Id[] }

const price = (cents: number): Decimal => exact(BigInt(cents), 2)

/** Where a trade's prices lie, in hundredths of a percent of the price it is made at. */
const wishes = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  kind: fc.constantFrom<Plan['entry']['kind'][]>('market', 'skipped', 'limit', 'trigger'),
  entry: fc.integer({ min: -400, max: 400 }),
  lots: fc.integer({ min: 30, max: 100 }).map((count) => count * 1_000),
  volumes: fc.constantFrom([], [100], [40, 60], [25, 25, 50]),
  first: fc.integer({ min: 50, max: 500 }),
  step: fc.integer({ min: 50, max: 300 }),
  isNear: fc.boolean(),
  isMarket: fc.boolean(),
  stop: fc.option(fc.integer({ min: 50, max: 600 }), { nil: undefined }),
  timeout: fc.constantFrom(0, 0, 3, 9),
  trailing: fc.constantFrom(0, 0, 1, 3),
  breakeven: fc.boolean(),
})
type Wish = typeof wishes extends fc.Arbitrary<infer T> ? T : never

function planOf(wish: Wish, now: number): Plan {
  const sign = wish.side === 'buy' ? 1 : -1
  const away = (points: number): number => Math.round(now * (1 + points / 10_000))
  const { kind, volumes, stop, timeout, trailing, breakeven } = wish
  const isNear = wish.isNear && (kind === 'market' || kind === 'skipped')
  const first = isNear ? wish.first / 25 : 500 + wish.first
  // Coins that are held already are only sold with something to wait for.
  const isBare = kind === 'skipped' && volumes.length === 0 && stop === undefined
  return {
    side: wish.side,
    lots: wish.lots,
    entry: { kind: isBare ? 'market' : kind, price: away(wish.entry) },
    targets: volumes.map((percent, index) => ({
      price: away(sign * (first + index * wish.step)),
      percent,
      isMarket: wish.isMarket,
    })),
    stop:
      stop === undefined
        ? undefined
        : { price: away(-sign * (400 + stop)), timeout, trailing, breakeven },
  }
}

function draftOf({ account }: Real, { side, lots, entry, targets, stop }: Plan): SmartTradeDraft {
  const units = (lots / 100_000).toFixed(5)
  const isWaiting = entry.kind === 'limit' || entry.kind === 'trigger'
  const draft = aDraft(account, {
    side,
    units,
    ...(isWaiting && { price: toText(price(entry.price)) }),
    ...(entry.kind === 'skipped' && { skip_enter_step: true }),
    ...(targets.length > 0 && {
      take_profit: {
        enabled: true,
        steps: targets.map((target) =>
          aTarget({
            at: toText(price(target.price)),
            volume: String(target.percent),
            market: target.isMarket,
          }),
        ),
      },
    }),
    ...(stop && {
      stop_loss: {
        enabled: true,
        order_type: 'market',
        breakeven: stop.breakeven,
        conditional: {
          price: { value: price(stop.price) },
          trailing: { enabled: stop.trailing > 0, percent: decimal(String(stop.trailing)) },
        },
        timeout: { enabled: stop.timeout > 0, value: decimal(String(stop.timeout)) },
      },
    }),
  })
  if (entry.kind !== 'trigger') return draft
  const conditional = {
    order_type: 'market' as const,
    price: { type: 'last' as const, value: price(entry.price) },
  }
  return { ...draft, position: { ...draft.position, order_type: 'conditional', conditional } }
}

let commands = 0

/** Every figure of every trade, and what the account owns, are as the model has them. */
async function compare(model: Model, real: Real): Promise<void> {
  commands += 1
  const read = real.ids.map(async (id) => {
    const { status, data } = await real.engine.smartTrade(id)
    return [status.type, data.entered_amount, data.entered_total, data.closed_total]
  })
  const shown = await Promise.all(read)
  const worked = model.trades.map(({ state, entered, closed }) => [
    state,
    lotsOf(entered.lots),
    ...[entered.total, closed.total].map((total) => moneyOf(total * 1_000)),
  ])
  expect(shown).toEqual(worked)
  const own = (currency: string): Decimal => {
    const { world, account } = real
    const held = world.ledger.balance(`account:${account.id}:held`, currency)
    return add(real.free(currency), held)
  }
  const sum = (of: (trade: ReferenceTrade) => number): number =>
    model.trades.reduce((total, trade) => total + of(trade), 0)
  expect(subtract(own('USDT'), decimal(MONEY))).toBe(moneyOf(sum((trade) => trade.money())))
  expect(subtract(own('BTC'), decimal(COINS))).toBe(lotsOf(sum((trade) => trade.coins())))
}

const lotsOf = (lots: number): Decimal => multiply(decimal(String(lots)), decimal('0.00001'))
const moneyOf = (thousandths: number): Decimal =>
  multiply(decimal(String(thousandths)), decimal('0.0000000001'))

type Step = fc.AsyncCommand<Model, Real>

const create = (wish: Wish): Step => ({
  check: () => true,
  async run(model, real) {
    const plan = planOf(wish, model.priceAt(model.second))
    real.ids.push(real.engine.createSmartTrade(draftOf(real, plan)).id)
    const { second: created, priceAt, depth } = model
    model.trades.push(referenceTrade(plan, { created, priceAt, depth }))
    await compare(model, real)
  },
  toString: () => `create ${JSON.stringify(wish)}`,
})

const wait = (seconds: number): Step => ({
  check: () => true,
  async run(model, real) {
    for (let passed = 0; passed < seconds; passed++) {
      model.second += 1
      for (const trade of model.trades) trade.step(model.second)
    }
    real.at(model.second)
    await compare(model, real)
  },
  toString: () => `wait ${seconds}`,
})

const ask = (what: 'cancellation_pending' | 'panic_sell_pending', number: number): Step => ({
  check: ({ trades }) => trades.length > 0,
  async run(model, real) {
    const index = number % model.trades.length
    const id = real.ids[index] ?? 0
    const isTaken = model.trades[index]?.ask(what) ?? false
    const command = async (): Promise<unknown> =>
      what === 'cancellation_pending'
        ? real.engine.cancelSmartTrade(id)
        : real.engine.closeSmartTrade(id)
    if (isTaken) await command()
    else await expect(command()).rejects.toThrow(Refusal)
    await compare(model, real)
  },
  toString: () => `${what} ${number}`,
})

/** After so many seconds, and by or to how many hundredths of a percent. */
type Move = readonly [after: number, points: number]
const moves = (longest: number, most: number): fc.Arbitrary<Move[]> =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: longest }), fc.integer({ min: -most, max: most })), {
    minLength: 20,
    maxLength: 60,
  })

/** Prices that walk in long or in short steps, and prices that jump from one side of everything to the other and back. */
const paths = fc.oneof(
  moves(4, 300).map((path) => ({ path, jumps: false })),
  moves(4, 15).map((path) => ({ path, jumps: false })),
  moves(2, 1_300).map((path) => ({ path, jumps: true })),
)
type Path = typeof paths extends fc.Arbitrary<infer T> ? T : never

function priceSteps({ path, jumps }: Path): [number, number][] {
  let second = 0
  let cents = START
  const steps: [number, number][] = [[0, cents]]
  for (const [after, points] of path) {
    second += after
    cents = Math.max(3_000, Math.round((jumps ? START : cents) * (1 + points / 10_000)))
    steps.push([second, cents])
  }
  return steps
}

/** Anything at once, or so little that entries, targets and closings take several seconds. */
const depths = fc.constantFrom(Infinity, 23_000, 7_001)

const numbers = fc.nat({ max: 30 })
const anything = fc.commands(
  [
    wishes.map(create),
    wishes.map(create),
    fc.integer({ min: 1, max: 12 }).map(wait),
    fc.integer({ min: 1, max: 3 }).map(wait),
    numbers.map((number) => ask('cancellation_pending', number)),
    numbers.map((number) => ask('panic_sell_pending', number)),
  ],
  { maxCommands: 60, size: 'max' },
)

afterAll(() => console.info(`${commands} commands compared, seed ${SEED}`))

it('SmartTrades do what the reference model does', { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(paths, depths, anything, async (path, depth, steps) => {
      const prices = priceSteps(path)
      const setup = () => ({
        model: {
          second: 0,
          priceAt: (second: number) => prices.findLast(([at]) => at <= second)?.[1] ?? 0,
          depth,
          trades: [],
        },
        real: {
          ...scriptedWorld({
            prices: { USDT_BTC: prices.map(([at, cents]) => [at, cents / 100] as const) },
            balances: { USDT: MONEY, BTC: COINS },
            ...(depth < Infinity && { depth: toText(lotsOf(depth)) }),
          }),
          ids: [],
        },
      })
      await fc.asyncModelRun(setup, steps)
    }),
    // Making a story of sixty commands shorter can take longer than all of the stories.
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
  expect(commands).toBeGreaterThan(RUNS)
})
