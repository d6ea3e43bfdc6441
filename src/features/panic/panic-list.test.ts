import { describe, expect, it } from 'vitest'

import { dcaBot, type DcaBot } from '#contract/dca-bots.ts'
import { listedExchange } from '#contract/exchanges.ts'
import { gridBot } from '#contract/grid-bots.ts'
import type { UnreadableRow } from '#contract/read.ts'
import { keyOf } from '#forms/bulk-run.ts'
import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { entity } from '#testing/entity.ts'

import {
  asksOf,
  endedBySale,
  isIncluded,
  leftOutOf,
  NO_CHOICE,
  type PanicFacts,
  panicListOf,
  type PanicRow,
  withPart,
  withRow,
} from './panic-list.ts'

const unreadable = (id: number | string | undefined): UnreadableRow => ({
  kind: 'unreadable',
  id,
  raw: {},
})
const grid = (id: number, isEnabled = true, account = 7) =>
  entity(gridBot, { id, name: `Grid ${id}`, is_enabled: isEnabled, account_id: account })
const dca = (id: string, status: string, deals = 0): DcaBot => ({
  ...entity(dcaBot, { name: id, status, active_trades: deals }),
  id,
  connection_id: 'here',
})
const waiting = (id: number) =>
  aSmartTrade({
    id,
    is_position_not_filled: true,
    status: { type: 'waiting_position' },
    data: { entered_amount: '0', closed_amount: '0', cancel_available: true },
  })
const open = (id: number, members: object = {}) =>
  aSmartTrade({
    id,
    is_position_not_filled: false,
    status: { type: 'waiting_targets' },
    data: { entered_amount: '1', closed_amount: '0', panic_sell_available: true },
    ...members,
  })
const account = (id: string, marketType = 'spot') => ({
  ...entity(listedExchange, {
    account_id: 7,
    market_type: marketType,
    is_active: true,
    can_trade: true,
  }),
  id,
})

const NOTHING: PanicFacts = {
  gridBots: { rows: [] },
  followed: undefined,
  dcaBots: { rows: [] },
  smartTrades: { rows: [] },
  deals: 'leave',
  sellables: [],
  areExchangesListed: true,
  whyNot: () => undefined,
}

const listed = (facts: Partial<PanicFacts>) => panicListOf({ ...NOTHING, ...facts })
const keys = (rows: readonly PanicRow[]) => rows.map(keyOf)
const included = (rows: readonly PanicRow[], choice = NO_CHOICE) =>
  keys(rows.filter((row) => isIncluded(choice, row)))

it('panic: running bots are listed, stopped ones are not', () => {
  const { rows } = listed({
    gridBots: { rows: [grid(1), grid(2, false), unreadable(3)] },
    dcaBots: {
      rows: [dca('a', 'running'), dca('b', 'stopped'), dca('c', 'paused'), unreadable('d')],
    },
  })
  expect(keys(rows)).toEqual([
    'stopGridBot 1',
    'stopGridBot 3',
    'stopDcaBot a',
    'stopDcaBot c',
    'stopDcaBot d',
  ])
})

it('panic: a stopped DCA bot with open deals is listed, and closed only if chosen', () => {
  const facts = { dcaBots: { rows: [dca('a', 'stopped', 2), dca('b', 'stopped')] } }
  const left = listed({ ...facts, deals: 'leave' }).rows
  expect(left.map(({ name, detail }) => [name, detail])).toEqual([
    ['a', 'DCA, BTC/USDT, stopped, 2 deals open'],
  ])
  expect(included(left)).toEqual([])
  const closed = listed({ ...facts, deals: 'close' }).rows
  expect(asksOf(closed, NO_CHOICE, 'close')).toMatchObject([{ id: 'a', deals: 'close' }])
})

it('panic: waiting trades are cancelled, those with a position closed', () => {
  const partly = aSmartTrade({
    id: 3,
    is_position_not_filled: true,
    status: { type: 'waiting_position' },
    data: { entered_amount: '0.1', closed_amount: '0', panic_sell_available: true },
  })
  const { rows } = listed({ smartTrades: { rows: [open(1), waiting(2), partly] } })
  expect(keys(rows)).toEqual(['closeSmartTrade 1', 'closeSmartTrade 3', 'cancelSmartTrade 2'])
  expect(included(rows)).toHaveLength(3)
})

it('panic: a position is never cancelled, which would remove its stop', () => {
  const ending = open(1, { data: { cancel_available: true, panic_sell_available: false } })
  const { rows } = listed({ smartTrades: { rows: [ending] } })
  expect(keys(rows)).toEqual(['closeSmartTrade 1'])
  expect(included(rows)).toEqual([])
})

it('panic: a trade that is ending is shown as such', () => {
  const { rows } = listed({
    smartTrades: { rows: [open(1, { status: { type: 'panic_sell_pending' } })] },
  })
  expect(rows[0]?.obstacle).toBe('This trade is being closed.')
})

