import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'

import type { Id } from '#contract/primitives.ts'
import type { SmartTradeEntity } from '#contract/smart-trades.ts'
import { add, type Decimal, decimal, subtract, toText } from '#money/decimal.ts'
import { exact } from '#testing/decimals.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { type Change, newExits } from '#testing/new-exits.ts'
import { type ReferenceTrade, referenceTrade } from '#testing/reference-smart-trade.ts'
import { scriptedWorld } from '#testing/scripted-world.ts'
import {
  away,
  BEGIN,
  draftOf,
  type Exits,
  exits,
  inCents,
  lotsOf,
  type Plan,
  planOf,
  priceSteps,
  scenes,
  stopLossOf,
  takeProfitOf,
  type Wish,
  wishes,
} from '#testing/smart-trade-plans.ts'
import { resultOfClosing } from '#trading/position-cost.ts'
import { directionOf } from '#trading/profit.ts'

import { Refusal } from '../../refusal.ts'

const RUNS = propertyRuns(2_000)
const SEED = 4_711
const MONEY = '10000000'
const COINS = '10000'
type Model = {
  second: number
  priceAt: (second: number) => number
  /** Lots that find a counterparty each second. */
  depth: number
  isBorrowed: boolean
  trades: ReferenceTrade[]
}
/** `over` are the trades whose end was compared: nothing about them changes any more. */
type Real = ReturnType<typeof scriptedWorld> & { ids: Id[]; over: Set<number> }

/** Unit: 10⁻¹² of a dollar. */
const moneyOf = (parts: bigint): Decimal => exact(parts, 12)

let commands = 0
const seen = { added: 0, reduced: 0, cancelled: 0, changed: 0, waiting: 0, moved: 0 }

/** The reference's trade, in the form of the entity. */
function expected({ position, ...trade }: ReferenceTrade, last: number, interest: Decimal) {
  const { entered, closed } = position
  const { stop } = trade
  const cost = position.cost()
  const average = position.average()
  const withFee = position.averageWithFee()
  const move = trade.breakEven()
  const hasEntered = entered.lots > 0n
  const hasProfit = hasEntered && !(trade.isOver() && closed.lots === 0n)
  return {
    state: trade.state,
    entered: [lotsOf(entered.lots), moneyOf(entered.total)],
    closed: [lotsOf(closed.lots), moneyOf(closed.total)],
    fees: moneyOf(entered.fee + closed.fee),
    averages: [average, withFee].map((one) => (one === undefined ? null : moneyOf(one))),
    cost: { units: lotsOf(cost.lots), total: moneyOf(cost.total), commission: moneyOf(cost.fee) },
    profit: hasProfit ? subtract(moneyOf(position.profit(last, trade.isOver())), interest) : null,
    funds: trade.funds.map(({ change, lots, filled, state }) => [
      change,
      lotsOf(lots),
      filled > 0 ? lotsOf(filled) : undefined,
      state,
    ]),
    // Before anything is entered a percent means the price that is asked for.
    targets:
      hasEntered &&
      trade.targets.map(({ state, lots, cents }) => [
        state,
        lots > 0 ? lotsOf(lots) : undefined,
        inCents(cents),
      ]),
    stop: hasEntered &&
      stop && [inCents(stop.stands), stop.isWatching ? lotsOf(position.open) : undefined],
    breakEven: move && { state: move.state, price: inCents(move.price) },
    atStop: stop?.isWatching ? moneyOf(position.resultAt(stop.stands)) : undefined,
  }
}

const FUNDS = { add: 'add_funds', reduce: 'reduce_funds' } as const

function shown({
  status,
  data,
  profit,
  take_profit,
  stop_loss,
  position,
  ...trade
}: SmartTradeEntity) {
  const hasEntered = data.entered_amount !== decimal('0')
  const isWatching = stop_loss.units?.value !== null && stop_loss.status?.type === 'to_process'
  const stopPrice = stop_loss.conditional?.price.value ?? undefined
  const { units, total = decimal('0'), commission: fee = decimal('0') } = data.open_cost ?? {}
  const steps = (['add', 'reduce'] as const).flatMap((change) =>
    (trade[FUNDS[change]]?.steps ?? []).map((step) => ({ change, step })),
  )
  return {
    state: status.type,
    entered: [data.entered_amount, data.entered_total],
    closed: [data.closed_amount, data.closed_total],
    fees: data.commission_paid,
    averages: [data.average_enter_price_without_commission, data.average_enter_price],
    cost: data.open_cost,
    profit: profit.volume,
    funds: steps
      .toSorted((a, b) => Number(a.step.id) - Number(b.step.id))
      .map(({ change, step }) => [change, step.units.value, step.filled_units, step.status.type]),
    targets:
      hasEntered &&
      take_profit.steps.map(({ status: { type }, units: { value }, price }) => [
        type,
        value === null || value === decimal('0') ? undefined : value,
        price.value,
      ]),
    stop:
      hasEntered && (stop_loss.enabled ? [stopPrice, isWatching ? units : undefined] : undefined),
    breakEven: stop_loss.breakeven_move,
    atStop:
      isWatching && hasEntered && stopPrice && units
        ? resultOfClosing(
            {
              direction: directionOf(position.type === 'buy' ? 'buy' : 'sell'),
              cost: { units, total, fee },
              exitFeeRate: data.commission,
            },
            stopPrice,
          )
        : undefined,
  }
}

