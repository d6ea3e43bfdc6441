import { describe, expect, it } from 'vitest'

import type { MarketView } from '#contract/draft-rule.ts'
import { isBeingFilled, isFixed } from '#contract/smart-trade-change.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { decimal } from '#money/decimal.ts'
import { marketView } from '#paper/engine/smart-trades/smart-trade-create.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { aDraft, aStop, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

import { previewOf } from '../ticket/draft.ts'
import type { DraftValues } from '../ticket/fields.ts'
import { changeOf, fixedSteps, judgedChange, valuesOf } from './change.ts'
import { changedLines } from './changed-lines.ts'

/** The form's request, and the list of its review. */
function edited(trade: SmartTrade, view: MarketView, change: (values: DraftValues) => void) {
  const before = valuesOf(trade)
  const values = valuesOf(trade)
  change(values)
  const judged = judgedChange(changeOf(values, before, trade, view), trade, view)
  if (!judged.draft) throw new Error(JSON.stringify(judged.issues))
  const fixed = { trade, fixed: fixedSteps(trade) }
  const lines = changedLines(
    { values: before, preview: previewOf(before, view, fixed) },
    { values, preview: previewOf(values, view, fixed) },
    judged.draft,
  )
  return { change: judged.draft, lines }
}

describe('a step of 3Commas', () => {
  const step = (type: string, editable = true) => ({ editable, status: { type } })

  it.each(['finished', 'cancelled', 'failed', 'panic_sell_pending', 'panic_sold', 'next_year'])(
    'a 3Commas step that is %s is fixed, although “editable”',
    (type) => {
      expect(isFixed(step(type))).toBe(true)
      expect(isBeingFilled(step(type))).toBe(false)
      expect(isBeingFilled(step(type, false))).toBe(false)
    },
  )

  it.each(['idle', 'to_process', 'order_placed', 'trailing_activated'])(
    'a 3Commas step that is %s can be changed',
    (type) => expect(isFixed(step(type))).toBe(false),
  )
})

it('the edit form keeps a finished target, and sends ids of kept steps', () => {
  const status = (type: string) => ({ type, basic_type: type, title: type })
  const trade = aSmartTrade({
    take_profit: {
      enabled: true,
      steps: ['3200', '3400', '3600'].map((value, index) => ({
        id: 100 + index,
        order_type: 'limit',
        editable: true,
        volume: index === 2 ? '40' : '30',
        price: { type: 'last', value, percent: null },
        status: status(index === 0 ? 'finished' : 'order_placed'),
      })),
    },
  })
  expect([...fixedSteps(trade).keys()]).toEqual(['100'])
  const view = { price: decimal('3150'), feeRate: decimal('0.001') }
  const { change, lines } = edited(trade, view, ({ take_profit }) => {
    take_profit.steps[2]!.price.value = '3700'
  })
  expect(change.take_profit?.steps?.map(({ id, price }) => [id, price.value])).toEqual([
    [100, '3200'],
    [101, '3400'],
    [102, '3700'],
  ])
  expect(lines.map(({ name, before, after }) => [name, before === after])).toEqual([
    ['Target 1', true],
    ['Target 2', true],
    ['Target 3', false],
  ])
})

it('a change of one exit keeps the others’ percent and price types', async () => {
  const { engine, account, at, world } = scriptedWorld({
    prices: { USDT_BTC: '0s 100' },
    balances: { USDT: '10000' },
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      units: '10',
      take_profit: {
        enabled: true,
        steps: [
          aTarget({ at: '110', volume: '50' }),
          aTarget({ percent: '20', volume: '50', market: true }),
        ],
      },
      stop_loss: { ...aStop('80'), price: { percent: decimal('10') } },
    }),
  )
  at(5)
  const trade = (await engine.smartTrade(id)) as SmartTrade
  const view = marketView(world, account.id, 'USDT_BTC')
  const { change, lines } = edited(trade, view, ({ take_profit }) => {
    take_profit.steps[0]!.price.value = '115'
  })
  expect(lines.map(({ after }) => after)).toEqual([
    '115, 50%, limit',
    '120, 20% from entry, 50%, market',
  ])
  const { take_profit, stop_loss } = await engine.updateSmartTrade(id, change)
  expect(take_profit.steps.map(({ price }) => [price.type, price.value, price.percent])).toEqual([
    ['bid', '115', null],
    ['last', '120', '20'],
  ])
  expect(stop_loss.conditional?.price.percent).toBe('10')
})
