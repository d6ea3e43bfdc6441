import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { Legend } from './grid-bots-page.tsx'

const visible = (since: number | undefined) =>
  renderToStaticMarkup(createElement(Legend, { since }))
    .replace(/<span class="[^"]*\binvisible\b[^>]*>.*?<\/span>/, '')
    .replaceAll(/<[^>]+>/g, ' ')

it('the legend of grid bots names the start of its fills, and none if all fills are there', () => {
  expect(visible(Date.UTC(2026, 9, 3))).toMatch(/since +3 Oct 2026/)
  expect(visible(undefined)).not.toMatch(/since|—/)
})
