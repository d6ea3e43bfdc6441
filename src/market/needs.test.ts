import { expect, it } from 'vitest'

import { dcaBot } from '#contract/dca-bots.ts'
import { gridBot, listGridBots } from '#contract/grid-bots.ts'
import { read } from '#contract/read.ts'
import { decimal, ONE } from '#money/decimal.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { entity } from '#testing/entity.ts'

import { needsOf, nextStepOf, type Sources, unknownParts } from './needs.ts'

const dollarsOf = (currency: string) => (currency === 'BTC' ? decimal('90000') : ONE)

const needs = (sources: Partial<Sources>) =>
  needsOf({ gridBots: [], dcaBots: [], smartTrades: [], ...sources }, dollarsOf)

const aBot = (members: object) =>
  entity(gridBot, {
    id: 7,
    name: 'LINK grid',
    pair: 'USDT_LINK',
    is_enabled: true,
    lower_price: '18.8',
    upper_price: '28.2',
    current_price: '14.1',
    unrealized_profit_loss: '-458.4',
    ...members,
  })

const aDeal = (members: object, bot: object = {}) =>
  entity(dcaBot, {
    id: '018f3a2e-0000-4000-8000-000000000001',
    name: 'ADA ladder',
    quote_currency: 'USDT',
    max_safety_orders: 5,
    ...bot,
    deals: [{ id: 41, safety_orders_filled: 5, profit: { amount: '-105.63' }, ...members }],
  })

const waitingEntry = (changes: Record<string, unknown> = {}) =>
  aSmartTrade({
    status: { type: 'waiting_position', basic_type: 'waiting_position', title: 'Waiting' },
    is_position_not_filled: true,
    position: { price: { value: '3140' } },
    data: {
      average_enter_price: null,
      average_enter_price_without_commission: null,
      entered_amount: '0',
    },
    ...changes,
  })

it('each need leads to the page of its decision', () => {
  const all = needs({ gridBots: [aBot({})], dcaBots: [aDeal({})], smartTrades: [waitingEntry()] })
  expect(all.map((need) => nextStepOf(need).words)).toEqual([
    'Review stop',
    'Open deal',
    'Open trade',
  ])
  expect(all.flatMap(({ subject, reason }) => [subject, reason]).join()).not.toMatch(/\d[.,]\d/)
})

it('a running bot below its range needs him, with what it holds at a loss', () => {
  expect(needs({ gridBots: [aBot({})] })).toMatchObject([
    {
      name: 'LINK grid',
      sentence: '25.00% below its range. It earns nothing there.',
      stake: '-458.4',
      quote: 'USDT',
      to: 'stop of a grid bot',
      id: 7,
    },
  ])
})

it.each([
  ['within its range', { current_price: '20' }],
  ['stopped', { is_enabled: false }],
  ['above its range with a gain', { current_price: '30', unrealized_profit_loss: '12' }],
  ['of unknown price', { current_price: null }],
])('a bot %s does not', (_, members) => {
  expect(needs({ gridBots: [aBot(members)] })).toEqual([])
})

it('a bot out of range whose result is unknown does, with the reason', () => {
  const [need] = needs({ gridBots: [aBot({ unrealized_profit_loss: undefined })] })
  expect(need).toMatchObject({ stake: undefined, whyUnknown: expect.stringMatching(/service/) })
})

it('a deal at a loss needs him once its last safety order is filled', () => {
  expect(needs({ dcaBots: [aDeal({})] })).toMatchObject([
    {
      name: 'ADA ladder, deal 41',
      sentence: 'All 5 safety orders are filled, none is left.',
      stake: '-105.63',
    },
  ])
  expect(needs({ dcaBots: [aDeal({ safety_orders_filled: 4 })] })).toEqual([])
  expect(needs({ dcaBots: [aDeal({ profit: { amount: '3' } })] })).toEqual([])
  expect(
    needs({ dcaBots: [aDeal({ safety_orders_filled: 0 }, { max_safety_orders: 0 })] }),
  ).toEqual([])
})

it('deals of two bots have rows of their own, also with the same number', () => {
  const [one, other] = needs({
    dcaBots: [aDeal({}), aDeal({}, { id: '018f3a2e-0000-4000-8000-000000000002' })],
  })
  expect(one?.key).not.toBe(other?.key)
})

it('bots and trades that cannot be read, and deals that are not listed, may need him', () => {
  const lists = { gridBots: [aBot({})], dcaBots: [aDeal({})], smartTrades: [] }
  expect(unknownParts(lists)).toEqual([])
  const { value: gridBots } = read(listGridBots.response, [{ id: 7 }])
  expect(unknownParts({ ...lists, gridBots: gridBots as never })).toEqual(['some grid bots'])
  const unlisted = entity(dcaBot, { active_trades: 2, deals: null })
  expect(unknownParts({ ...lists, dcaBots: [unlisted] })).toEqual(['open deals of DCA bots'])
  expect(unknownParts({ ...lists, dcaBots: [{ ...unlisted, active_trades: 0 }] })).toEqual([])
})

it('a position without a stop needs him from a loss of 5 % on', () => {
  const trade = (percent: string, isStopped: boolean) =>
    aSmartTrade({
      profit: { volume: '-200', percent },
      stop_loss: { enabled: isStopped },
    })
  expect(needs({ smartTrades: [trade('-5', false)] })).toMatchObject([
    { sentence: 'Down 5.00%, without a stop.', stake: '-200', to: 'exits of a SmartTrade' },
  ])
  const others = [trade('-4.99', false), trade('-20', true), trade('20', false)]
  expect(needs({ smartTrades: others })).toEqual([])
})

it('a position within 5 % of its liquidation needs him, whatever else is true of it', () => {
  const near = aSmartTrade({
    data: { liquidation_price: '3000' },
    profit: { volume: '-900', percent: '-20' },
    stop_loss: { enabled: false },
  })
  expect(needs({ smartTrades: [near] })).toMatchObject([
    { sentence: 'Liquidation at 3,000.00, 4.76% away.', stake: '-900', to: 'SmartTrade' },
  ])
})

it('an entry within 1 % needs him, with the result at its stop after both fees', () => {
  expect(needs({ smartTrades: [waitingEntry()] })).toMatchObject([
    {
      name: 'ETH/USDT buy at 3,140.00',
      sentence: 'Entry 0.32% away. Costs this if the stop at 2,900.00 is hit.',
      // 1.2 × 2,900 − 1.2 × 3,140, less fees of 3.768 and 3.48.
      stake: '-295.248',
      isLoss: false,
    },
  ])
})

it('an entry farther away, or without a stop, does not', () => {
  const far = waitingEntry({ position: { price: { value: '3000' } } })
  const open = waitingEntry({ stop_loss: { enabled: false } })
  expect(needs({ smartTrades: [far, open] })).toEqual([])
})

it('losses that exist come first, the largest in dollars at the top, unknown ones last', () => {
  const order = needs({
    gridBots: [
      aBot({ id: 1, unrealized_profit_loss: undefined }),
      aBot({ id: 2, unrealized_profit_loss: '-100' }),
      aBot({ id: 3, pair: 'BTC_LINK', unrealized_profit_loss: '-0.01' }),
    ],
    smartTrades: [waitingEntry()],
  })
  expect(order.map(({ key }) => key)).toEqual([
    'grid bot 3',
    'grid bot 2',
    'grid bot 1',
    'SmartTrade 20418837',
  ])
})
