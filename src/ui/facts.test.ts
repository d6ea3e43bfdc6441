import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { FactList, type Facts, money } from './facts.tsx'
import { UnknownValue } from './amount.tsx'

const markupOf = (of: Facts, unknown?: string): string =>
  renderToStaticMarkup(createElement(FactList, { of, ...(unknown !== undefined && { unknown }) }))
const textOf = (of: Facts): string =>
  markupOf(of)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/ +/g, ' ')

it('a list of facts leaves out what does not apply, and keeps zero', () => {
  const facts = {
    Gone: undefined,
    Off: false,
    None: '',
    Count: 0,
    Fee: money(decimal('0'), 'USDT'),
  }
  expect(textOf(facts).trim()).toBe('Count 0 Fee 0.00 USDT')
})

it('a list of facts gives a reason to a dash that has none', () => {
  const button = /<button type="button" class="cursor-help/
  expect(markupOf({ Fee: money(undefined, 'USDT') })).toMatch(button)
  expect(markupOf({ Fee: money(null, undefined) }, 'Known later.')).toMatch(button)
  expect(renderToStaticMarkup(createElement(UnknownValue))).not.toMatch(button)
})
