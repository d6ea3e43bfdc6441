import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { BotNow, nameAmong } from './bulk-stop-sheet.tsx'
import { stoppedRows } from './stop-bot.tsx'
import {
  bothSides,
  cancelledWords,
  remaindersOf,
  remaindersInWords,
  stopLabel,
  switchedOff,
} from './stop-words.ts'

const one = { buys: 1, sells: 0 }
const none = { buys: 0, sells: 0 }
const many = { buys: 12, sells: 1 }

it('what a stop does, in words counts bots in their grammar, and says how many go at a time', () => {
  expect(switchedOff(1, 3)).toBe('1 bot is switched off.')
  expect(switchedOff(3, 3)).toBe('3 bots are switched off.')
  expect(switchedOff(4, 3)).toBe('4 bots are switched off, at most 3 at a time.')
})

it('what a stop does, in words counts orders in theirs', () => {
  expect(cancelledWords(one, 1)).toBe('1 pending order is cancelled: 1 buy and 0 sells.')
  expect(cancelledWords(many, 2)).toBe('13 pending orders are cancelled: 12 buys and 1 sell.')
  expect(cancelledWords(none, 1)).toBe('It has no pending order to cancel.')
  expect(cancelledWords(none, 2)).toBe('They have no pending order to cancel.')
  expect(stopLabel('Stop bot', one, 1)).toBe('Stop bot, cancel 1 order')
  expect(stopLabel('Stop bot', none, 1)).toBe('Stop bot')
})

it('what a stop does, in words gives no number where the service sends none', () => {
  expect(bothSides(undefined)).toBe('not given by the service')
  expect(cancelledWords(undefined, 1)).toMatch(/^Its pending .* does not say how many/)
  expect(stopLabel('Stop 2 grid bots', undefined, 2)).toBe('Stop 2 grid bots, cancel their orders')
})

const bot = (leverage_type: string | undefined) => entity(gridBot, { id: 1, leverage_type })
const spot = bot('not_specified')
const futures = bot('cross')

it('says of a stop what it may leave: coins, an open position, or that nobody knows which', () => {
  expect(remaindersOf([spot])).toBe('coins the bot has bought')
  expect(remaindersOf([spot, spot])).toBe('coins the bots have bought')
  expect(remaindersOf([futures])).toBe('the position the bot has open')
  const either = 'coins the bot has bought or the position the bot has open'
  expect(remaindersOf([bot(undefined)])).toBe(either)
  expect(remaindersOf([undefined])).toBe(either)
  expect(remaindersOf([spot, futures])).toBe(
    'coins the bots have bought or positions the bots have open',
  )
})

it('expects coins to stay, and says that what is open may lose money', () => {
  expect(remaindersInWords([spot])).toContain('They are expected to stay on the exchange.')
  for (const bots of [[futures], [undefined], [spot, futures]]) {
    expect(remaindersInWords(bots)).toContain('may stay open, and lose money there')
  }
})

it('the review of a bulk stop tells bots of one name apart, and names the currency of each result', () => {
  const named = (botId: number, name: string) => ({ botId, name, bot: entity(gridBot, { name }) })
  const bots = [named(1, 'BTC'), named(2, 'ETH'), named(3, 'BTC')]
  expect(bots.map(nameAmong(bots))).toEqual(['BTC, bot 1', 'ETH', 'BTC, bot 3'])
  const bot = entity(gridBot, {
    pair: 'BTC_ETH',
    is_enabled: true,
    unrealized_profit_loss: '-0.5',
    current_profit: '0',
  })
  expect(renderToStaticMarkup(createElement(BotNow, { bot }))).toMatch(/−0\.5.*BTC/)
})

it('a stopped bot that was not listed before claims no state before', () => {
  expect(stoppedRows(entity(gridBot, {}), undefined)[0]).toEqual(['State', null, 'Disabled'])
})
