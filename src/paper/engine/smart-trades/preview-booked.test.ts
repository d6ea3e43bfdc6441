import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { priceWithImpact } from '#contract/impact.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { type Decimal, add, decimal, multiply, negate, subtract, toNumber } from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { aDraft, aStop, aTarget, scriptedWorld } from '#testing/scripted-world.ts'
import { marketView } from './smart-trade-create.ts'

const RUNS = propertyRuns(1_000)
const SEED = 20_260_105
const COINS = '1000'
const MONEY = '100000000'
/** More than any order here, so that each is executed in one second. */
const DEPTH = '10'
const VOLUMES = [['100'], ['40', '60'], ['33.3', '33.3', '33.4'], ['20', '30', '10', '15', '25']]

const cents = (low: number, high: number) =>
  fc.integer({ min: low, max: high }).map((value) => (value / 100).toFixed(2))

const wishes = fc.record({
  price: cents(1_000, 9_000_000),
  lots: fc.integer({ min: 60_000, max: 900_000 }),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  kind: fc.constantFrom('market' as const, 'limit' as const, 'skipped' as const),
  leverage: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  volumes: fc.constantFrom(...VOLUMES),
  first: cents(30, 500),
  step: cents(20, 300),
  isMarketTarget: fc.boolean(),
  stop: cents(50, 900),
  hasLimitStop: fc.boolean(),
  namesPriceType: fc.boolean(),
  /** Price impact of an order for the whole volume of a second. */
  impact: fc.constantFrom('0', '0.0004', '0.003'),
})
type Wish = typeof wishes extends fc.Arbitrary<infer T> ? T : never

type Step = readonly [second: number, price: number]

function sceneOf({ price, leverage, impact }: Wish, steps: readonly Step[] = [], halfSpread = 0) {
  const scene = scriptedWorld({
    prices: { USDT_BTC: [[0, Number(price)], ...steps] },
    balances: { USDT: MONEY, BTC: COINS },
    marketType: leverage === undefined ? 'spot' : 'margin',
    depth: DEPTH,
    impact,
    halfSpread,
  })
  const { ledger } = scene.world
  const own = (currency: string): Decimal =>
    add(
      ledger.balance(`account:${scene.account.id}:free`, currency),
      ledger.balance(`account:${scene.account.id}:held`, currency),
    )
  return { ...scene, own, fees: () => ledger.balance('fees', 'USDT') }
}

function draftOf(scene: ReturnType<typeof sceneOf>, wish: Wish): SmartTradeDraft {
  const isSkipped = wish.kind === 'skipped'
  const leverage = isSkipped ? undefined : wish.leverage
  return aDraft(scene.account, {
    side: wish.side,
    units: (wish.lots / 100_000).toFixed(5),
    ...(wish.kind === 'limit' && { price: wish.price }),
    ...(isSkipped && { skip_enter_step: true }),
    ...(leverage !== undefined && {
      leverage: { enabled: true, type: 'cross' as const, value: leverage },
    }),
    take_profit: {
      enabled: true,
      steps: wish.volumes.map((volume, index) =>
        aTarget({
          percent: (Number(wish.first) + index * Number(wish.step)).toFixed(2),
          volume,
          market: wish.isMarketTarget,
        }),
      ),
    },
    stop_loss: stopOf(wish),
  })
}

function stopOf({ price, side, stop, hasLimitStop, namesPriceType }: Wish) {
  const factor = 1 + ((side === 'buy' ? -1 : 1) * Number(stop)) / 100
  const at = (Number(price) * factor).toFixed(2)
  if (!hasLimitStop) {
    return {
      ...aStop(at),
      ...(namesPriceType && {
        conditional: { price: { type: 'bid' as const } },
      }),
    }
  }
  const value = decimal(at)
  const conditional = { price: { value } }
  return {
    enabled: true,
    order_type: 'limit' as const,
    price: { value },
    conditional,
  }
}

/** Gain of an account of the ledger: all coins are back, or were there before the trade. */
function gained(wish: Wish, before: Decimal, after: Decimal, cost: Decimal): Decimal {
  const change = subtract(after, before)
  if (wish.kind !== 'skipped') return change
  return wish.side === 'buy' ? subtract(change, cost) : add(change, cost)
}

