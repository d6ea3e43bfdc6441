import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { sumFact } from './sum-amount.tsx'
import { sumsOf } from './sums.ts'

const written = (amount: string, missing: string[], isSigned: boolean): string => {
  const parts = [decimal(amount)]
  const sums = { sums: [{ currency: 'USDT', amount: decimal(amount), parts }], missing }
  const { value, detail } = sumFact(sums, { detail: 'of all', reason: undefined, isSigned })
  return renderToStaticMarkup(createElement('p', null, value, ' | ', detail))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
}

it('a sum without a part that cannot be negative is the least amount', () => {
  expect(written('12.28', ['Bot A'], false)).toMatch(/^at least 12\.28 ?USDT \| without Bot A/)
})

it('a sum without a part that may be a loss is a dash with its known part below', () => {
  expect(written('12.28', ['Bot A'], true)).toMatch(
    /^—.* \| known part \+12\.28 ?USDT, without Bot A/,
  )
  expect(written('12.28', [], true)).toMatch(/^\+12\.28 ?USDT \| of all/)
})

it('a history of 50,000 orders is added up at once', { timeout: 2_000 }, () => {
  const part = { name: '', amount: decimal('0.1'), currency: 'USDT' }
  const [sumOfAll] = sumsOf(
    Array.from({ length: 50_000 }, () => part),
    (row) => row,
  ).sums
  expect(sumOfAll?.amount).toBe('5000')
})
