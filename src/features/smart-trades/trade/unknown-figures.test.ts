import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { isUnreadable, rawOf, read } from '#contract/read.ts'
import { smartTrade } from '#contract/smart-trades.ts'

import { aSmartTrade } from '#testing/a-smart-trade.ts'
import { FactList } from '#ui/facts.tsx'

import { openFacts } from '../closing/close-trade-sheet.tsx'
import { tradeFacts } from './trade-overview.tsx'

const textOf = (element: Parameters<typeof renderToStaticMarkup>[0]): string =>
  renderToStaticMarkup(element).replace(/<[^>]+>/g, ' ')

it('a trade that does not tell what is open is not said to have nothing open', () => {
  const openOf = (data: { entered_amount: string | null; closed_amount: string | null }) =>
    /Still open\s+(\S+)/.exec(
      textOf(createElement(FactList, { of: openFacts(aSmartTrade({ data })) })),
    )?.[1]
  expect(openOf({ entered_amount: '1.2', closed_amount: '0.2' })).toBe('1')
  expect(openOf({ entered_amount: '1.2', closed_amount: '1.2' })).toBe('nothing')
  expect(openOf({ entered_amount: null, closed_amount: null })).toBe('—')
})

it('a trade without its leverage is unreadable, and not said to have none', () => {
  const leverageOf = (leverage: unknown) => tradeFacts(aSmartTrade({ leverage }))['Leverage']
  expect(leverageOf({ enabled: false })).toBe('none')
  const sent = { ...(rawOf(aSmartTrade()) as object), leverage: null }
  expect(isUnreadable(read(smartTrade, sent).value)).toBe(true)
})
