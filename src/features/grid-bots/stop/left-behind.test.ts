import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { leftBehind, leftBehindWords } from './left-behind.ts'

const bot = (leverage_type: string | undefined) => entity(gridBot, { id: 1, leverage_type })
const spot = bot('not_specified')
const futures = bot('cross')

it('says of a stop what it may leave: coins, an open position, or that nobody knows which', () => {
  expect(leftBehind([spot])).toBe('coins the bot has bought')
  expect(leftBehind([spot, spot])).toBe('coins the bots have bought')
  expect(leftBehind([futures])).toBe('the position the bot has open')
  const either = 'coins the bot has bought or the position the bot has open'
  expect(leftBehind([bot(undefined)])).toBe(either)
  expect(leftBehind([undefined])).toBe(either)
  expect(leftBehind([spot, futures])).toBe(
    'coins the bots have bought or positions the bots have open',
  )
})

it('expects coins to stay, and says that what is open may lose money', () => {
  expect(leftBehindWords([spot])).toContain('They are expected to stay on the exchange.')
  for (const bots of [[futures], [undefined], [spot, futures]]) {
    expect(leftBehindWords(bots)).toContain('may stay open, and lose money there')
  }
})
