import fc from 'fast-check'
import { expect, it } from 'vitest'

import * as dca from '#contract/dca-bots.ts'
import { rawOf } from '#contract/read.ts'
import {
  amounts,
  arriving,
  at,
  entitiesOf,
  type Fields,
  ids,
  isSameAmount,
  type Json,
  lost,
} from '#testing/documented-answers.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { scriptedCall } from '#testing/scripted-call.ts'

import { idOf, uuidOf } from './values.ts'

const RUNS = { numRuns: propertyRuns(5_000) }
const LARGE = { timeout: 600_000 }

const DCA: Fields = {
  name: 'text',
  start_order_type: 'text',
  max_safety_orders: 'whole',
  max_active_deals: 'whole',
  cooldown: 'whole',
  stop_loss_percentage: 'figure',
  account_name: 'text',
  active_deals_count: 'whole',
  finished_deals_profit_usd: 'amount',
  created_at: 'time',
  updated_at: 'time?',
}
/** Names in the contract. */
const DCA_NAMES = {
  max_active_deals: 'max_active_trades',
  cooldown: 'cooldown_between_trades',
  stop_loss_percentage: 'stop_loss_pct',
  account_name: 'exchange',
  active_deals_count: 'active_trades',
  finished_deals_profit_usd: 'total_profit',
}

const signals = fc.array(
  fc.record({
    strategy: fc.constantFrom('nonstop', 'manual', 'rsi', 'tv_custom_signal', 'of_a_later_year'),
    options: fc.constantFrom(
      undefined,
      {},
      { time: '5m', points: '30' },
      { nested: { deep: [1] } },
    ),
  }),
  { maxLength: 3 },
)
const targets = fc.array(
  fc.record({ id: fc.nat(), amount_percentage: amounts, profit_percentage: amounts }),
  { maxLength: 4 },
)
const steps = fc.array(fc.record({ deviation: amounts, size: amounts }), { maxLength: 3 })
const units = fc.constantFrom('quote_currency', 'base_currency', 'percent', 'of_a_later_year')
const pairNames = fc.constantFrom('USDT_ETH', 'BNFCR_1INCHUSDT', 'USDT_DOGE_USDT', 'BTC_XRP')

const DEAL: Fields = {
  id: 'id',
  created_at: 'time',
  status: 'text?',
  bought_volume: 'amount',
  bought_amount: 'amount',
  sold_amount: 'amount',
  bought_average_price: 'amount',
  current_price: 'amount',
  stop_loss_price: 'amount',
}
const DEAL_PROFIT: Fields = {
  actual_profit: 'amount',
  actual_usd_profit: 'amount',
  actual_profit_percentage: 'amount',
}
const DEAL_PROFIT_NAMES = {
  actual_profit: 'amount',
  actual_usd_profit: 'usd',
  actual_profit_percentage: 'percent',
}
const DEAL_NAMES = {
  bought_volume: 'spent',
  bought_amount: 'bought',
  sold_amount: 'sold',
  bought_average_price: 'average_price',
}

const deals = fc
  .record({
    deal: entitiesOf({ ...DEAL, ...DEAL_PROFIT }),
    pair: pairNames,
    strategy: fc.constantFrom('long', 'short', 'of_a_later_year'),
    take_profit_steps: targets,
    take_profit_price: fc.option(amounts),
  })
  .map(({ deal, ...more }): Json => ({ ...deal, ...more }))

const dcaBots = fc
  .record({
    bot: entitiesOf(DCA),
    id: ids,
    account_id: ids,
    is_enabled: fc.boolean(),
    pairs: fc.uniqueArray(pairNames, { minLength: 1 }),
    strategy: fc.constantFrom('long', 'short', 'of_a_later_year'),
    strategy_list: signals,
    close_strategy_list: signals,
    take_profit_steps: targets,
    take_profit: fc.option(amounts),
    take_profit_type: fc.constantFrom('base', 'total', 'of_a_later_year'),
    custom_safety_steps: steps,
    base_order_volume: amounts,
    base_order_volume_type: units,
    safety_order_volume: amounts,
    safety_order_volume_type: units,
    trailing_enabled: fc.constantFrom(null, true, false),
    trailing_deviation: amounts,
    tsl_enabled: fc.boolean(),
    stop_loss_type: fc.constantFrom('stop_loss', 'stop_loss_and_disable_bot', 'of_a_later_year'),
    active: fc.array(deals, { maxLength: 3 }),
    hasAll: fc.boolean(),
  })
  .map(({ bot, active, hasAll, ...more }): Json => {
    const count = hasAll ? active.length : active.length + 1
    return { ...bot, ...more, active_deals: active, active_deals_count: count }
  })

