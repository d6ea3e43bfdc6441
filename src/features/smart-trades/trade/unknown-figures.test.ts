import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { isUnreadable, rawOf, read } from '#contract/read.ts'
import { smartTrade } from '#contract/smart-trades.ts'

import { EffectTable } from '#forms/effect.tsx'
import { aSmartTrade } from '#testing/a-smart-trade.ts'

import { closeRows } from '../closing/close-trade-sheet.tsx'
import { tradeFacts } from './trade-overview.tsx'

const textOf = (element: Parameters<typeof renderToStaticMarkup>[0]): string =>
  renderToStaticMarkup(element).replace(/<[^>]+>/g, ' ')

it('the review of a close shows a dash, not 0, if the open units are unknown', () => {
  const heldOf = (data: { entered_amount: string | null; closed_amount: string | null }) =>
    /ETH held\s+(\S+)/.exec(
      textOf(createElement(EffectTable, { rows: closeRows('close', aSmartTrade({ data })) })),
    )?.[1]
  expect(heldOf({ entered_amount: '1.2', closed_amount: '0.2' })).toBe('1')
  expect(heldOf({ entered_amount: '1.2', closed_amount: '1.2' })).toBe('0')
  expect(heldOf({ entered_amount: null, closed_amount: null })).toBe('—')
})

it('a trade without its leverage is unreadable, instead of “none”', () => {
  const leverageOf = (leverage: unknown) => tradeFacts(aSmartTrade({ leverage }))['Leverage']
  expect(leverageOf({ enabled: false })).toBe('none')
  const sent = { ...(rawOf(aSmartTrade()) as object), leverage: null }
  expect(isUnreadable(read(smartTrade, sent).value)).toBe(true)
})
