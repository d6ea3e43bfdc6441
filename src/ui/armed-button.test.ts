import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { ArmedButton } from './button.tsx'

const shown = (reason?: string): string =>
  renderToStaticMarkup(createElement(ArmedButton, { reason }, 'Sell everything'))

it('cannot be pressed when it is first seen, and says for how long', () => {
  expect(shown()).toContain('aria-disabled="true"')
  expect(shown()).toContain('Ready in 5 s.')
})

it('names what else is missing first', () => {
  expect(shown('Type the phrase.')).toContain('Type the phrase.')
  expect(shown('Type the phrase.')).not.toContain('Ready in')
})