/** Converts a pair back to 3Commas' spelling. */
const pairOf = (shown: unknown): string => {
  const parts = String(shown).split('/')
  return `${parts.at(-1)}_${parts.slice(0, -1).join('/')}`
}

/** Words of 3Commas for those of the contract. */
const WORDS: Readonly<Record<string, string>> = {
  Long: 'long',
  Short: 'short',
  percentage: 'total',
  stop_loss_and_disable: 'stop_loss_and_disable_bot',
  asap: 'nonstop',
  charting_signal: 'tv_custom_signal',
}
const wordOf = (shown: unknown): unknown => WORDS[String(shown)] ?? shown

/** Extracts all amounts of a sentence. */
const amountsIn = (said: unknown): string[] => String(said).match(/-?\d+(\.\d+)?/g) ?? []
const says = (said: unknown, wire: unknown): boolean =>
  amountsIn(said).some((one) => isSameAmount(one, wire))

it('a DCA bot shows everything that 3Commas reports, as values or words', LARGE, async () => {
  const byId = { params: { id: uuidOf('b', 1) } }
  await fc.assert(
    fc.asyncProperty(dcaBots, async (wire) => {
      const answer = { json: arriving(wire) }
      const { value } = await scriptedCall(dca.startDcaBot, byId, () => answer)
      const shown = value as dca.DcaBot
      expect(lost(shown, wire, DCA, DCA_NAMES)).toEqual([])
      expect(idOf('b', shown.id)).toBe(String(wire['id']))
      expect(idOf('a', shown.connection_id)).toBe(String(wire['account_id']))
      expect((shown.pairs ?? [shown.pair]).map(pairOf)).toEqual(wire['pairs'])
      expect(shown.status).toBe(wire['is_enabled'] === true ? 'running' : 'stopped')
      expect(wordOf(shown.strategy)).toBe(wire['strategy'])
      expect(wordOf(shown.tp_type)).toBe(wire['take_profit_type'])
      expect(wordOf(shown.sl_type)).toBe(wire['stop_loss_type'])
      expect(shown.tp_trailing).toBe(wire['trailing_enabled'] === true)
      const trailing = shown.tp_trailing ? wire['trailing_deviation'] : undefined
      expect(isSameAmount(shown.tp_trailing_pct, trailing)).toBe(true)
      expect(lostInWords(shown, wire)).toEqual([])
      expect(lostOfDeals(shown, wire)).toEqual([])
      expect(at(rawOf(shown), 'as_sent.of_a_later_year')).toEqual({ new: '1.50' })
    }),
    RUNS,
  )
})

/** Returns settings that are missing in both fields and words. */
function lostInWords(shown: dca.DcaBot, wire: Json): string[] {
  const words = shown.in_words
  const [own, ends, starts] = ['custom_safety_steps', 'close_strategy_list', 'strategy_list'].map(
    (name) => wire[name] as Json[],
  )
  const aims = wire['take_profit_steps'] as Json[]
  const isInQuote = (name: string) => wire[`${name}_type`] === 'quote_currency'
  const checks: Record<string, boolean> = {
    base: isInQuote('base_order_volume')
      ? isSameAmount(shown.base_order_size, wire['base_order_volume'])
      : shown.base_order_size === undefined &&
        says(words?.base_order_size, wire['base_order_volume']),
    steps: (own ?? []).every(({ size, deviation }) =>
      [size, deviation].every((one) => says(words?.safety_order_size, one)),
    ),
    // Without safety orders there is no size.
    safety:
      (own ?? []).length > 0 ||
      String(shown.max_safety_orders) === '0' ||
      (isInQuote('safety_order_volume')
        ? isSameAmount(shown.safety_order_size, wire['safety_order_volume'])
        : shown.safety_order_size === undefined &&
          says(words?.safety_order_size, wire['safety_order_volume'])),
    targets: aims.every((one) =>
      [one['amount_percentage'], one['profit_percentage']].every((figure) =>
        says(words?.take_profit_pct, figure),
      ),
    ),
    signals: (ends ?? []).every(
      ({ strategy }) => words?.take_profit_pct?.includes(String(strategy)) === true,
    ),
    target:
      aims.length + (ends ?? []).length > 0
        ? shown.take_profit_pct === undefined
        : isSameAmount(shown.take_profit_pct, wire['take_profit']),
    starts:
      (starts ?? []).length < 2
        ? wordOf(shown.start_condition) === (starts?.[0]?.['strategy'] ?? 'manual')
        : (starts ?? []).every(
            ({ strategy }) => words?.start_condition?.includes(String(strategy)) === true,
          ),
  }
  return Object.keys(checks).filter((name) => checks[name] !== true)
}

