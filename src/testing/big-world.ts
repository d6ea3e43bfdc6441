import type { Id, Instant } from '#contract/primitives.ts'
import { add, type Decimal, decimal, fromNumber, multiply, subtract } from '#money/decimal.ts'
import type { Account } from '#paper/engine/balances/accounts.ts'
import { freeOf, move } from '#paper/engine/balances/ledger.ts'
import { addEvent } from '#paper/engine/dca-bots/dca-bot-changes.ts'
import { createDcaBot } from '#paper/engine/dca-bots/dca-bots.ts'
import { takeChanges } from '#paper/engine/engine.ts'
import { newMarket, seededMarket } from '#paper/engine/market/market.ts'
import { recordTrade } from '#paper/engine/orders/order-history.ts'
import { createSmartTrade } from '#paper/engine/smart-trades/smart-trade-create.ts'
import type { SmartTradeRecord } from '#paper/engine/smart-trades/smart-trade-record.ts'
import { createWorld, takeId, type World } from '#paper/engine/world.ts'
import { type Store, TRADER } from '#paper/store/store.ts'
import { buildEmptyWorld } from '#paper/worlds/open-account.ts'
import { fillOf } from '#trading/fees.ts'

import { aDcaDraft } from './scripted-bots.ts'
import { aDraft } from './scripted-world.ts'

/** Methods of a store that take a world. */
export type Keeper = {
  users: Pick<Store['users'], 'ensure'>
  worlds: Pick<Store['worlds'], 'commit' | 'tidy'>
}

const DAY = 86_400_000
const YEARS = 3
const PAIRS = ['USDT_BTC', 'USDT_ETH', 'USDT_SOL', 'USDT_LINK', 'USDT_DOT'] as const
const UNITS = decimal('0.01')
const FILLS_A_COMMIT = 2_000
const FILLS_A_TRADE = 5
const FILLS_AN_EVENT = 10
/** SmartTrades that are still open. */
const ALIVE = 20

/**
 * Stores a world in which so many orders were executed over three years: rows as the engine gives them
 * out, written one after another without letting the market run. Every fifth ended a SmartTrade.
 */
export async function storeBigWorld(
  store: Keeper,
  fills: number,
  now: Instant,
  alive = ALIVE,
): Promise<void> {
  const { id: userId } = await store.users.ensure({ name: TRADER }, now)
  const madeAt = now - YEARS * 365 * DAY
  const world = worldFrom(madeAt)
  const [account] = world.accounts.values()
  if (!account) throw new Error('An empty world has an account')
  const template = tradeIn(world, account, 'USDT_BTC')
  const bot = createDcaBot(
    world,
    aDcaDraft(account, { pair: 'BTC/USDT', start_condition: 'charting_signal' }),
    'secret',
  )
  await store.worlds.commit(userId, {
    origin: { kind: 'empty', seed: 1, madeAt },
    changes: takeChanges(world),
  })
  for (let fill = 0; fill < fills; fill++) {
    world.meta.now = madeAt + Math.floor(((now - madeAt) * fill) / fills / 1_000) * 1_000
    const pair = PAIRS[(fill >> 1) % PAIRS.length] ?? PAIRS[0]
    const price = fromNumber(100 + (fill % 40))
    execute(world, account, { pair, side: fill % 2 === 0 ? 'buy' : 'sell', price })
    if (fill % FILLS_A_TRADE === 0) world.ended.add(anEnded(world, template, pair, fill))
    if (fill % FILLS_AN_EVENT === 0) {
      addEvent(world, bot, { type: 'ignored', message: 'The bot has no room for another deal.' })
    }
    if (fill % FILLS_A_COMMIT === FILLS_A_COMMIT - 1) {
      await store.worlds.commit(userId, { changes: takeChanges(world) })
    }
  }
  world.meta.now = now
  const postings = move('USDT', fromNumber(20 * alive), 'market', freeOf(account.id))
  world.ledger.append({ at: now, cause: 'order', postings })
  for (let index = 0; index < alive; index++) {
    tradeIn(world, account, PAIRS[index % PAIRS.length] ?? PAIRS[0])
  }
  await store.worlds.commit(userId, { changes: takeChanges(world) })
  while (await store.worlds.tidy(userId));
}

function worldFrom(madeAt: Instant): World {
  const firstDay = Math.floor(madeAt / DAY) * DAY
  const meta = {
    seed: 1,
    user: TRADER,
    firstDay,
    market: newMarket(firstDay),
    now: firstDay,
    mode: 'paper' as const,
    nextId: 1,
    nextOrder: 1,
  }
  const world = createWorld(meta, seededMarket(meta))
  buildEmptyWorld(world, madeAt)
  return world
}

/** Waits far below the market. */
const tradeIn = (world: World, account: Account, pair: string): SmartTradeRecord =>
  createSmartTrade(world, { ...aDraft(account, { units: '100', price: '0.1' }), pair })

type Execution = { pair: string; side: 'buy' | 'sell'; price: Decimal }

/** An order that is executed on the spot. */
function execute(world: World, account: Account, { pair, side, price }: Execution): void {
  const instrument = world.market.instrument(pair)
  if (!instrument) throw new RangeError(`no such pair: ${pair}`)
  const { base, quote, fee } = instrument
  const own = freeOf(account.id)
  const fill = fillOf(side, UNITS, price, fee)
  const [from, to] = side === 'buy' ? (['market', own] as const) : ([own, 'market'] as const)
  world.ledger.append({
    at: world.meta.now,
    cause: 'order',
    postings: [
      ...move(base, UNITS, from, to),
      ...move(quote, fill.total, to, from),
      ...move(quote, fill.commission, own, 'fees'),
    ],
  })
  recordTrade(world, account.id, pair, fill)
}

/** An ended trade with a profit. */
function anEnded(
  world: World,
  template: SmartTradeRecord,
  pair: string,
  fill: number,
): SmartTradeRecord {
  const total = multiply(UNITS, decimal('100'))
  const gain = fromNumber(((fill * 7_919) % 1_000) / 1_000)
  const flow = { units: UNITS, total, fee: decimal('0.001'), insured: decimal('0') }
  const id: Id = takeId(world)
  return {
    ...template,
    id,
    pair,
    orders: [],
    entry: { ...template.entry, state: 'finished' },
    entered: flow,
    closed: { ...flow, total: fill % 3 === 0 ? subtract(total, gain) : add(total, gain) },
    kept: null,
    dueAt: null,
    state: fill % 11 === 0 ? 'cancelled' : fill % 3 === 0 ? 'stop_loss_finished' : 'finished',
    createdAt: world.meta.now - 3_600_000,
    updatedAt: world.meta.now,
    closedAt: world.meta.now,
  }
}
