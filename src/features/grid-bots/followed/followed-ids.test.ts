import { describe, expect, it } from 'vitest'

import { botsInTrades, readIds } from './followed-bots.tsx'

it('come several at once, however they are apart', () => {
  expect(readIds('48211, 48212;48213\n 48214')).toEqual({
    ids: [48211, 48212, 48213, 48214],
    unreadable: [],
  })
})

it('ids that somebody types may be a number sign or a link', () => {
  expect(readIds('#7 https://example.com/grid_bots/48211 /bots/9/').ids).toEqual([7, 48211, 9])
})

it('ids that somebody types keep every digit that no number holds', () => {
  expect(readIds('#12345678901234567890 https://desk/grid-bots/9007199254740993 7').ids).toEqual([
    '12345678901234567890',
    '9007199254740993',
    7,
  ])
})

it('ids that somebody types count once', () => {
  expect(readIds('5 5 5').ids).toEqual([5])
})

it('ids that somebody types are never guessed', () => {
  expect(readIds('0 -3 4.5 abc 1e17').unreadable).toEqual(['0', '-3', '4.5', 'abc', '1e17'])
})

describe('ids that stand in the history', () => {
  const trade = (type: string | undefined, id: string | null | undefined) =>
    ({ source: { type, id } }) as Parameters<typeof botsInTrades>[0][number]

  it('ids that stand in the history are those of grid bots, each once, newest first', () => {
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
