import fc from 'fast-check'
import { expect, it } from 'vitest'

import { commission } from '#contract/commission.ts'
import {
  add,
  type Decimal,
  decimal,
  fromNumber,
  multiply,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { exact } from '#testing/decimals.ts'
import { proofSize } from '#testing/proof-size.ts'
import { referenceDca, type ReferenceDcaSettings } from '#testing/reference-dca.ts'
import { aDca } from '#testing/scripted-bots.ts'

/** Durations of a price: short, longer than a limit base order stays, or several candles. */
const PACES = [
  { seconds: 20, long: 950 },
  { seconds: 400, long: 4_000 },
  { seconds: 900, long: 9_000 },
] as const
const SEED = 20_260_106
const COMMANDS = 50
const START = 10_000

const whole = (min: number, max: number) => fc.bigInt({ min: BigInt(min), max: BigInt(max) })
type Setup = ReferenceDcaSettings & { money: number; pace: (typeof PACES)[number] }
const setups: fc.Arbitrary<Setup> = fc.record({
  isLong: fc.boolean(),
  isFutures: fc.boolean(),
  // The least that may be set up buys too little once it is rounded to lots.
  base: fc.oneof(
    { weight: 1, arbitrary: fc.constant(5n) },
    { weight: 8, arbitrary: whole(6, 300) },
  ),
  safety: whole(6, 300),
  stepScale: whole(1, 2),
  volumeScale: whole(1, 2),
  deviation: whole(1, 6),
  orders: fc.integer({ min: 0, max: 4 }),
  most: fc.integer({ min: 1, max: 3 }),
  // Some end just when the price moves.
  pause: fc.oneof(fc.constantFrom(18, 38, 1_500, 5_000), fc.integer({ min: 0, max: 90 })),
  profit: whole(1, 9),
  ofBase: fc.boolean(),
  trail: fc.oneof(fc.constant(0n), whole(1, 4)),
  stop: fc.oneof(fc.constant(0n), whole(3, 30)),
  disables: fc.boolean(),
  isLimit: fc.boolean(),
  starts: fc.constantFrom('alert', 'asap', 'rsi', 'bollinger_bands', 'macd'),
  pace: fc.constantFrom(...PACES),
  money: fc.integer({ min: 100, max: 5_000 }),
})

type Command = {
  does: 'nothing' | 'enter' | 'close' | 'start' | 'stop' | 'leave' | 'wait'
  percent: number
}
const does = (...what: Command['does'][]) => fc.constantFrom(...what)
/** An alert, a start or a stop of the bot, a long time, and a price in percent of the first. */
const courses: fc.Arbitrary<Command[]> = fc.array(
  fc.record({
    does: fc.oneof(
      { weight: 7, arbitrary: does('nothing') },
      { weight: 3, arbitrary: does('enter') },
      { weight: 2, arbitrary: does('close', 'wait') },
      { weight: 2, arbitrary: does('start', 'stop', 'leave') },
    ),
    percent: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 85, max: 115 }) },
      { weight: 1, arbitrary: fc.integer({ min: 40, max: 250 }) },
    ),
  }),
  { minLength: COMMANDS, maxLength: COMMANDS },
)

function bothOf({ money, pace, ...setup }: Setup, commands: Command[]) {
  let ticks = START
  const script: [second: number, price: number][] = [[0, START / 100]]
  let second = 0
  const course = commands.map((command, index) => {
    const waits = command.does === 'wait'
    // Odd cents, so that roundings are put to the test.
    if (!waits) ticks = Math.round((START * command.percent) / 100) + index
    script.push([second + 1, ticks / 100])
    second += waits ? pace.long : pace.seconds
    return { price: BigInt(ticks), until: second }
  })
  const of = (value: bigint): Decimal => decimal(String(value))
  const draft = {
    start_condition: setup.starts === 'alert' ? ('charting_signal' as const) : setup.starts,
    start_order_type: setup.isLimit ? ('limit' as const) : ('market' as const),
    base_order_size: of(setup.base),
    safety_order_size: of(setup.safety),
    safety_order_step_scale: of(setup.stepScale),
    safety_order_volume_scale: of(setup.volumeScale),
    price_deviation: of(setup.deviation),
    max_safety_orders: setup.orders,
    max_active_trades: setup.most,
    cooldown_between_trades: setup.pause,
    take_profit_pct: of(setup.profit),
    tp_type: setup.ofBase ? ('base' as const) : ('percentage' as const),
    tp_trailing: setup.trail > 0n,
    tp_trailing_pct: of(setup.trail),
    stop_loss_enabled: setup.stop > 0n,
    stop_loss_pct: of(setup.stop),
    sl_type: setup.disables ? ('stop_loss_and_disable' as const) : ('stop_loss' as const),
  }
  const marketType = setup.isFutures ? ('futures' as const) : ('margin' as const)
  const strategy = setup.isLong ? ('Long' as const) : ('Short' as const)
  const scene = aDca(script, { ...draft, strategy }, { marketType, usdt: String(money) })
  const reference = referenceDca(setup, BigInt(money) * 10n ** 10n)
  reference.setPrice(BigInt(START))
  reference.start()
  return { ...scene, reference, course }
}

