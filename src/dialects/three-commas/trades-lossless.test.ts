import fc from 'fast-check'
import { expect, it } from 'vitest'

import { isUnreadable, rawOf } from '#contract/read.ts'
import { getSmartTrade, listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import {
  arriving,
  at,
  entitiesOf,
  type Fields,
  isSameAmount,
  type Json,
  lost,
} from '#testing/documented-answers.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { scriptedCall } from '#testing/scripted-call.ts'

const RUNS = { numRuns: propertyRuns(5_000) }
const LARGE = { timeout: 600_000 }

const STATUS: Fields = {
  'status.type': 'text',
  'status.basic_type': 'text?',
  'status.title': 'text',
  'status.error': 'text?',
}
const FILLED: Fields = {
  'price.value': 'amount',
  'price.value_without_commission': 'amount',
  'total.value': 'amount',
}

const TRADE: Fields = {
  id: 'id',
  'account.id': 'id',
  'account.type': 'text?',
  'account.name': 'text',
  'account.market': 'text?',
  'account.link': 'text?',
  pair: 'text',
  instant: 'flag',
  ...STATUS,
  'leverage.enabled': 'flag',
  'leverage.type': 'text?',
  'leverage.value': 'amount',
  'leverage.type_editable': 'flag?',
  'position.type': 'text',
  'position.editable': 'flag?',
  'position.units.value': 'amount',
  'position.units.editable': 'flag?',
  'position.price.value': 'amount',
  'position.price.value_without_commission': 'amount',
  'position.price.editable': 'flag?',
  'position.total.value': 'amount',
  'position.total.value_without_commission': 'amount',
  'position.order_type': 'text',
  'position.status.type': 'text',
  'position.status.title': 'text',
  'position.status.error': 'text?',
  'take_profit.enabled': 'flag',
  'take_profit.price_type': 'text?',
  note_raw: 'text?',
  skip_enter_step: 'flag',
  is_position_not_filled: 'flag',
  'margin.amount': 'amount',
  'margin.total': 'amount',
  'profit.volume': 'amount',
  'profit.usd': 'amount',
  'profit.roe': 'amount',
  'data.editable': 'flag?',
  'data.current_price.bid': 'amount',
  'data.current_price.ask': 'amount',
  'data.current_price.last': 'amount',
  'data.current_price.quote_volume': 'amount',
  'data.current_price.day_change_percent': 'amount',
  'data.target_price_type': 'text?',
  'data.orderbook_price_currency': 'text?',
  'data.base_order_finished': 'flag?',
  'data.missing_funds_to_close': 'amount',
  'data.liquidation_price': 'amount',
  'data.average_enter_price': 'amount',
  'data.average_close_price': 'amount',
  'data.average_enter_price_without_commission': 'amount',
  'data.average_close_price_without_commission': 'amount',
  'data.panic_sell_available': 'flag',
  'data.add_funds_available': 'flag?',
  'data.reduce_funds_available': 'flag?',
  'data.force_start_available': 'flag?',
  'data.force_process_available': 'flag?',
  'data.cancel_available': 'flag',
  'data.finished': 'flag?',
  'data.base_position_step_finished': 'flag?',
  'data.entered_amount': 'amount',
  'data.entered_total': 'amount',
  'data.closed_amount': 'amount',
  'data.closed_total': 'amount',
  'data.commission': 'amount',
  'data.created_at': 'time',
  'data.updated_at': 'time?',
  'data.closed_at': 'time?',
  'data.type': 'text',
}

const TARGET: Fields = {
  id: 'id',
  order_type: 'text?',
  editable: 'flag?',
  'units.value': 'amount',
  'price.type': 'text?',
  'price.value': 'amount',
  'price.percent': 'amount',
  volume: 'amount',
  total: 'amount',
  'trailing.enabled': 'flag',
  'trailing.percent': 'amount',
  ...STATUS,
  'data.cancelable': 'flag',
  'data.panic_sell_available': 'flag',
  position: 'integer',
  closed_at: 'time?',
}

const REDUCTION: Fields = {
  id: 'id',
  type: 'text?',
  ...STATUS,
  'units.value': 'amount',
  ...FILLED,
  closed_at: 'time?',
}

const STOP: Fields = {
  enabled: 'flag',
  price_type: 'text?',
  breakeven: 'flag?',
  order_type: 'text?',
  editable: 'flag?',
  'price.value': 'amount',
  'price.percent': 'amount',
  'conditional.price.value': 'amount',
  'conditional.price.type': 'text?',
  'conditional.price.percent': 'amount',
  'conditional.trailing.enabled': 'flag',
  'conditional.trailing.percent': 'amount',
  'timeout.enabled': 'flag',
  'timeout.value': 'amount',
  'units.value': 'amount',
  'total.value': 'amount',
  closed_at: 'time?',
}

const CONDITIONAL: Fields = {
  editable: 'flag?',
  'price.value': 'amount',
  'price.type': 'text?',
  order_type: 'text?',
  'trailing.enabled': 'flag',
  'trailing.percent': 'amount',
}

const CLOSE: Fields = { id: 'id', type: 'text?', ...STATUS, 'units.value': 'amount', ...FILLED }

const OFF = { enabled: false }

/** Any documented trade in any state. */
const trades = fc
  .record({
    trade: entitiesOf(TRADE),
    percent: entitiesOf({ percent: 'amount' }),
    note: entitiesOf({ note: 'text?' }),
    unfilled: fc.constantFrom({}, { volume: null, usd: null }),
    version: fc.constantFrom({}, { version: 2 }),
    targets: fc.array(entitiesOf(TARGET), { maxLength: 8 }),
    reductions: fc.array(entitiesOf(REDUCTION), { maxLength: 2 }),
    stop: fc.oneof(fc.constant(OFF), entitiesOf(STOP)),
    conditional: fc.option(entitiesOf(CONDITIONAL), { nil: undefined }),
    close: fc.oneof(fc.constant({}), entitiesOf(CLOSE)),
    leverage: fc.constantFrom(undefined, OFF),
    price: fc.constantFrom(undefined, null),
  })
  .map(
    ({
      trade,
      percent,
      unfilled,
      version,
      targets,
      reductions,
      stop,
      conditional,
      close,
      ...gone
    }) => ({
      ...trade,
      ...version,
      position: { ...(trade['position'] as Json), ...(conditional && { conditional }) },
      take_profit: { ...(trade['take_profit'] as Json), steps: targets },
      reduce_funds: { steps: reductions },
      stop_loss: stop,
      market_close: close,
      profit: { ...(trade['profit'] as Json), ...unfilled, percent: percent['percent'] },
      ...(gone.leverage && { leverage: gone.leverage }),
      ...(gone.price === null && { data: { ...(trade['data'] as Json), current_price: null } }),
    }),
  )

/** Returns the values that are not shown as received. */
function lostOf(shown: unknown, wire: { profit: Json } & Json): string[] {
  const lists: [path: string, fields: Fields][] = [
    ['take_profit.steps', TARGET],
    ['reduce_funds.steps', REDUCTION],
  ]
  const parts: [path: string, fields: Fields][] = [
    ['stop_loss', STOP],
    ['position.conditional', CONDITIONAL],
    ['market_close', CLOSE],
  ]
  const isThere = (part: unknown) => part !== undefined && Object.keys(part as Json).length > 1
  return [
    ...lost(shown, wire, TRADE),
    // `note_raw` is the typed text; `note` may have formatted links.
    ...lost(shown, { note: wire['note_raw'] ?? wire['note'] }, { note: 'text?' }),
    ...(isSameAmount(at(shown, 'profit.percent'), wire.profit['percent'])
      ? []
      : ['profit.percent']),
    ...parts.flatMap(([path, fields]) =>
      isThere(at(wire, path)) ? lost(at(shown, path), at(wire, path), fields) : [],
    ),
    ...lists.flatMap(([path, fields]) => {
      const [is, was] = [at(shown, path), at(wire, path)] as unknown[][]
      if (is?.length !== was?.length) return [`${path}: ${was?.length} are shown as ${is?.length}`]
      return (was ?? []).flatMap((one, index) => lost(is?.[index], one, fields))
    }),
  ]
}

/** The raw data contains everything received. */
const namesIn = (json: unknown): string[] =>
  typeof json === 'object' && json !== null
    ? Object.entries(json).flatMap(([name, value]) => [name, ...namesIn(value)])
    : []

it('the list of SmartTrades shows everything that 3Commas reports', LARGE, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trades, { maxLength: 3 }), async (wire) => {
      const answer = { json: arriving(wire) }
      const { value } = await scriptedCall(listSmartTrades, { query: {} }, () => answer)
      const shown = value as SmartTrade[]
      expect(shown).toHaveLength(wire.length)
      for (const [index, one] of wire.entries()) expect(lostOf(shown[index], one)).toEqual([])
    }),
    RUNS,
  )
})

it('the page of a SmartTrade shows everything, with the rest in its raw data', async () => {
  await fc.assert(
    fc.asyncProperty(trades, async (wire) => {
      const answer = { json: arriving(wire) }
      const { value } = await scriptedCall(getSmartTrade, { params: { id: 1 } }, () => answer)
      expect(isUnreadable(value)).toBe(false)
      expect(lostOf(value, wire)).toEqual([])
      expect(namesIn(rawOf(value as object))).toEqual(expect.arrayContaining(namesIn(answer.json)))
    }),
    RUNS,
  )
})
