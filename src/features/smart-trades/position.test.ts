import { expect, it } from 'vitest'

import type { SmartTradeChange } from '#contract/smart-trade-change.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { add, decimal, ZERO } from '#money/decimal.ts'
import { marketView } from '#paper/engine/smart-trades/smart-trade-create.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { aDraft, aStop, aTarget, type Prices, scriptedWorld } from '#testing/scripted-world.ts'

import { resultOfClosing } from '#trading/position-cost.ts'

import { fixedSteps, valuesOf } from './edit/change.ts'
import { breakEvenAfter } from './edit/changed-lines.ts'
import { breakEvenOf, openCostOf, realisedOf } from './position.ts'
import { previewOf } from './ticket/draft.ts'
import { timelineOf } from './trade/timeline-events.ts'

/** One unit bought at 100, half of it sold at 110, and more bought at 120. */
async function addedTo(prices: Prices, units: string, breakeven: boolean) {
  const { engine, account, at, world } = scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: '10000' },
  })
  const steps = [aTarget({ at: '110', volume: '50' }), aTarget({ at: '200', volume: '50' })]
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      units: '1',
      take_profit: { enabled: true, steps },
      stop_loss: { ...aStop('80'), breakeven },
    }),
  )
  at(20)
  await engine.addSmartTradeFunds(id, { order_type: 'market', units: { value: decimal(units) } })
  at(21)
  return {
    at,
    engine,
    trade: async () => (await engine.smartTrade(id)) as SmartTrade,
    change: (change: SmartTradeChange) => engine.updateSmartTrade(id, change),
    view: () => marketView(world, account.id, 'USDT_BTC'),
  }
}

const PRICES = '0s 100, 10s 110, 20s 120, 30s 200'

it.each(['1', '60'])(
  'an edited trade with %s added units shows the service’s break-even',
  async (units) => {
    const { trade, change, view } = await addedTo(PRICES, units, false)
    const before = await trade()
    const edited = { trade: before, fixed: fixedSteps(before) }
    const values = valuesOf(before)
    values.stop_loss.breakeven = true
    const shown = breakEvenAfter(before, values, previewOf(values, view(), edited), view())
    await change({ stop_loss: { ...aStop('80'), breakeven: true } })
    expect(shown).toEqual(breakEvenOf(await trade()))
    expect(shown?.state).toBe(units === '60' ? 'waiting' : 'moved')
  },
)

it('an edited trade shows the target result that the history then books', async () => {
  const { trade, view, at, engine } = await addedTo(PRICES, '1', false)
  const before = await trade()
  const edited = { trade: before, fixed: fixedSteps(before) }
  const { targets } = previewOf(valuesOf(before), view(), edited)
  at(30)
  const booked = (await engine.history({ order_by: 'closed_at' })).map(
    ({ profit }) => profit?.amount,
  )
  expect(targets.map(({ units }) => units)).toEqual([undefined, '1.5'])
  expect(booked.at(-1)).toBe(targets[1]?.profit)
})

it('the timeline separates the entry from added funds', async () => {
  const { trade } = await addedTo(PRICES, '1', true)
  const words = timelineOf(await trade()).map((event) => event.words)
  expect(words).toContain('Entry filled, 1 BTC at 100.00')
  expect(words).toContain('Funds added, 1 BTC at 120.00')
  expect(words).toContain('Stop moved to break-even or better, 113.57')
})

it('the realised result and the open units add up to the service’s profit', async () => {
  const { trade } = await addedTo('0s 100, 10s 111, 20s 120, 40s 130', '1', false)
  const now = await trade()
  const [cost, realised] = [openCostOf(now), realisedOf(now)]
  if (!cost || !realised) throw new Error('The service reports both.')
  const open = resultOfClosing(
    { direction: 'long', cost, exitFeeRate: ZERO },
    now.data.current_price.last!,
  )
  expect(now.data.closed_amount).toBe('0.5')
  expect(add(realised, open)).toBe(now.profit.volume)
})

it('the realised result is 0 if nothing was closed, and unknown without the remaining cost', () => {
  expect(realisedOf(aSmartTrade({ data: { closed_amount: '0' } }))).toBe(ZERO)
  expect(realisedOf(aSmartTrade({ data: { closed_amount: '1' } }))).toBeUndefined()
})