describe('preview of a trade', () => {
  const parameters = { numRuns: RUNS, seed: SEED }

  it(`the preview of a market order equals its payment at the ask or bid, with its own impact (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(wishes, fc.integer({ min: 1, max: 100 }), async (wish, halfSpread) => {
        const scene = sceneOf(wish, [], halfSpread)
        const { world, engine, account, free, fees, at } = scene
        const draft = draftOf(scene, { ...wish, kind: 'market' })
        const view = marketView(world, account.id, 'USDT_BTC')
        const preview = previewSmartTrade(draft, view)
        const best = (wish.side === 'buy' ? view.ask : view.bid) ?? decimal('0')
        const book = { depth: decimal(DEPTH), impact: decimal(wish.impact), tick: decimal('0.01') }
        const units = preview.units ?? decimal('0')
        expect(preview.entryPrice).toBe(priceWithImpact(wish.side, units, best, book))
        const { id } = engine.createSmartTrade(draft)
        const taken = preview.needs?.currency === 'base' ? 'BTC' : 'USDT'
        expect(free(taken)).toBe(preview.freeAfter)
        at(1)
        expect((await engine.smartTrade(id)).data.entered_total).toBe(preview.total)
        expect(fees()).toBe(preview.commission)
      }),
      parameters,
    )
  })

  it(`the preview of a trade equals the amounts held and paid at its entry, and earned at its targets (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async (wish) => {
        const first = sceneOf(wish)
        const draft = draftOf(first, wish)
        const preview = previewSmartTrade(
          draft,
          marketView(first.world, first.account.id, 'USDT_BTC'),
        )
        const steps = preview.targets.map(({ price }, index): Step => [
          10 + index * 10,
          toNumber(price ?? decimal('0')),
        ])
        const { engine, own, fees, at, free, account } = sceneOf(wish, steps)
        const before = own('USDT')
        const { id } = engine.createSmartTrade({
          ...draft,
          account_id: account.id,
        })
        const currency = preview.needs?.currency === 'base' ? 'BTC' : 'USDT'
        expect(free(currency)).toBe(preview.freeAfter)
        at(5)
        expect((await engine.smartTrade(id)).data.entered_total).toBe(preview.total)
        expect(fees()).toBe(preview.commission)
        const { liquidation_price: liquidation } = (await engine.smartTrade(id)).data
        expect(liquidation ?? undefined).toBe(preview.liquidation)
        at(100)
        expect((await engine.smartTrade(id)).status.type).toBe('finished')
        const profits = (await engine.history({ limit: 100, order_by: 'closed_at' }))
          .map(({ profit }) => profit?.amount)
          .filter((amount) => amount !== undefined)
        expect(profits).toEqual(preview.targets.map(({ profit }) => profit))
        const cost = multiply(preview.units ?? decimal('0'), preview.entryPrice ?? decimal('0'))
        expect(gained(wish, before, own('USDT'), cost)).toBe(preview.reward)
        expect((await engine.smartTrade(id)).profit.volume).toBe(preview.reward)
      }),
      parameters,
    )
  })

  it(`the preview of a trade equals the loss at its stop (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async (wish) => {
        const first = sceneOf(wish)
        const draft = draftOf(first, wish)
        const { stop, units, entryPrice } = previewSmartTrade(
          draft,
          marketView(first.world, first.account.id, 'USDT_BTC'),
        )
        const trigger = stop?.trigger ?? decimal('0')
        const { engine, own, at, account } = sceneOf(wish, [[10, toNumber(trigger)]])
        const before = own('USDT')
        const { id } = engine.createSmartTrade({
          ...draft,
          account_id: account.id,
        })
        at(100)
        expect((await engine.smartTrade(id)).status.type).toBe('stop_loss_finished')
        const cost = multiply(units ?? decimal('0'), entryPrice ?? decimal('0'))
        expect(negate(gained(wish, before, own('USDT'), cost))).toBe(stop?.loss)
      }),
      parameters,
    )
  })
})
