import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { clockWords, Waiting } from './navigation.tsx'

const said = (count: number) =>
  renderToStaticMarkup(createElement(Waiting, { count, className: '' }))

it('the navigation says how many outcomes are unknown, if any', () => {
  expect(said(2)).toContain('2<span class="sr-only"> with an unknown outcome')
  expect(said(0)).toBe('')
})

it('the status strip shows no clock difference below the precision of its measurement', () => {
  // Whole seconds, and an answer after 2.6 s.
  expect(clockWords(-1_800, 1_800)).toBe('in sync')
  expect(clockWords(2_400, 600)).toBe('+2 s')
  expect(clockWords(-2_400, 20)).toBe('−2.4 s')
  expect(clockWords(40, 20)).toBe('in sync')
})
