import { expect, it } from 'vitest'

import { sellAllToUsd } from '#contract/exchanges.ts'
import { stopGridBot } from '#contract/grid-bots.ts'

import { writeAction } from './write-action.tsx'

const words = () => ({
  act: 'Sell',
  leave: 'Keep',
  done: 'Sold at',
  refused: 'Nothing was sold.',
  unknown: 'It may be sold.',
  asked: 'sell',
})

it('every catastrophic write requires a typed phrase', () => {
  const sheet = {
    label: 'Sell',
    request: ({ id }: { id: string }) => ({ params: { id } }),
    account: () => 'Spot',
    title: () => 'Sell everything',
    words,
    review: () => ({ sentence: 'Sells all.' }),
    done: () => ({ sentence: 'Sold.' }),
  }
  expect(() => writeAction(sellAllToUsd, sheet)).toThrow('sellAllToUsd needs a phrase')
  expect(writeAction(sellAllToUsd, { ...sheet, phrase: () => 'SELL ALL' }).label).toBe('Sell')
})

it('a review gives the obstacle of the preselected choice', () => {
  const stop = writeAction(stopGridBot, {
    label: 'Stop bot',
    choices: ['now', 'later'],
    request: (id: number) => ({ params: { id } }),
    obstacle: (id, when) => (id === 7 ? `Not ${when}.` : undefined),
    account: () => undefined,
    title: () => 'Stop',
    words,
    review: () => ({ sentence: 'Sells all.' }),
    done: () => ({ sentence: 'Sold.' }),
  })
  expect(stop.obstacle(7)).toBe('Not now.')
  expect(stop.obstacle(8)).toBeUndefined()
})