/** Open deals are either complete or unknown. */
function lostOfDeals(shown: dca.DcaBot, wire: Json): string[] {
  const active = wire['active_deals'] as Json[]
  if (active.length !== wire['active_deals_count'])
    return shown.deals === null ? [] : ['unknown deals']
  if (shown.deals?.length !== active.length) return ['the number of deals']
  return active.flatMap((deal, index) => {
    const one = shown.deals?.[index]
    const isLong = deal['strategy'] === 'long'
    // Documents don't say which side enters a short deal.
    const {
      bought_volume: _v,
      bought_amount: _b,
      sold_amount: _s,
      bought_average_price: _a,
      ...plain
    } = DEAL
    const target =
      (deal['take_profit_steps'] as Json[]).length > 0 ? null : deal['take_profit_price']
    return [
      ...lost(one, deal, isLong ? DEAL : plain, DEAL_NAMES),
      ...lost(one?.profit, deal, DEAL_PROFIT, DEAL_PROFIT_NAMES),
      ...(pairOf(one?.pair) === deal['pair'] ? [] : ['pair']),
      ...(isSameAmount(one?.take_profit_price, target) ? [] : ['take_profit_price']),
    ]
  })
}

it('events of deals are shown one by one, newest first', LARGE, async () => {
  const event = entitiesOf({ message: 'text', created_at: 'time' })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 5 }), async (events) => {
      const deal = { id: 7, bot_events: events }
      const bot = { id: 1, account_id: 1, active_deals: [deal], active_deals_count: 1 }
      const { json } = await scriptedCall(
        dca.getDcaBot,
        { params: { id: uuidOf('b', 1) }, query: { include_events: true } },
        ({ line }) => ({ json: line.includes('/deals/') ? deal : bot }),
      )
      const shown = (json as { events: Json[] }).events
      const timed = (one: Json) => `${String(one['created_at'])} ${String(one['message'])}`
      expect(shown.map(timed).toSorted()).toEqual(events.map(timed).toSorted())
      const times = shown.map((one) => String(one['created_at']))
      expect(times).toEqual(times.toSorted().toReversed())
      expect(new Set(shown.map(({ id }) => id)).size).toBe(events.length)
    }),
    RUNS,
  )
})

it('every start condition is listed by name, known or not', LARGE, async () => {
  const condition = fc.record({
    name: fc.string(),
    strategy_type: fc.constantFrom('indicator', 'signal', 'of_a_later_year', undefined),
    options: fc.constantFrom(undefined, {}, { time: { '3m': '3 minutes', '1h': '1 hour' } }),
  })
  const names = fc.constantFrom('manual', 'nonstop', 'rsi', 'tv_custom_signal', 'of_a_later_year')
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, condition), async (wire) => {
      const { value } = await scriptedCall(dca.listDcaStrategies, { query: {} }, () => ({
        json: wire,
      }))
      const shown = at(value, 'deal_start_conditions') as {
        id: string
        name: string
        options?: Json
      }[]
      for (const [word, { name, options }] of Object.entries(wire)) {
        const one = shown.find(({ id }) => wordOf(id) === word)
        expect(one?.name).toBe(name)
        const frames = Object.keys(at(options, 'time') ?? {})
        expect(one?.options?.['timeframes'] ?? []).toEqual(frames)
      }
    }),
    RUNS,
  )
})
