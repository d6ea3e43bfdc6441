import { expect, it } from 'vitest'

import type { Id } from '#contract/primitives.ts'
import { add, type Decimal, fromNumber, subtract, sum, toNumber } from '#money/decimal.ts'
import { Refusal } from '#paper/refusal.ts'
import { type Draws, drawsOf } from '#paper/worlds/stage.ts'
import { proofSize } from '#testing/proof-size.ts'
import { aDraft, aStop, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

const WORLDS = proofSize(20, 2_000)
const DAY = 86_400

/** A price that mostly wanders and now and then jumps by 30 percent. */
function pricesOf(draws: Draws): [number, number][] {
  const prices: [number, number][] = [[0, 100]]
  let [second, price] = [0, 100]
  while (second < 2 * DAY) {
    second += draws.chance(0.5) ? draws.whole(1, 5) : draws.whole(5, 9_000)
    const jump = draws.chance(0.5) ? 0.7 : 1.3
    price *= draws.chance(0.06) ? jump : 1 + draws.between(-0.03, 0.03)
    price = Math.max(5, Math.round(price * 100) / 100)
    prices.push([second, price])
  }
  return prices
}

const cents = (amount: number): string => (Math.round(amount * 100) / 100).toFixed(2)

function draftOf(draws: Draws, { account }: ReturnType<typeof scriptedWorld>, price: number) {
  const side = draws.pick(['buy', 'sell'] as const)
  const up = side === 'buy' ? 1 : -1
  const target = (percent: string, volume: string) =>
    aTarget({ percent, volume, market: draws.chance(0.4) })
  return aDraft(account, {
    side,
    units: cents(draws.between(0.2, 20)),
    ...(draws.chance(0.4) && { price: cents(price * (1 - up * draws.between(-0.01, 0.02))) }),
    leverage: {
      enabled: true,
      type: draws.pick(['cross', 'isolated'] as const),
      value: draws.whole(2, 10),
    },
    ...(draws.chance(0.6) && {
      take_profit: { enabled: true, steps: [target('2', '40'), target('5', '60')] },
    }),
    ...(draws.chance(0.6) && {
      stop_loss: {
        ...aStop(cents(price * (1 - up * draws.between(0.02, 0.15)))),
        breakeven: draws.chance(0.5),
        ...(draws.chance(0.4) && {
          timeout: { enabled: true, value: fromNumber(draws.whole(2, 600)) },
        }),
      },
    }),
  })
}

/** Trades on borrowed money until all is closed again. */
async function traded(seed: number) {
  const draws = drawsOf(seed)
  const prices = pricesOf(draws)
  const scene = scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: String(draws.whole(300, 3_000)) },
    marketType: draws.pick(['margin', 'futures'] as const),
    depth: String(draws.whole(1, 20)),
    impact: '0.001',
    halfSpread: 1,
  })
  const { engine, world, at, account } = scene
  const own = (currency: string): Decimal =>
    sum(
      [`account:${account.id}:free`, `account:${account.id}:held`, `loans:${account.id}`].map(
        (place) => world.ledger.balance(place as 'market', currency),
      ),
    )
  const before = own('USDT')
  const ids: Id[] = []
  let second = 1
  while (second < 2 * DAY) {
    at(second)
    const price = world.market.last('USDT_BTC', world.meta.now) / 100
    try {
      if (draws.chance(0.8)) ids.push(engine.createSmartTrade(draftOf(draws, scene, price)).id)
      else {
        const some = ids[draws.whole(0, ids.length - 1)]
        if (some !== undefined) await engine.closeSmartTrade(some)
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
    second += draws.chance(0.3) ? 1 : draws.whole(1, 6_000)
  }
  at(second)
  for (const { id } of world.smartTrades.values()) {
    const { data } = await engine.smartTrade(id)
    if (data.panic_sell_available) await engine.closeSmartTrade(id)
    else if (data.cancel_available) await engine.cancelSmartTrade(id)
  }
  at(second + 900)
  return { engine, ids, own, gained: subtract(own('USDT'), before) }
}

it(
  `reported profit of trades on borrowed money, with gaps, thin markets and borrowing costs is what the account has gained or lost, in ${WORLDS} worlds`,
  { timeout: 600_000 },
  async () => {
    for (let seed = 1; seed <= WORLDS; seed++) {
      const { engine, ids, own, gained } = await traded(seed)
      const rows = await engine.history({ limit: 100_000 })
      const reported = sum(rows.flatMap(({ profit }) => profit?.amount ?? []))
      expect(own('BTC'), `seed ${seed}`).toBe('0')
      expect(toNumber(reported), `seed ${seed}`).toBeCloseTo(toNumber(gained), 4)
      for (const id of ids) {
        const { profit } = await engine.smartTrade(id)
        const ofTrade = rows
          .filter(({ source }) => String(source.id) === String(id))
          .flatMap((row) => row.profit?.amount ?? [])
          .reduce((total, amount) => toNumber(add(fromNumber(total), amount)), 0)
        expect(ofTrade, `seed ${seed}, trade ${id}`).toBeCloseTo(
          toNumber(profit.volume ?? fromNumber(0)),
          4,
        )
      }
    }
  },
)
