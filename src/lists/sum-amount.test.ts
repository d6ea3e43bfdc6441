import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { SumAmount } from './sum-amount.tsx'
import { sumsOf } from './sums.ts'

const sum = (amount: string, missing: string[], isSigned: boolean): string =>
  renderToStaticMarkup(
    createElement(SumAmount, { amount: decimal(amount), currency: 'USDT', missing, isSigned }),
  ).replaceAll(/<[^>]*>/g, '')

describe('a sum that lacks a part', () => {
  it('is a lower bound where no part can be negative', () => {
    expect(sum('12.28', ['Bot A'], false)).toMatch(/^at least 12\.28/)
  })

  it('is no bound where the missing part may be a loss', () => {
    expect(sum('12.28', ['Bot A'], true)).toMatch(/^known part \+12\.28/)
    expect(sum('12.28', [], true)).toMatch(/^\+12\.28/)
  })
})

it('a history of 50,000 orders is added up at once', { timeout: 2_000 }, () => {
  const part = { name: '', amount: decimal('0.1'), currency: 'USDT' }
  const [sumOfAll] = sumsOf(
    Array.from({ length: 50_000 }, () => part),
    (row) => row,
  ).sums
  expect(sumOfAll?.amount).toBe('5000')
})
