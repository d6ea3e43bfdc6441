import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { Waiting } from './navigation.tsx'

const said = (count: number) =>
  renderToStaticMarkup(createElement(Waiting, { count, className: '' }))

it('says how many outcomes are unknown, and nothing when none is', () => {
  expect(said(2)).toContain('2<span class="sr-only"> with an unknown outcome')
  expect(said(0)).toBe('')
})
