import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { becomes, Decisive, EffectSentence, EffectTable } from './effect.tsx'

it('an effect shows an unchanged figure once, and a changed one before and after', () => {
  const markup = renderToStaticMarkup(
    createElement(EffectTable, {
      rows: [becomes('Stop', 1, 2, String), becomes('Entry', 3, 3, String), false],
    }),
  )
  const cells = markup.match(/<td[^>]*data-numeric[^>]*>[^<]*/g)?.map((cell) => cell.at(-1))
  expect(cells).toEqual(['1', '2', '3'])
})

it('an unknown figure of a review is a dash with a reason, in table and sentence', () => {
  const reasons = (markup: string) => markup.match(/<button[^>]*><span[^>]*>—/g)?.length
  const rows = [['State', null, null]] as const
  expect(reasons(renderToStaticMarkup(createElement(EffectTable, { rows })))).toBe(2)
  const of = { sentence: createElement(Decisive, { value: undefined }) }
  expect(reasons(renderToStaticMarkup(createElement(EffectSentence, { of })))).toBe(1)
})