/** Every figure of every trade, where its exits stand, and what the account owns are as the model has them. */
async function compare(model: Model, real: Real): Promise<void> {
  commands += 1
  const last = model.priceAt(model.second)
  for (const [index, trade] of model.trades.entries()) {
    if (real.over.has(index)) continue
    if (trade.isOver()) real.over.add(index)
    const entity = await real.engine.smartTrade(real.ids[index] ?? 0)
    expect(shown(entity)).toEqual(expected(trade, last, entity.data.interest ?? decimal('0')))
    const move = trade.breakEven()
    if (move) seen[move.state] += 1
    // At the price of a stop that was moved the open units lose nothing.
    if (move?.state === 'moved') {
      expect(trade.position.resultAt(trade.stop?.stands ?? 0) >= 0n).toBe(true)
    }
  }
  if (model.isBorrowed) return
  const own = (currency: string): Decimal => {
    const { world, account } = real
    const held = world.ledger.balance(`account:${account.id}:held`, currency)
    return add(real.free(currency), held)
  }
  let [money, coins] = [0n, 0n]
  for (const { plan, position } of model.trades) {
    const { entered, closed } = position
    const sign = plan.side === 'buy' ? 1n : -1n
    const isHeld = plan.entry.kind === 'skipped'
    // Coins that were held already were not bought here.
    const kept = isHeld ? BigInt(plan.lots) : 0n
    const paid =
      isHeld && entered.lots > 0n ? kept * BigInt(trackedPrice(model, plan)) * 100_000n : 0n
    money += sign * (closed.total - (entered.total - paid)) - entered.fee - closed.fee
    coins += sign * ((entered.lots > 0n ? entered.lots - kept : 0n) - closed.lots)
  }
  expect(subtract(own('USDT'), decimal(MONEY))).toBe(moneyOf(money))
  expect(subtract(own('BTC'), decimal(COINS))).toBe(lotsOf(coins))
}

/** The price at which a held position was taken over. */
const trackedPrice = (_: Model, { entry }: Plan): number => entry.price

type Step = fc.AsyncCommand<Model, Real>

/** A trade with a position, or any while there is none. */
function openOf({ trades }: Model, number: number): number {
  const open = trades.flatMap((trade, index) => (trade.isOpen() ? [index] : []))
  return open[number % open.length] ?? number % trades.length
}

const create = (wish: Wish): Step => ({
  check: () => true,
  async run(model, real) {
    const { second: created, priceAt, depth, isBorrowed } = model
    const wished = planOf(wish, priceAt(created), isBorrowed)
    // A held position is taken over at the price of now.
    const plan =
      wished.entry.kind === 'skipped'
        ? { ...wished, entry: { ...wished.entry, price: priceAt(created) } }
        : wished
    real.ids.push(real.engine.createSmartTrade(draftOf(real.account, plan)).id)
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
      // Exits are checked at every second, since the next one may have moved them on.
      real.at(model.second)
      if (passed < seconds - 1) await compare(model, real)
    }
    await compare(model, real)
  },
  toString: () => `wait ${seconds}`,
})

async function attempt(isTaken: boolean, command: () => Promise<unknown>): Promise<void> {
  if (isTaken) await command()
  else await expect(command()).rejects.toThrow(Refusal)
}

const ask = (what: 'cancellation_pending' | 'panic_sell_pending', number: number): Step => ({
  check: ({ trades }) => trades.length > 0,
  async run(model, real) {
    const index = number % model.trades.length
    const id = real.ids[index] ?? 0
    await attempt(model.trades[index]?.ask(what) ?? false, async () =>
      what === 'cancellation_pending'
        ? real.engine.cancelSmartTrade(id)
        : real.engine.closeSmartTrade(id),
    )
    await compare(model, real)
  },
  toString: () => `${what} ${number}`,
})

const fund = (
  change: 'add' | 'reduce',
  number: number,
  share: number,
  points: number | undefined,
): Step => ({
  check: ({ trades }) => trades.length > 0,
  async run(model, real) {
    const index = openOf(model, number)
    const trade = model.trades[index]!
    const lots = Math.max(1, Math.floor((trade.plan.lots * share) / 100))
    const limit = points === undefined ? undefined : away(model.priceAt(model.second), points)
    const draft = {
      order_type: limit === undefined ? ('market' as const) : ('limit' as const),
      units: { value: lotsOf(lots) },
      ...(limit !== undefined && { price: { value: inCents(limit) } }),
    }
    const id = real.ids[index] ?? 0
    const isTaken = trade.fund(change, lots, limit)
    if (isTaken) seen[change === 'add' ? 'added' : 'reduced'] += 1
    await attempt(isTaken, async () =>
      change === 'add'
        ? real.engine.addSmartTradeFunds(id, draft)
        : real.engine.reduceSmartTradeFunds(id, draft),
    )
    await compare(model, real)
  },
  toString: () => `${change} ${number} ${share} ${points}`,
})

