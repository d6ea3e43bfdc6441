import { expect, it } from 'vitest'

import { add, type Decimal, decimal, multiply, subtract, sum } from '#money/decimal.ts'
import { createEngine } from '#paper/engine/engine.ts'
import { restoreWorld } from '#paper/engine/restore-world.ts'
import { Refusal } from '#paper/refusal.ts'
import { drawsOf } from '#paper/worlds/stage.ts'
import { proofSize } from '#testing/proof-size.ts'
import { aGrid } from '#testing/scripted-bots.ts'
import type { Prices } from '#testing/scripted-world.ts'

type Scene = ReturnType<typeof aGrid>

/** Value of the account at a price, less its debts. */
function worthOf({ world, account }: Scene, price: string): Decimal {
  const of = (currency: string): Decimal =>
    sum(
      ([`account:${account.id}:free`, `account:${account.id}:held`] as const)
        .map((place) => world.ledger.balance(place, currency))
        .concat(world.ledger.balance(`loans:${account.id}`, currency)),
    )
  return add(of('USDT'), multiply(of('BTC'), decimal(price)))
}

/** Sum of the profits in the history. */
async function realisedBy({ engine }: Scene): Promise<Decimal> {
  const rows = await engine.history({ limit: 100_000 })
  return sum(rows.flatMap(({ profit }) => profit?.amount ?? []))
}

const FALL: Prices = '0s 100, 10s 85, 20s 76, 30s 75, 40s 150'
const lowerStop = (action: 'stop_bot' | 'stop_bot_and_sell' | 'stop_bot_and_close_position') => ({
  lower_stop_loss_enabled: true,
  lower_stop_loss_price: decimal('75'),
  lower_stop_loss_action: action,
})

it('the result of a stopped grid includes the sale at a stop: total and realised are what the account lost', () => {
  const scene = aGrid(FALL)
  scene.at(20)
  scene.engine.stopGridBot(scene.id, 'sell')
  scene.at(40)
  expect(scene.free('USDT')).toBe('9933.326')
  expect(scene.bot()).toMatchObject({
    current_profit: '0',
    current_profit_loss: '-66.674',
    unrealized_profit_loss: '0',
    // 66.674 ÷ 370.17
    current_profit_loss_percent: '-18.0117',
    investment_base_currency: '200',
    investment_quote_currency: '170.17',
    running_seconds: 20,
  })
})

it('the result of a stopped grid counts kept coins at the price of the stop, whatever the price does later', () => {
  const scene = aGrid(FALL)
  scene.at(20)
  const { current_profit_loss: total } = scene.bot()
  scene.engine.stopGridBot(scene.id, 'keep')
  scene.at(40)
  // 9,629.63 + 4 × 76 − 10,000
  expect(total).toBe('-66.37')
  expect(scene.bot()).toMatchObject({ current_profit_loss: total, unrealized_profit_loss: total })
})

it('the result of a stopped grid takes kept coins into the next run at the price of its start, and counts them once', () => {
  const scene = aGrid('0s 100, 10s 90, 20s 95, 30s 100')
  scene.at(10)
  scene.engine.stopGridBot(scene.id, 'keep')
  scene.at(20)
  scene.engine.startGridBot(scene.id)
  // The gain of 3 coins from 90 to 95 was made while it was stopped.
  expect(scene.bot()).toMatchObject({
    current_profit_loss: '-20.29',
    unrealized_profit_loss: '0',
    running_seconds: 10,
  })
  scene.at(30)
  scene.engine.stopGridBot(scene.id, 'sell')
  // −20.29, and 3 coins from 95 to 100: one sold at 100 by its line, two at the stop, each for 0.1.
  expect(scene.bot()).toMatchObject({
    current_profit_loss: '-5.59',
    unrealized_profit_loss: '0',
    running_seconds: 20,
  })
})

it.each([
  ['spot', 'stop_bot_and_sell'],
  ['futures', 'stop_bot_and_close_position'],
] as const)(
  'the result of a stopped grid includes the sale at its own stop loss on %s',
  (marketType, action) => {
    const scene = aGrid(FALL, lowerStop(action), { marketType })
    scene.at(40)
    expect(scene.free('USDT')).toBe('9929.33')
    expect(scene.bot()).toMatchObject({
      current_profit_loss: '-70.67',
      unrealized_profit_loss: '0',
      running_seconds: 30,
    })
  },
)

it('the result of a stopped grid is frozen at its own stop loss that keeps the coins', () => {
  const scene = aGrid(FALL, lowerStop('stop_bot'))
  scene.at(40)
  // 9,629.63 + 4 × 75 − 10,000
  expect(scene.bot()).toMatchObject({
    current_profit_loss: '-70.37',
    unrealized_profit_loss: '-70.37',
  })
})

it('after a liquidation is what the account lost, without what the insurance paid', () => {
  const scene = aGrid('0s 100, 10s 30', {}, { marketType: 'futures', usdt: '140' })
  scene.at(20)
  expect(scene.bot()).toMatchObject({
    is_enabled: false,
    current_profit_loss: '-140',
    unrealized_profit_loss: '0',
  })
})

