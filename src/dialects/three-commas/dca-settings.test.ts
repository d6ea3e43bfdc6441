import { expect, it } from 'vitest'

import type { DcaBot } from '#contract/dca-bots.ts'
import { plainWords } from '#features/dca-bots/words.ts'
import { toText } from '#money/decimal.ts'
import { scriptedCall } from '#testing/scripted-call.ts'
import { getDcaBot } from '#contract/dca-bots.ts'
import { dcaBotRow, dcaDealRow } from '#testing/three-commas-dca-fixture.ts'

import { uuidOf } from './values.ts'

/** Reads a bot of 3Commas as pages do. */
async function readBot(changes: object = {}, deals: readonly object[] = []): Promise<DcaBot> {
  const json = dcaBotRow({ active_deals_count: deals.length, active_deals: deals, ...changes })
  const request = { params: { id: uuidOf('b', json.id) }, query: {} }
  const { value } = await scriptedCall(getDcaBot, request, () => ({ json }))
  return value as DcaBot
}

const foreign = async (...of: Parameters<typeof readBot>) =>
  (await readBot(...of)).foreign_settings?.map(({ name, value }) => `${name} = ${value}`)

it('a bot with only documented fields at rest has no foreign settings', async () => {
  expect(await foreign({}, [dcaDealRow()])).toBeUndefined()
  expect(plainWords(await readBot(), toText).join(' ')).not.toContain('Not taken into account')
})

it.each([
  [{ safety_strategy_list: [{ strategy: 'rsi', options: { time: '5m' } }] }],
  [{ reinvesting_percentage: '100.0' }],
  [{ risk_reduction_percentage: '25.0' }],
  [{ stop_loss_timeout_enabled: true, stop_loss_timeout_in_seconds: 30 }],
  [{ sl_to_breakeven_enabled: true, sl_to_breakeven_data: { upper_breakeven_limit: 1 } }],
  [{ min_price: '1800.0' }],
  [{ max_price: '4000.0' }],
  [{ min_price_percentage: '-5.0' }],
  [{ max_price_percentage: '5.0' }],
  [{ min_volume_btc_24h: '100.0' }],
  [{ disable_after_deals_count: 10 }],
  [{ deal_start_delay_seconds: 60 }],
  [{ close_deals_timeout: 3600 }],
  [{ allowed_deals_on_same_pair: 2 }],
  [{ btc_price_limit: '60000.0' }],
  [{ profit_currency: 'base_currency' }],
  [{ leverage_custom_value: '3.0', leverage_type: 'isolated' }],
  [{ safety_order_calculation_mode: 'last' }],
  [{ of_a_later_year: 'on' }],
])('%j is shown, with a note that it is not taken into account', async (changes) => {
  const bot = await readBot(changes)
  const names = Object.keys(changes)
  expect(bot.foreign_settings?.map(({ name }) => name)).toEqual(names)
  const said = names.map((name) => name.replaceAll('_', ' ')).join(', ')
  expect(plainWords(bot, toText).at(-1)).toBe(`Not taken into account here: ${said}.`)
})

it('settings of a deal that its bot lacks or that differ are named', async () => {
  const deals = [
    dcaDealRow({ sl_to_breakeven_enabled: true, max_safety_orders: 6, take_profit: '2.00' }),
  ]
  expect(await foreign({}, deals)).toEqual([
    'max_safety_orders of deal 2295490936 = 6',
    'sl_to_breakeven_enabled of deal 2295490936 = true',
  ])
  const steps = [{ id: 0, amount_percentage: '50.0', profit_percentage: '2' }]
  const placed = [{ id: 0, amount_percentage: 50, profit_percentage: 2, status: 'Placed' }]
  expect(
    await foreign({ take_profit: null, take_profit_steps: steps }, [
      dcaDealRow({ take_profit: null, take_profit_steps: placed }),
    ]),
  ).toBeUndefined()
})
