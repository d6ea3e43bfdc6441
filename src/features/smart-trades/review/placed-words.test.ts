import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { aSmartTrade } from '#testing/a-smart-trade.ts'

import { PlacedWords } from './review-sheet.tsx'

const wordsOf = (trade: Parameters<typeof aSmartTrade>[0]) =>
  renderToStaticMarkup(createElement(PlacedWords, { trade: aSmartTrade(trade) })).replaceAll(
    /<[^>]+>/g,
    '',
  )

const filled = (entered_amount: string | undefined) => ({
  is_position_not_filled: false,
  position: { type: 'buy' },
  data: { entered_amount },
})

it('a filled trade is not “unfilled” if the service sends no amount', () => {
  expect(wordsOf(filled('0.5'))).toMatch(/Holds 0\.5\s?ETH at/)
  expect(wordsOf(filled(undefined))).toMatch(/Holds —.* at/)
  expect(wordsOf({ is_position_not_filled: true, data: { entered_amount: '0' } })).toContain(
    'Nothing is filled yet.',
  )
})

it('an ended trade is not “running”', () => {
  const ended = { ...filled('0.5'), status: { type: 'finished', title: 'Finished' } }
  expect(wordsOf(ended)).not.toContain('keeps running')
  expect(wordsOf(filled('0.5'))).toContain('It keeps running when this page is closed.')
})
