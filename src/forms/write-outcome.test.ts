import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { ApiError, type RefusedError } from '#client/api-error.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import type { Outcome } from '#intents/outcome.ts'
import { anIntent } from '#testing/an-intent.ts'

import { WriteOutcome } from './write-outcome.tsx'
import { isOver, statementOf } from './write-words.ts'

const words = {
  act: 'Stop bot',
  leave: 'Keep running',
  done: 'Stopped at',
  refused: 'The bot was not stopped.',
  unknown: 'It may be stopped.',
  asked: 'stop bot 7',
}

const shown = (outcome: Outcome): string =>
  renderToStaticMarkup(
    createElement(WriteOutcome, {
      declared: { words: () => words, done: () => ({ sentence: 'The bot is off.' }) },
      state: { intent: anIntent(stopGridBot, { outcome, endedAt: 5 }) },
    }),
  ).replace(/<[^>]+>/g, '')

it('a request that never left is never called refused by the service', () => {
  const because = 'The service asked for a pause: 9 s left.'
  const text = `${statementOf('unsent')} ${shown({ kind: 'unsent', because })}`
  expect(text).toContain('Nothing has been sent.')
  expect(text).toContain(`It was not sent.`)
  expect(text).toContain(because)
  expect(text).not.toMatch(/refused|answered|accepted/i)
})

it('a refusal shows the service’s message and that nothing changed', () => {
  const error = new ApiError({
    kind: 'refused',
    status: 403,
    code: 'access_denied',
    description: 'The key lacks BOTS_WRITE.',
    attributes: {},
  }) as RefusedError
  const text = shown({ kind: 'refused', error })
  expect(text).toContain('Refused. The bot was not stopped.')
  expect(text).toContain('The service answered 403: “The key lacks BOTS_WRITE.”')
})

it('a completed write shows its sentence, and that a read confirmed it if no answer came', () => {
  expect(shown({ kind: 'placed', answer: {} })).toBe('The bot is off.')
  expect(shown({ kind: 'placed', answer: {}, isFound: true })).toContain(
    'It was found by reading the service.',
  )
})

it('only a write that did not succeed can be sent again', () => {
  const kinds = ['sending', 'placed', 'refused', 'unsent', 'unknown', 'duplicated'] as const
  expect(kinds.filter(isOver)).toEqual(['placed', 'unknown', 'duplicated'])
})
