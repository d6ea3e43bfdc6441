import { expect, it } from 'vitest'

import { decimal, subtract, sum, toNumber } from '#money/decimal.ts'
import { Refusal } from '#paper/refusal.ts'
import { type Draws, drawsOf } from '#paper/worlds/stage.ts'
import { proofSize } from '#testing/proof-size.ts'
import { aDca } from '#testing/scripted-bots.ts'

const WORLDS = proofSize(8, 2_000)
const SECONDS = 60_000
const USDT = '3000'

/** A price that wanders, and jumps now and then. */
function pricesOf(draws: Draws): [number, number][] {
  const prices: [number, number][] = [[0, 100]]
  let [second, price] = [0, 100]
  while (second < SECONDS) {
    second += draws.chance(0.5) ? draws.whole(1, 5) : draws.whole(5, 4_000)
    price *= draws.chance(0.05) ? draws.pick([0.7, 1.4]) : 1 + draws.between(-0.06, 0.06)
    price = Math.min(400, Math.max(5, Math.round(price * 100) / 100))
    prices.push([second, price])
  }
  return prices
}

function aRandomDca(draws: Draws) {
  const marketType = draws.pick(['spot', 'futures'] as const)
  const strategy = marketType === 'spot' || draws.chance(0.5) ? 'Long' : 'Short'
  return aDca(
    pricesOf(draws),
    {
      strategy,
      market_type: marketType,
      max_safety_orders: draws.whole(0, 4),
      max_active_trades: draws.whole(1, 3),
      cooldown_between_trades: draws.pick([0, 600]),
      tp_type: draws.pick(['percentage', 'base'] as const),
      tp_trailing: draws.chance(0.3),
      tp_trailing_pct: decimal('1'),
      stop_loss_enabled: draws.chance(0.5),
      stop_loss_pct: decimal('45'),
      start_order_type: draws.pick(['market', 'limit'] as const),
    },
    { marketType, usdt: USDT, depth: draws.pick(['0.3', '2', '50']), impact: '0.002' },
  )
}

const tried = (run: () => unknown): void => {
  try {
    run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

it(
  `the total profit of a DCA bot without an open deal is what the account won or lost and what its orders say, in ${WORLDS} worlds`,
  { timeout: 600_000 },
  async () => {
    let compared = 0
    for (let seed = 1; seed <= WORLDS; seed++) {
      const draws = drawsOf(seed)
      const scene = aRandomDca(draws)
      const { at, engine, id, bot, world, account } = scene
      const own = (currency: string) =>
        sum(
          (['free', 'held'] as const)
            .map((part) => world.ledger.balance(`account:${account.id}:${part}`, currency))
            .concat(world.ledger.balance(`loans:${account.id}`, currency)),
        )
      let second = 0
      while (second < SECONDS) {
        second += draws.chance(0.3) ? 1 : draws.whole(1, 5_000)
        at(second)
        const kind = draws.between(0, 1)
        if (kind < 0.1) tried(() => engine.stopDcaBot(id, draws.pick(['close', 'leave'])))
        else if (kind < 0.3) tried(() => engine.startDcaBot(id))
        else if (kind < 0.4) tried(() => engine.startDeal(id))
        const { active_trades: open, total_profit: total } = bot()
        if (open > 0) continue
        compared += 1
        const rows = await engine.history({ limit: 100_000 })
        expect({
          seed,
          second,
          total: toNumber(total),
          orders: toNumber(sum(rows.flatMap(({ profit }) => profit?.amount ?? []))),
          coins: own('BTC'),
        }).toEqual({
          seed,
          second,
          total: expect.closeTo(toNumber(subtract(own('USDT'), decimal(USDT))), 6),
          orders: expect.closeTo(toNumber(total), 6),
          coins: '0',
        })
      }
    }
    expect(compared).toBeGreaterThan(WORLDS)
  },
)