const cancelFunds = (number: number): Step => ({
  check: (model) => (model.trades[openOf(model, number)]?.funds.length ?? 0) > 0,
  async run(model, real) {
    const index = openOf(model, number)
    const trade = model.trades[index]!
    const at = number % trade.funds.length
    const id = real.ids[index] ?? 0
    const { add_funds, reduce_funds } = await real.engine.smartTrade(id)
    const steps = [...(add_funds?.steps ?? []), ...reduce_funds.steps]
    const step = steps.toSorted((a, b) => Number(a.id) - Number(b.id))[at]?.id ?? 0
    const isTaken = trade.cancelFunds(at)
    if (isTaken) seen.cancelled += 1
    await attempt(isTaken, async () => real.engine.cancelSmartTradeFunds(id, step))
    await compare(model, real)
  },
  toString: () => `cancel funds ${number}`,
})

const change = (number: number, what: Change, wish: Exits): Step => ({
  check: (model) => model.trades[openOf(model, number)]?.isOpen() ?? false,
  async run(model, real) {
    const index = openOf(model, number)
    const trade = model.trades[index]!
    const changed = newExits(trade, what, wish, model.priceAt(model.second))
    if (!changed) return
    seen.changed += 1
    const { targets, stop } = changed
    await real.engine.updateSmartTrade(real.ids[index] ?? 0, {
      ...(targets && { take_profit: takeProfitOf(targets) }),
      ...(stop && { stop_loss: stopLossOf(stop) }),
    })
    trade.change(changed)
    await compare(model, real)
  },
  toString: () => `change ${number} ${what} ${JSON.stringify(wish)}`,
})

/** Anything at once, or so little that entries, targets and closings take several seconds. */
const depths = fc.constantFrom(Infinity, 23_000, 7_001)

const numbers = fc.nat({ max: 30 })
const shares = fc.integer({ min: 5, max: 90 })
const limits = fc.option(fc.integer({ min: -200, max: 200 }), { nil: undefined })
const funded = (change: 'add' | 'reduce') =>
  fc
    .tuple(numbers, shares, limits)
    .map(([number, share, limit]) => fund(change, number, share, limit))
const changed = fc
  .tuple(numbers, fc.constantFrom<Change[]>('targets', 'stop', 'both'), exits)
  .map(([number, what, wish]) => change(number, what, wish))
const waits = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 12 })).map(wait)
const anything = fc.commands(
  [
    wishes.map(create),
    wishes.map(create),
    waits,
    waits,
    waits,
    numbers.map((number) => ask('cancellation_pending', number)),
    numbers.map((number) => ask('panic_sell_pending', number)),
    funded('add'),
    funded('add'),
    funded('reduce'),
    funded('reduce'),
    changed,
    changed,
    numbers.map(cancelFunds),
  ],
  { maxCommands: 60, size: 'max' },
)

afterAll(() => console.info(`${commands} comparisons, ${JSON.stringify(seen)}, seed ${SEED}`))

/** Profit of each exit in the history. */
async function checkHistory({ trades }: Model, { engine, ids }: Real): Promise<void> {
  const rows = await engine.history({ order_by: 'closed_at', limit: 1_000 })
  for (const [index, trade] of trades.entries()) {
    const own = rows.filter(
      ({ source, kind }) => kind === 'order' && source.id === String(ids[index]),
    )
    const earned = own.flatMap(({ profit }) => (profit ? [profit.amount] : []))
    expect(earned).toEqual(trade.results.map(moneyOf))
  }
}

it(
  `SmartTrades do what the reference model does (seed ${SEED})`,
  { timeout: 1_800_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(scenes, depths, anything, async ({ market, path }, depth, steps) => {
        const prices = priceSteps(path)
        const model: Model = {
          second: BEGIN,
          priceAt: (second) => prices.findLast(([at]) => at <= second)?.[1] ?? 0,
          depth,
          isBorrowed: market !== 'spot',
          trades: [],
        }
        const real: Real = {
          ...scriptedWorld({
            prices: { USDT_BTC: prices.map(([at, cents]) => [at, cents / 100] as const) },
            balances: market === 'spot' ? { USDT: MONEY, BTC: COINS } : { USDT: MONEY },
            marketType: market,
            ...(depth < Infinity && { depth: toText(lotsOf(depth)) }),
          }),
          ids: [],
          over: new Set<number>(),
        }
        real.at(BEGIN)
        await fc.asyncModelRun(() => ({ model, real }), steps)
        await checkHistory(model, real)
      }),
      // Making a story of sixty commands shorter can take longer than all of the stories.
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
    expect(commands).toBeGreaterThan(RUNS)
  },
)