it('panic: an unreadable trade is closed or cancelled, never both', () => {
  const { rows } = listed({ smartTrades: { rows: [unreadable(9)] } })
  expect(included(rows)).toEqual(['closeSmartTrade 9'])
  const [close, cancel] = rows
  if (!cancel || !close) throw new Error('Both ways are listed.')
  const cancelled = withRow(NO_CHOICE, cancel, true)
  expect(included(rows, cancelled)).toEqual(['cancelSmartTrade 9'])
  expect(included(rows, withPart(cancelled, 'close', rows, true))).toEqual(['closeSmartTrade 9'])
  expect(included(rows, withPart(NO_CHOICE, 'cancel', rows, true))).toEqual(['closeSmartTrade 9'])
})

it('panic: a bot with an unknown stop support is not left out', () => {
  const { rows } = listed({
    dcaBots: { rows: [dca('a', 'running'), dca('b', 'running')] },
    whyNot: () => 'Still reading whether this service offers stopping DCA bots.',
  })
  const [first] = rows
  if (!first) throw new Error('The bots are listed.')
  expect(included(rows)).toEqual([])
  expect(leftOutOf(rows, NO_CHOICE)).toEqual([])
  expect(leftOutOf(rows, withRow(NO_CHOICE, first, false))).toEqual(['stopDcaBot a'])
})

it('panic: only chosen and sellable accounts are sold', () => {
  const sellables = ['spot', 'futures'].map((type) => ({
    id: type,
    name: type,
    listed: account(type, type),
    isInDoubt: false,
  }))
  const { rows } = listed({ sellables })
  expect(included(rows)).toEqual([])
  expect(included(rows, withPart(NO_CHOICE, 'sell', rows, true))).toEqual(['sellAllToUsd spot'])
  expect(rows[1]?.obstacle).toBe('Only a spot or margin account can be sold to USD.')
})

it('panic: lists that could not be read are named', () => {
  const { caveats, isUnread } = listed({
    followed: [4],
    gridBots: { rows: [] },
    dcaBots: { rows: [unreadable(undefined), dca('a', 'stopped', 2)] },
    smartTrades: { rows: [], problem: 'The service answered 500: “Down.”' },
    ordersByHand: 'Orders placed by hand are not cancelled.',
    areExchangesListed: false,
  })
  expect(caveats).toEqual({
    stop: [
      'The service does not list its grid bots. Only those followed by id are here.',
      '1 DCA bot could not be read and has no id. Nothing is sent for it.',
    ],
    close: ['The SmartTrades could not be read. The service answered 500: “Down.”'],
    cancel: [
      'The SmartTrades could not be read. The service answered 500: “Down.”',
      'Orders placed by hand are not cancelled.',
    ],
    sell: [
      'The service does not list its exchange connections. Only those that this browser has seen can be sold.',
    ],
  })
  expect(isUnread).toEqual({ stop: false, close: true, cancel: true, sell: false })
})

it('panic: unsupported rows show their reason and are not sent', () => {
  const { rows, caveats } = listed({
    smartTrades: { rows: [open(1), waiting(2)] },
    whyNot: (action) => (action === 'closeSmartTrade' ? 'Not offered.' : undefined),
  })
  expect(included(rows)).toEqual(['cancelSmartTrade 2'])
  expect(included(rows, withPart(NO_CHOICE, 'close', rows, true))).toEqual(['cancelSmartTrade 2'])
  expect(caveats.close).toEqual(['Not offered.'])
  expect(caveats.cancel).toEqual([])
})

describe('rows left out of a panic', () => {
  const { rows } = listed({
    gridBots: { rows: [grid(1), grid(2, true, 8)] },
    dcaBots: { rows: [dca('a', 'running'), { ...dca('b', 'running'), connection_id: 'there' }] },
    sellables: [{ id: 'here', name: 'Here', listed: account('here'), isInDoubt: false }],
  })

  it('panic: rows of a part left out are never sent, including later ones', () => {
    const choice = withPart(NO_CHOICE, 'stop', rows, false)
    expect(asksOf(rows, choice, 'leave')).toEqual([])
    const later = listed({ gridBots: { rows: [grid(1), grid(3)] } }).rows
    expect(asksOf(later, choice, 'leave')).toEqual([])
    const [first] = rows
    if (!first) throw new Error('A bot is listed.')
    expect(asksOf(later, withRow(choice, first, true), 'leave').map(keyOf)).toEqual([
      'stopGridBot 1',
    ])
  })

  it('panic: rows left out are named if a sale of their account ends them', () => {
    const left = withPart(withPart(NO_CHOICE, 'stop', rows, false), 'sell', rows, true)
    expect(keys(endedBySale(rows, (row) => isIncluded(left, row)))).toEqual([
      'stopGridBot 1',
      'stopDcaBot a',
    ])
  })

  it('panic: the choice for open deals is sent with DCA bots only', () => {
    const asks = asksOf(rows, NO_CHOICE, 'close')
    expect(asks.map(({ action, deals }) => [action, deals])).toEqual([
      ['stopGridBot', undefined],
      ['stopGridBot', undefined],
      ['stopDcaBot', 'close'],
      ['stopDcaBot', 'close'],
    ])
  })
})
