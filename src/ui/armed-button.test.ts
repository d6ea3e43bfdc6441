import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { ArmedButton, type ArmedButtonProps } from './armed-button.tsx'

const shown = (props: ArmedButtonProps): string =>
  renderToStaticMarkup(createElement(ArmedButton, props, 'Sell everything'))

it('the button of a sheet is disabled when it is first drawn', () => {
  expect(shown({})).toContain('aria-disabled="true"')
  expect(shown({})).not.toContain('Ready in')
})

it('the button of a sheet says how long it waits where it sends what cannot be undone', () => {
  expect(shown({ isFinal: true })).toContain('aria-disabled="true"')
  expect(shown({ isFinal: true })).toContain('Ready in 5 s.')
})

it('the button of a sheet names the obstacle first, then what the trader still has to give, then the wait', () => {
  const missing = 'Type the phrase.'
  expect(shown({ isFinal: true, missing, reason: 'Read only.' })).toContain('Read only.')
  expect(shown({ isFinal: true, missing })).toContain(missing)
  expect(shown({ isFinal: true, missing })).not.toContain('Ready in')
})
