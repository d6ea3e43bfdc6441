import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { type GridBot, gridBot } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { BotRow, nameAmong, roundedWord, sumOf } from './bulk-stop-sheet.tsx'
import { stoppedRows } from './stop-bot.tsx'
import { bothSides, remaindersInWords, remaindersOf, stopLabel } from './stop-words.ts'

const one = { buys: 1, sells: 0 }
const none = { buys: 0, sells: 0 }

it('a stop names its orders in singular or plural, and no number if unknown', () => {
  expect(bothSides({ buys: 12, sells: 1 })).toBe('12 buys and 1 sell')
  expect(bothSides({ buys: 30, sells: 0 })).toBe('30 buys')
  expect(bothSides(none)).toBe('none')
  expect(bothSides(undefined)).toBe('not given by the service')
  expect(stopLabel('Stop bot', one, 1)).toBe('Stop bot, cancel 1 order')
  expect(stopLabel('Stop bot', none, 1)).toBe('Stop bot')
  expect(stopLabel('Stop 2 grid bots', undefined, 2)).toBe('Stop 2 grid bots, cancel their orders')
})

const bot = (leverage_type: string | undefined) => entity(gridBot, { id: 1, leverage_type })
const spot = bot('not_specified')
const futures = bot('cross')

it('a stop names what may remain: coins, a position, or something unknown', () => {
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

it('a stop says that coins should remain, and that an open position may lose money', () => {
  expect(remaindersInWords([spot])).toContain('They are expected to stay on the exchange.')
  for (const bots of [[futures], [undefined], [spot, futures]]) {
    expect(remaindersInWords(bots)).toContain('may stay open and lose money')
  }
})

it('a bulk stop distinguishes bots of one name, and names each result’s currency', () => {
  const named = (botId: number, name: string) => ({ botId, name, bot: entity(gridBot, { name }) })
  const bots = [named(1, 'BTC'), named(2, 'ETH'), named(3, 'BTC')]
  expect(bots.map(nameAmong(bots))).toEqual(['BTC, bot 1', 'ETH', 'BTC, bot 3'])
  const bot = entity(gridBot, {
    pair: 'BTC_ETH',
    is_enabled: true,
    unrealized_profit_loss: '-0.5',
    current_profit: '0',
  })
  const row = renderToStaticMarkup(
    createElement(BotRow, { name: 'ETH', bot, figureOf: ({ open }) => open }),
  )
  expect(row).toMatch(/−0\.5.*BTC/)
})

it('a stopped bot that was not listed claims no earlier state', () => {
  expect(stoppedRows(entity(gridBot, {}), undefined)[0]).toEqual(['State', null, 'Disabled'])
})

it('a bulk stop adds up a figure only if known for every bot in one currency', () => {
  const open = (pair: string, unrealized_profit_loss?: string) =>
    entity(gridBot, { pair, is_enabled: true, unrealized_profit_loss })
  const openOf = (...bots: (GridBot | undefined)[]) =>
    sumOf(bots, (bot) => bot.unrealized_profit_loss)
  expect(openOf(open('USDT_BTC', '-3'), open('USDT_ETH', '1.5'))).toBe('-1.5')
  expect(openOf(open('USDT_BTC', '-3'), open('BTC_ETH', '1.5'))).toBeUndefined()
  expect(openOf(open('USDT_BTC', '-3'), open('USDT_ETH'))).toBeUndefined()
  expect(openOf(open('USDT_BTC', '-3'), undefined)).toBeUndefined()
})

it('a sum over bots says “rounded” if the figures shown do not add up', () => {
  const roundedOf = (...figures: string[]) =>
    roundedWord(
      figures.map((unrealized_profit_loss) =>
        entity(gridBot, { pair: 'USDT_BTC', is_enabled: true, unrealized_profit_loss }),
      ),
      (bot) => bot.unrealized_profit_loss,
    )
  expect(roundedOf('314.814', '1020.714')).toBe(', rounded')
  expect(roundedOf('314.81', '1020.71')).toBe('')
})
