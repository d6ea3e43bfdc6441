import { describe, expect, it } from 'vitest'

import { botsInTrades, readIds } from './followed-bots.tsx'

it('several typed ids may be separated in any way', () => {
  expect(readIds('48211, 48212;48213\n 48214')).toEqual({
    ids: [48211, 48212, 48213, 48214],
    unreadable: [],
  })
})

it('a typed id may have a number sign or be a link', () => {
  expect(readIds('#7 https://example.com/grid_bots/48211 /bots/9/').ids).toEqual([7, 48211, 9])
})

it('a typed id keeps digits beyond a double', () => {
  expect(readIds('#12345678901234567890 https://desk/grid-bots/9007199254740993 7').ids).toEqual([
    '12345678901234567890',
    '9007199254740993',
    7,
  ])
})

it('repeated typed ids count once', () => {
  expect(readIds('5 5 5').ids).toEqual([5])
})

it('an invalid typed id is not guessed', () => {
  expect(readIds('0 -3 4.5 abc 1e17').unreadable).toEqual(['0', '-3', '4.5', 'abc', '1e17'])
})

describe('bot ids in the history', () => {
  const trade = (type: string | undefined, id: string | null | undefined) =>
    ({ source: { type, id } }) as Parameters<typeof botsInTrades>[0][number]

  it('bot ids in the history are those of grid bots, once each, newest first', () => {
    const trades = [
      trade('grid_bot', '12'),
      trade('smart_trade', '7'),
      trade('grid_bot', '9'),
      trade('grid_bot', '12'),
      trade('grid_bot', null),
      trade(undefined, undefined),
    ]
    expect(botsInTrades(trades)).toEqual([12, 9])
  })
})
