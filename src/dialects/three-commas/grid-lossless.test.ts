import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type GridBot, getRequiredBalances, listGridBots } from '#contract/grid-bots.ts'
import { rawOf } from '#contract/read.ts'
import {
  arriving,
  at,
  entitiesOf,
  type Fields,
  type Json,
  lost,
} from '#testing/documented-answers.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { scriptedCall } from '#testing/scripted-call.ts'

const RUNS = { numRuns: propertyRuns(5_000) }
const LARGE = { timeout: 600_000 }

const GRID: Fields = {
  id: 'id',
  account_id: 'id',
  account_name: 'text?',
  name: 'text',
  pair: 'text',
  is_enabled: 'flag',
  grids_quantity: 'integer',
  total_profits_count: 'integer',
  max_active_buy_lines: 'integer',
  max_active_sell_lines: 'integer',
  created_at: 'time',
  updated_at: 'time?',
  strategy_type: 'text?',
  upper_stop_loss_enabled: 'flag',
  lower_stop_loss_enabled: 'flag',
  note: 'text?',
  editable: 'flag?',
  lower_price: 'amount',
  upper_price: 'amount',
  lower_stop_loss_price: 'amount',
  upper_stop_loss_price: 'amount',
  lower_stop_loss_action: 'text',
  upper_stop_loss_action: 'text',
  quantity_per_grid: 'amount',
  leverage_type: 'text?',
  leverage_custom_value: 'amount',
  start_price: 'amount',
  grid_price_step: 'amount',
  current_profit: 'amount',
  current_profit_usd: 'amount',
  profit_percentage: 'amount',
  current_price: 'amount',
  bought_volume: 'amount',
  sold_volume: 'amount',
  investment_base_currency: 'amount',
  investment_quote_currency: 'amount',
  current_profit_loss_percent: 'amount',
  order_currency_type: 'text',
  trailing_up_enabled: 'flag',
  expansion_down_enabled: 'flag',
  expansion_down_stop_price: 'amount',
  grid_type: 'text',
  orderbook_price_currency: 'text?',
  mode: 'text?',
}
const LINE: Fields = { id: 'id', price: 'amount', side: 'text or null', order_placed: 'flag' }
/** In quote currency, as in the contract, unless profits are kept in base currency. */
const IN_QUOTE: Fields = { unrealized_profit_loss: 'amount', current_profit_loss: 'amount' }

const grids = fc
  .record({
    bot: entitiesOf({ ...GRID, ...IN_QUOTE }),
    profit_currency_type: fc.constantFrom('quote', 'base', 'of_a_later_year', undefined),
    grid_lines: fc.array(entitiesOf(LINE), { maxLength: 4 }),
  })
  .map(({ bot, ...more }): Json => ({ ...bot, ...more }))

/** Amounts in an unknown currency appear in the raw data only. */
function lostOfProfit(bot: GridBot | undefined, wire: Json): string[] {
  if (wire['profit_currency_type'] === 'quote') return lost(bot, wire, IN_QUOTE)
  const sent = arriving(wire) as Json
  return Object.keys(IN_QUOTE).filter(
    (name) =>
      at(bot, name) !== undefined ||
      JSON.stringify(at(rawOf(bot ?? {}), `as_sent.${name}`)) !== JSON.stringify(sent[name]),
  )
}

it('the list of grid bots shows everything that 3Commas reports', LARGE, async () => {
  const bots = fc.uniqueArray(grids, { maxLength: 3, selector: (bot) => JSON.stringify(bot['id']) })
  await fc.assert(
    fc.asyncProperty(bots, async (wire) => {
      const answer = { json: arriving(wire) }
      const { value } = await scriptedCall(listGridBots, {}, () => answer)
      const shown = value as GridBot[]
      expect(shown).toHaveLength(wire.length)
      for (const [index, one] of wire.entries()) {
        const [bot, lines] = [shown[index], one['grid_lines'] as Json[]]
        expect(lost(bot, one, GRID)).toEqual([])
        expect(lostOfProfit(bot, one)).toEqual([])
        expect(bot?.grid_lines).toHaveLength(lines.length)
        for (const [place, line] of lines.entries()) {
          expect(lost(bot?.grid_lines[place], line, LINE)).toEqual([])
        }
      }
    }),
    RUNS,
  )
})

const quantityOf = (path: string): Fields => ({
  [`${path}.quantity`]: 'amount',
  [`${path}.currency`]: 'text',
})
const REQUIRED: Fields = {
  ...quantityOf('missing_balance.base'),
  ...quantityOf('missing_balance.quote'),
  ...quantityOf('required_balance.base'),
  ...quantityOf('required_balance.quote'),
  need_balancing: 'flag',
  balancing_available: 'flag',
  ...quantityOf('necessary_quantities'),
}

it('required balances are shown as reported', LARGE, async () => {
  await fc.assert(
    fc.asyncProperty(entitiesOf(REQUIRED), async (wire) => {
      const answer = { json: arriving(wire) }
      const { value } = await scriptedCall(getRequiredBalances, { params: { id: 1 } }, () => answer)
      expect(lost(value, wire, REQUIRED)).toEqual([])
    }),
    RUNS,
  )
})
