import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { smartTrade } from '#contract/smart-trades.ts'
import { needsOf } from '#market/needs.ts'
import { entity } from '#testing/entity.ts'

import { connectionLost, endedTrades, newNeeds, stoppedBots } from './poller.tsx'

const trade = (id: number, type: string, closedAt?: string) =>
  entity(smartTrade, {
    id,
    pair: 'USDT_BTC',
    status: { type, title: type },
    data: { closed_at: closedAt, updated_at: '2026-01-01T00:00:00.000Z' },
  })

const bot = (id: number, isEnabled: boolean) =>
  entity(gridBot, { id, pair: 'USDT_ETH', is_enabled: isEnabled })

const WATCHED_FROM = Date.UTC(2026, 0, 2)
const AFTER = '2026-01-02T12:00:00.000Z'
const titles = (notifications: { title: string; body: string }[]) =>
  notifications.map(({ title, body }) => `${title}: ${body}`)

it('a notification is sent once for a trade that has ended', () => {
  const [before, now] = [[trade(7, 'waiting_targets')], [trade(7, 'stop_loss_finished')]]
  expect(titles(endedTrades(before, now, WATCHED_FROM))).toEqual([
    'SmartTrade 7 · BTC/USDT: stop_loss_finished',
  ])
  expect(endedTrades(now, now, WATCHED_FROM)).toEqual([])
})

it('a notification is sent for an unlisted trade that has ended since', () => {
  const now = [trade(8, 'finished', AFTER), trade(9, 'finished'), trade(10, 'waiting_targets')]
  expect(titles(endedTrades([], now, WATCHED_FROM))).toEqual(['SmartTrade 8 · BTC/USDT: finished'])
})

it('a notification is sent for a running bot that was stopped, and no other', () => {
  const before = [bot(1, true), bot(2, false), bot(3, true)]
  const now = [bot(1, false), bot(2, false), bot(3, true), bot(4, false)]
  expect(titles(stoppedBots(before, now))).toEqual(['Grid bot 1 · ETH/USDT: The bot has stopped'])
})

it('a notification is sent once for a lost connection, and again after it returned', () => {
  expect(titles(connectionLost(false, true))).toEqual([
    'Connection lost: The service cannot be reached. What runs there goes on without this page.',
  ])
  expect(connectionLost(true, true)).toEqual([])
  expect(connectionLost(true, false)).toEqual([])
})

it('a notification of a need has its subject and reason, without amounts', () => {
  const out = entity(gridBot, {
    id: 7,
    name: 'LINK grid',
    pair: 'USDT_LINK',
    is_enabled: true,
    lower_price: '18.8',
    upper_price: '28.2',
    current_price: '14.1',
    unrealized_profit_loss: '-458.4',
  })
  const lists = { gridBots: [out], dcaBots: [], smartTrades: [] }
  const now = needsOf(lists, () => undefined)
  expect(titles(newNeeds([], now))).toEqual(['LINK grid: The price has left its range.'])
  expect(newNeeds(now, now)).toEqual([])
})
