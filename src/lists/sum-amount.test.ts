import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { SumAmount } from './sum-amount.tsx'

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
