import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { DcaBot } from '#contract/dca-bots.ts'
import type { HistoricalTrade } from '#contract/history.ts'
import { decimal, toText } from '#money/decimal.ts'
import { proofSize } from '#testing/proof-size.ts'
import { aDca, aShort } from '#testing/scripted-bots.ts'

import { isAtLastOrder, type LiveDeal, openDealsOf, resultAt, safetyFilled } from './live-deals.ts'

const MARKET = { tick: decimal('0.01'), lot: decimal('0.00001') }

type Scene = ReturnType<typeof aDca>

async function readingOf({ engine, bot }: Scene, { limit = 1_000, isWhole = true } = {}) {
  const rows = (await engine.history({ limit })) as readonly HistoricalTrade[]
  return openDealsOf(bot(), { rows, isWhole }, MARKET)
}

async function onlyDeal(scene: Scene): Promise<LiveDeal> {
  const read = await readingOf(scene)
  if (read.kind !== 'known' || read.deals.length !== 1) throw new Error(JSON.stringify(read))
  return read.deals[0] as LiveDeal
}

const text = (value: ReturnType<typeof decimal> | undefined) => value && toText(value)

describe('the open deal of a bot', () => {
  const fallen = '0s 100, 10s 90, 20s 85'

  it('has the orders that were filled, their average, and what comes next', async () => {
    const scene = aDca(fallen, { stop_loss_enabled: true, stop_loss_pct: decimal('40') })
    scene.at(25)
    const deal = await onlyDeal(scene)
    expect(deal.fills.map(({ price }) => toText(price))).toEqual(['100', '90'])
    expect(safetyFilled(deal)).toBe(1)
    // 100 + 99.9999 for 1 + 1.11111 coins, and 5 percent above that.
    expect(text(deal.spent)).toBe('199.9999')
    expect(text(deal.average)).toMatch(/^94\.7368/)
    expect(text(deal.target)).toBe('99.47')
    expect(text(deal.stop)).toBe('60')
    expect(text(deal.next?.price)).toBe('80')
    expect(isAtLastOrder(deal, scene.bot())).toBe(false)
  })

  it('has a result at a price, long and short', async () => {
    const scene = aDca(fallen)
    scene.at(25)
    const long = resultAt(await onlyDeal(scene), decimal('85'), true)
    expect(text(long.amount)).toMatch(/^-20\.555/)
    expect(text(long.percent)).toMatch(/^-10\.277/)
    const risen = aShort('0s 100, 10s 110, 20s 115')
    risen.at(25)
    expect(text(resultAt(await onlyDeal(risen), decimal('115'), false).amount)).toMatch(/^-19\.5/)
  })

  it('has no further order after the last', async () => {
    const scene = aDca('0s 100, 10s 90, 20s 80')
    scene.at(25)
    const deal = await onlyDeal(scene)
    expect(deal.next).toBeUndefined()
    expect(isAtLastOrder(deal, scene.bot())).toBe(true)
  })

  it('begins after the deal before it ended', async () => {
    const scene = aDca('0s 100, 10s 90, 20s 100, 40s 97')
    scene.at(45)
    const deal = await onlyDeal(scene)
    expect(deal.fills.map(({ price }) => toText(price))).toEqual(['100'])
  })

  it('is none where the service says that none is open', async () => {
    const scene = aDca(fallen, { start_condition: 'manual' })
    scene.at(25)
    expect(await readingOf(scene)).toEqual({ kind: 'known', deals: [], unfilled: 0 })
  })

  it('waits for its first order where none is filled', async () => {
    const scene = aDca(fallen)
    scene.at(1)
    const bot = { ...(scene.bot() as DcaBot), active_trades: 1 }
    expect(openDealsOf(bot, { rows: [], isWhole: true }, MARKET)).toEqual({
      kind: 'known',
      deals: [],
      unfilled: 1,
    })
  })
})