it('the result of a stopped grid stays open only for the coins that were not there to be sold', async () => {
  const scene = aGrid(FALL, { max_active_sell_lines: 1 })
  scene.at(20)
  const own = `account:${scene.account.id}:free` as const
  const postings = [
    { place: own, currency: 'BTC', amount: decimal('-2') },
    { place: 'outside' as const, currency: 'BTC', amount: decimal('2') },
  ]
  scene.world.ledger.append({ at: scene.world.meta.now, cause: 'withdrawal', postings })
  scene.engine.stopGridBot(scene.id, 'sell')
  scene.at(40)
  // Half of −66.37 stays open; the other half is sold for a fee of 0.152.
  expect(scene.bot()).toMatchObject({
    current_profit_loss: '-66.522',
    unrealized_profit_loss: '-33.185',
  })
  const [sale] = (await scene.engine.history({ limit: 100 })).slice(-1)
  expect(sale?.profit?.amount).toBe('-33.337')
})

it.each(['keep', 'sell'] as const)(
  'the result of a stopped grid is realised by its orders where the price passed all lines, and %s finds nothing left',
  async (leave) => {
    const scene = aGrid('0s 100, 10s 110, 20s 120, 30s 130')
    scene.at(30)
    // Two coins bought for 200.20, sold for 109.89 and 119.88.
    const result = { current_profit_loss: '29.57', unrealized_profit_loss: '0' }
    expect(scene.bot()).toMatchObject({ ...result, is_enabled: true, current_profit: '19.56' })
    scene.engine.stopGridBot(scene.id, leave)
    expect(scene.bot()).toMatchObject(result)
    expect(await realisedBy(scene)).toBe('29.57')
  },
)

it('the result of a stopped grid is the same after the service was started again', () => {
  const scene = aGrid(FALL)
  scene.at(20)
  scene.engine.stopGridBot(scene.id, 'sell')
  const again = restoreWorld(scene.stored(), () => scene.world.market)
  const { gridBot } = createEngine(again, undefined as never)
  expect(gridBot(scene.id)).toEqual(scene.bot())
})

/** A price that mostly wanders and now and then jumps. */
function pricesOf(draws: ReturnType<typeof drawsOf>, seconds: number): [number, number][] {
  const prices: [number, number][] = [[0, 100]]
  let [second, price] = [0, 100]
  while (second < seconds) {
    second += draws.chance(0.5) ? draws.whole(1, 5) : draws.whole(5, 4_000)
    price *= draws.chance(0.05) ? draws.pick([0.6, 1.4]) : 1 + draws.between(-0.06, 0.06)
    price = Math.min(400, Math.max(5, Math.round(price * 100) / 100))
    prices.push([second, price])
  }
  return prices
}

function restart({ engine, id }: Scene): void {
  try {
    engine.startGridBot(id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const WORLDS = proofSize(40, 2_000)

it(
  `results of grids in thin markets, with funding, gaps, liquidations and several runs are what the account won or lost, in ${WORLDS} worlds`,
  { timeout: 600_000 },
  async () => {
    for (let seed = 1; seed <= WORLDS; seed++) {
      const draws = drawsOf(seed)
      const marketType = draws.pick(['spot', 'futures'] as const)
      const stops = draws.chance(0.4)
        ? lowerStop(marketType === 'spot' ? 'stop_bot_and_sell' : 'stop_bot_and_close_position')
        : {}
      const prices = pricesOf(draws, 60_000)
      const scene = aGrid(
        prices,
        {
          ...stops,
          trailing_up_enabled: draws.chance(0.3),
          expansion_down_enabled: draws.chance(0.3),
        },
        { marketType, usdt: '2000', depth: draws.pick(['0.7', '2', '50']), impact: '0.002' },
      )
      const priceAt = (second: number) => String(prices.findLast(([at]) => at <= second)?.[1])
      let second = 0
      while (second < 60_000) {
        second += draws.chance(0.3) ? 1 : draws.whole(1, 9_000)
        scene.at(second)
        const bot = scene.bot()
        const worth = worthOf(scene, priceAt(second))
        const gained = Number(subtract(worth, decimal('2000')))
        expect({ seed, second, total: Number(bot.current_profit_loss) }).toEqual({
          seed,
          second,
          total: expect.closeTo(gained, 6),
        })
        if (bot.is_enabled && draws.chance(0.1)) scene.engine.stopGridBot(scene.id, 'sell')
        if (!bot.is_enabled && worthOf(scene, '0') === worth) restart(scene)
      }
      if (scene.bot().is_enabled) scene.engine.stopGridBot(scene.id, 'sell')
      scene.at(second + 10_000)
      const { current_profit_loss: total, unrealized_profit_loss: open } = scene.bot()
      expect({ seed, realised: Number(await realisedBy(scene)) }).toEqual({
        seed,
        realised: expect.closeTo(Number(total) - Number(open), 6),
      })
    }
  },
)
