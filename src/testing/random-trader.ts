import type { DcaBotDraft } from '#contract/dca-bots.ts'
import type { ListedExchangeEntity } from '#contract/exchanges.ts'
import type { MarketPairEntity } from '#contract/market.ts'
import type { Id } from '#contract/primitives.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import {
  add,
  decimal,
  type Decimal,
  fromNumber,
  roundToStep,
  subtract,
  toNumber,
  toText,
} from '#money/decimal.ts'
import type { Engine } from '#paper/engine/engine.ts'
import { Refusal } from '#paper/refusal.ts'
import { type Draws, drawsOf } from '#paper/worlds/stage.ts'
import { deposit, withdraw } from '#paper/worlds/open-account.ts'

import type { ProvingWorld } from './proving-world.ts'

type RandomTrader = {
  /** Gives one command; a world that was restarted takes the place of the one before. */
  act(now: ProvingWorld): Promise<void>
  /** Numbers of accepted and refused commands. */
  readonly taken: number
  readonly refused: number
}

/** Gives commands of every kind, some of them refused: the same seed gives the same ones. */
export function randomTrader(seed: number): RandomTrader {
  const draws = drawsOf(seed)
  // A separate generator, so that the other commands stay unchanged.
  const changes = drawsOf(seed + 1)
  const fundings = drawsOf(seed + 2)
  const trades: Id[] = []
  const grids: Id[] = []
  const bots: string[] = []
  let taken = 0
  let refused = 0

  async function command(scene: ProvingWorld): Promise<void> {
    const { engine } = scene
    const kind = draws.between(0, 1)
    if (kind < 0.6) trades.push(createTrade(engine, draws))
    else if (kind < 0.68 && trades.length > 0) await engine.cancelSmartTrade(one(draws, trades))
    else if (kind < 0.78 && trades.length > 0) await engine.closeSmartTrade(one(draws, trades))
    else if (kind < 0.8 && trades.length > 0) {
      await engine.setSmartTradeNote(one(draws, trades), ' note ')
    } else if (kind < 0.85) grids.push(createGrid(engine, draws))
    else if (kind < 0.88 && grids.length > 0)
      engine.stopGridBot(one(draws, grids), changes.chance(0.4) ? 'sell' : undefined)
    else if (kind < 0.9 && grids.length > 0) engine.startGridBot(one(draws, grids))
    else if (kind < 0.94) bots.push(createDca(engine, draws))
    else if (kind < 0.955 && bots.length > 0) engine.startDcaBot(one(draws, bots))
    else if (kind < 0.965 && bots.length > 0) {
      engine.stopDcaBot(one(draws, bots), draws.chance(0.5) ? 'close' : 'leave')
    } else if (kind < 0.975) moveCash(scene, draws)
    else if (kind < 0.98) engine.sellAllToUsd(accountOf(engine, draws).id)
    else engine.setMode(draws.chance(0.2) ? 'real' : 'paper')
  }

  return {
    async act(scene) {
      try {
        await command(scene)
        taken += 1
        if (trades.length > 0 && changes.chance(0.04)) {
          await changeExits(scene.engine, changes, one(changes, trades))
        }
        if (trades.length > 0 && fundings.chance(0.15)) {
          await changeFunds(scene.engine, fundings, one(fundings, trades))
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused += 1
      }
    },
    get taken() {
      return taken
    },
    get refused() {
      return refused
    },
  }
}

function one<T>(draws: Draws, from: readonly T[]): T {
  const found = from[draws.whole(Math.max(0, from.length - 40), from.length - 1)]
  if (found === undefined) throw new RangeError('nothing to choose from')
  return found
}

const accountOf = (engine: Engine, draws: Draws): ListedExchangeEntity =>
  one(draws, engine.exchanges())

/** A few pairs, so that orders meet each other. */
const pairOf = (engine: Engine, draws: Draws): MarketPairEntity =>
  one(
    draws,
    engine.pairs().filter(({ pair }) => /BTC|ETH|SOL|DOT/.test(pair)),
  )

function createTrade(engine: Engine, draws: Draws): Id {
  const { account_id, market_type } = accountOf(engine, draws)
  const pair = pairOf(engine, draws)
  const draft = randomDraft(draws, { account_id, pair, canBorrow: market_type !== 'spot' })
  const judged = judgeSmartTrade(draft, {
    price: pair.last,
    tick: pair.tick,
    lot: pair.lot,
    minTotal: pair.min_total,
    maxLeverage: pair.max_leverage,
    leverageAllowed: market_type !== 'spot',
  })
  if (judged.issues) throw new Refusal('record_invalid', JSON.stringify(judged.issues))
  return engine.createSmartTrade(draft).id
}

/** Another stop, other targets or both, some of them where the trade cannot have them. */
async function changeExits(engine: Engine, draws: Draws, id: Id): Promise<void> {
  const { pair: name, position } = await engine.smartTrade(id)
  const pair = engine.pairs().find((one) => one.pair === name)
  if (!pair) throw new RangeError(`no pair ${name}`)
  const isLong = position.type === 'buy'
  const at = (part: number) => ({ value: near(pair, isLong ? 1 + part : 1 - part) })
  const steps = [0.01, 0.03].map((part) => ({
    order_type: draws.chance(0.5) ? ('limit' as const) : ('market' as const),
    volume: decimal('50'),
    price: at(part * draws.between(0.2, 2)),
  }))
  await engine.updateSmartTrade(id, {
    ...(draws.chance(0.6) && { take_profit: { enabled: draws.chance(0.8), steps } }),
    ...(draws.chance(0.6) && {
      stop_loss: {
        enabled: draws.chance(0.8),
        order_type: 'market' as const,
        price: at(-draws.between(0.005, 0.05)),
      },
    }),
  })
}

/** More of a position, or less of it, some of it where the trade has none. */
async function changeFunds(engine: Engine, draws: Draws, id: Id): Promise<void> {
  const { pair: name, data } = await engine.smartTrade(id)
  const pair = engine.pairs().find((one) => one.pair === name)
  if (!pair) throw new RangeError(`no pair ${name}`)
  const isLimit = draws.chance(0.5)
  const isAdded = draws.chance(0.5)
  const part = toNumber(subtract(data.entered_amount, data.closed_amount)) * draws.between(0.1, 1)
  const units = isAdded
    ? worth(pair, draws.between(10, 400))
    : roundToStep(fromNumber(Math.round(part * 1e6) / 1e6), pair.lot, 'down')
  const draft = {
    order_type: isLimit ? ('limit' as const) : ('market' as const),
    units: { value: units },
    ...(isLimit && { price: { value: near(pair, draws.between(0.99, 1.01)) } }),
  }
  if (isAdded) await engine.addSmartTradeFunds(id, draft)
  else await engine.reduceSmartTradeFunds(id, draft)
}

function createGrid(engine: Engine, draws: Draws): Id {
  const pair = pairOf(engine, draws)
  return engine.createGridBot({
    account_id: accountOf(engine, draws).account_id,
    pair: pair.pair,
    lower_price: near(pair, draws.between(0.93, 0.99)),
    upper_price: near(pair, draws.between(1.01, 1.07)),
    grids_quantity: draws.whole(3, 30),
    grid_type: draws.chance(0.5) ? 'arithmetic' : 'geometric',
    quantity_per_grid: worth(pair, draws.between(8, 120)),
  }).id
}

function createDca(engine: Engine, draws: Draws): string {
  const account = accountOf(engine, draws)
  const { pair } = pairOf(engine, draws)
  const isSpot = account.market_type === 'spot'
  const draft: DcaBotDraft = {
    connection_id: account.id,
    name: 'bot',
    pair: pair.split('_').toReversed().join('/'),
    market_type: isSpot ? 'spot' : 'futures',
    strategy: isSpot || draws.chance(0.5) ? 'Long' : 'Short',
    start_order_type: draws.chance(0.5) ? 'market' : 'limit',
    base_order_size: fromNumber(draws.whole(20, 90)),
    safety_order_size: fromNumber(draws.whole(20, 90)),
    safety_order_step_scale: decimal('1.2'),
    safety_order_volume_scale: decimal('1.3'),
    price_deviation: decimal('0.6'),
    max_safety_orders: draws.whole(0, 5),
    max_active_trades: draws.whole(1, 3),
    cooldown_between_trades: draws.whole(0, 900),
    take_profit_pct: decimal('0.7'),
    tp_type: draws.chance(0.5) ? 'percentage' : 'base',
    tp_trailing: draws.chance(0.3),
    tp_trailing_pct: decimal('0.2'),
    stop_loss_enabled: draws.chance(0.5),
    stop_loss_pct: decimal('4'),
    sl_type: draws.chance(0.5) ? 'stop_loss' : 'stop_loss_and_disable',
    start_condition: draws.pick(['asap', 'asap', 'rsi', 'bollinger_bands', 'macd']),
  }
  return engine.createDcaBot(draft, 'secret').id
}

/** Money comes and goes; more than is free is not asked for. */
function moveCash({ world, engine }: ProvingWorld, draws: Draws): void {
  const account_id = Number(accountOf(engine, draws).account_id)
  const amount = draws.whole(50, 500)
  if (draws.chance(0.6)) deposit(world, account_id, 'USDT', fromNumber(amount))
  else if (toNumber(world.ledger.balance(`account:${account_id}:free`, 'USDT')) > amount) {
    withdraw(world, account_id, 'USDT', fromNumber(amount))
  }
}

type Ground = { account_id: Id; pair: MarketPairEntity; canBorrow: boolean }

const PRICE_TYPES = ['bid', 'ask', 'last'] as const
const percent = (value: number): Decimal => decimal(value.toFixed(2))

/** A SmartTrade of any type, entry and exit, close enough to the price to live through its states. */
function randomDraft(draws: Draws, { account_id, pair, canBorrow }: Ground): SmartTradeDraft {
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
function near({ last, tick }: MarketPairEntity, factor: number): Decimal {
  const places = toText(tick).split('.')[1]?.length ?? 0
  return decimal((toNumber(last) * factor).toFixed(places))
}

/** Units worth so many dollars, in whole lots. */
function worth({ last, lot }: MarketPairEntity, dollars: number): Decimal {
  const places = toText(lot).split('.')[1]?.length ?? 0
  return decimal((dollars / toNumber(last)).toFixed(places))
}