describe('what cannot be told of open deals', () => {
  it('is a deal whose start was not read', async () => {
    const scene = aDca('0s 100, 10s 90')
    scene.at(15)
    expect(await readingOf(scene, { limit: 1, isWhole: false })).toEqual({
      kind: 'unknown',
      reason: 'The history that was read does not reach back to the start of the deal.',
    })
  })

  it('is a deal one of whose orders could not be read', async () => {
    const scene = aDca('0s 100, 10s 90')
    scene.at(15)
    const rows = (await scene.engine.history({ limit: 10 })) as readonly HistoricalTrade[]
    const [newest, ...rest] = rows
    const damaged = { ...newest, filled: {} } as HistoricalTrade
    expect(openDealsOf(scene.bot(), { rows: [damaged, ...rest], isWhole: true })).toMatchObject({
      kind: 'unknown',
    })
  })

  it('is a deal on a pair with an order that does not say whose it is', async () => {
    const scene = aDca('0s 100, 10s 90')
    scene.at(15)
    const [newest, ...rest] = (await scene.engine.history({
      limit: 10,
    })) as readonly HistoricalTrade[]
    for (const source of [undefined, { type: 'dca_bot', id: null }, { id: scene.id }]) {
      const nobodys = { ...newest, source } as unknown as HistoricalTrade
      const read = (row: HistoricalTrade) =>
        openDealsOf(scene.bot(), { rows: [row, ...rest], isWhole: true }, MARKET).kind
      expect(read(nobodys)).toBe('unknown')
      expect(read({ ...nobodys, pair: 'USDT_ETH' })).toBe('known')
    }
  })

  it('is a deal after one that ended with a safety order partly filled', async () => {
    const scene = aDca('0s 100, 10s 100')
    scene.at(15)
    const rows = (await scene.engine.history({ limit: 10 })) as readonly HistoricalTrade[]
    const [base] = rows
    if (!base) throw new Error('No order was filled.')
    // The bot has sold what it held; what was left of a safety order is cancelled a moment later.
    const part = {
      ...base,
      closed_at: (base.closed_at ?? 0) - 1,
      status: { ...base.status, value: 'cancelled', basic_type: 'cancelled' },
      filled: { ...base.filled, units: decimal('0.2'), total: decimal('18'), price: decimal('90') },
    } as HistoricalTrade
    const read = openDealsOf(scene.bot(), { rows: [base, part], isWhole: true }, MARKET)
    expect(read.kind).toBe('unknown')
    const whole = openDealsOf(scene.bot(), { rows: [base], isWhole: true }, MARKET)
    expect(whole.kind).toBe('known')
  })

  it('is a deal that does not agree with the count of the service', async () => {
    const scene = aDca('0s 100, 10s 90')
    scene.at(15)
    const bot = { ...(scene.bot() as DcaBot), max_safety_orders: 0 }
    const rows = (await scene.engine.history({ limit: 10 })) as readonly HistoricalTrade[]
    expect(openDealsOf(bot, { rows, isWhole: true }, MARKET)).toMatchObject({ kind: 'unknown' })
    expect(
      openDealsOf({ ...bot, active_trades: undefined } as never, { rows, isWhole: true }),
    ).toEqual({
      kind: 'unknown',
      reason: 'The service does not say how many deals are open.',
    })
  })
})

const courses = fc.record({
  isLong: fc.boolean(),
  most: fc.integer({ min: 1, max: 3 }),
  base: fc.integer({ min: 40, max: 90 }),
  safety: fc.integer({ min: 100, max: 200 }),
  deviation: fc.integer({ min: 100, max: 500 }),
  moves: fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 10, maxLength: 40 }),
})

it('reads the deals that the engine has, or says that it cannot', async () => {
  const property = fc.asyncProperty(courses, async (course) => {
    let price = 10_000
    const steps = course.moves.map((move, index) => {
      price = Math.max(5_000, price + move)
      return [index * 10, price / 100] as const
    })
    const make = course.isLong ? aDca : aShort
    const scene = make([[0, 100], ...steps.slice(1)], {
      base_order_size: decimal(String(course.base)),
      safety_order_size: decimal(String(course.safety)),
      safety_order_volume_scale: decimal('1.2'),
      price_deviation: decimal((course.deviation / 100).toFixed(2)),
      max_safety_orders: 4,
      max_active_trades: course.most,
      take_profit_pct: decimal('1.5'),
    })
    for (let second = 5; second < steps.length * 10; second += 20) {
      scene.at(second)
      const own = scene.world.dcaBots.get(scene.id)?.deals ?? []
      const read = await readingOf(scene)
      if (read.kind === 'unknown' && course.most > 1) continue
      if (read.kind === 'unknown') throw new Error(read.reason)
      const filled = own.filter(({ units }) => toText(units) !== '0')
      expect(
        read.deals.map(({ units, spent }) => `${toText(units)} ${toText(spent)}`).toSorted(),
      ).toEqual(filled.map(({ units, total }) => `${toText(units)} ${toText(total)}`).toSorted())
    }
  })
  await fc.assert(property, { numRuns: proofSize(40, 1_000), seed: 47 })
})
