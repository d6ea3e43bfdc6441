import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { saleOf } from '#market/sale.ts'

import { SaleFacts } from './panic-review.tsx'

it('panic: an asset that could not be read is named as one that may stay', () => {
  const sale = saleOf([{ kind: 'unreadable', id: undefined, raw: {} }])
  const html = renderToStaticMarkup(createElement(SaleFacts, { sale, problem: undefined }))
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(
    'Too little for an order, perhaps, and stays: an asset without a name.',
  )
})