type Both = ReturnType<typeof bothOf>

function shownBy({ world, id, free }: Both) {
  const bot = world.dcaBots.get(id)
  const entries = bot?.orders.filter(({ owner }) => owner.role === 'safety')
  return {
    status: bot?.status,
    deals: bot?.deals.length,
    opened: bot?.dealsOpened,
    profit: bot?.profit,
    money: free('USDT'),
    entries: entries?.map(({ price, units }) => [price, units]),
  }
}

function wantedBy({ reference }: Both) {
  const { me } = reference
  const entries = reference.entries().toSorted((a, b) => a.number - b.number)
  return {
    status: me.running ? 'running' : me.disabled ? 'completed' : 'stopped',
    deals: me.deals.length,
    opened: me.opened,
    profit: exact(me.profit, 10),
    money: exact(reference.free(), 10),
    entries: entries.map(({ price, units }) => [exact(price, 2), exact(units, 5)]),
  }
}

/** Result of the account if all open units are closed at a price, with the fee. */
function gainedAt({ world, account, id }: Both, price: Decimal, money: number): Decimal {
  const owned = (currency: string): Decimal =>
    sum(
      (
        [`account:${account.id}:free`, `account:${account.id}:held`, `loans:${account.id}`] as const
      ).map((place) => world.ledger.balance(place, currency)),
    )
  const fees = (world.dcaBots.get(id)?.deals ?? []).map(({ units, closed }) =>
    commission(multiply(subtract(units, closed.units), price), decimal('0.001')),
  )
  const worth = add(owned('USDT'), multiply(owned('BTC'), price))
  return subtract(subtract(worth, fromNumber(money)), sum(fees))
}

it('a DCA bot is what the plain model of it is, after every command', () => {
  let done = 0
  const property = fc.property(setups, courses, (setup, commands) => {
    const both = bothOf(setup, commands)
    const { engine, reference, course, at, id } = both
    const entry = setup.isLong ? 'buy' : 'sell'
    for (const [index, { does: what }] of commands.entries()) {
      if (what === 'start') {
        engine.startDcaBot(id)
        reference.start()
      } else if (what === 'stop' || what === 'leave') {
        engine.stopDcaBot(id, what === 'stop' ? 'close' : 'leave')
        reference.stop(what === 'stop')
      } else if (what === 'enter' || what === 'close') {
        engine.receiveSignal(id, what === 'enter' ? entry : 'close')
        reference.signal(what === 'enter')
      }
      const { price, until } = course[index] ?? { price: 0n, until: 0 }
      at(until)
      reference.setPrice(price)
      while (reference.me.second < until) reference.second()
      expect(shownBy(both)).toEqual(wantedBy(both))
      const deals = both.bot().deals ?? []
      const open = sum(deals.map(({ profit }) => profit.amount))
      expect(add(both.world.dcaBots.get(id)?.profit ?? ZERO, open)).toBe(
        gainedAt(both, exact(price, 2), setup.money),
      )
      done += 1
    }
  })
  fc.assert(property, { numRuns: proofSize(25, 2_000), seed: SEED })
  console.info(`seed ${SEED}: ${done} commands, 0 differences`)
}, 1_800_000)
