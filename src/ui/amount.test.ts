import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { Amount, Percent } from './amount.tsx'
import { DisplayPreferencesContext } from './display-preferences.tsx'

type Props = Omit<Parameters<typeof Amount>[0], 'value'>

const shown = (value: string, props: Props = {}, areAmountsHidden = false): string =>
  renderToStaticMarkup(
    createElement(
      DisplayPreferencesContext,
      { value: { areAmountsHidden, timeZone: 'UTC', firstDay: 1 } },
      createElement(Amount, { value: decimal(value), ...props }),
    ),
  )

it.each([
  ['37711.3083412', { places: 2 }, '37,711.31'],
  ['-0.00012345678', { places: 4 }, '−0.0001'],
  ['0.0000000000064123', { isPrice: true }, '0.0(11)64123'],
])('an amount of %s carries the exact decimal, whatever it prints', (value, props, text) => {
  expect(shown(value, props)).toContain(`data-exact="${value}"`)
  expect(shown(value, props)).toContain(text)
})

it('an amount carries nothing while it is hidden, except a price', () => {
  const hidden = shown('37711.3083412', { places: 2 }, true)
  expect(hidden).not.toMatch(/data-exact|title|37/)
  expect(hidden).toContain('select-none')
  expect(shown('37711.3', { isPrice: true }, true)).toContain('data-exact="37711.3"')
})

it.each([
  ['0.004', 'glyph-up'],
  ['-0.004', 'glyph-down'],
  ['0.000000001', 'glyph-none'],
  ['-0.000000001', 'glyph-none'],
  ['0', 'glyph-none'],
])('an amount of %s has the glyph of its printed text, %s', (value, glyph) => {
  expect(shown(value, { signed: true, places: 2 })).toContain(glyph)
})

it.each([
  ['0.004', 'glyph-none'],
  ['-0.004', 'glyph-none'],
  ['0.006', 'glyph-up'],
])('a change of %s %% has the glyph of what it prints, %s', (value, glyph) => {
  const change = createElement(Percent, { value: decimal(value), signed: true })
  expect(renderToStaticMarkup(change)).toContain(glyph)
})
