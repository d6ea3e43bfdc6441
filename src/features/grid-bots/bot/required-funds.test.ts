import { describe, expect, it } from 'vitest'

import { requiredBalances } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { fundsSides, fundsVerdict, lackingSides, needsMoved } from './required-funds.ts'

const side = (base: string, quote: string) => ({
  base: { quantity: base, currency: 'ETH' },
  quote: { quantity: quote, currency: 'USDT' },
})

const balances = (members: object) =>
  entity(requiredBalances, {
    required_balance: side('0.48', '1452'),
    missing_balance: side('0.17', '0'),
    need_balancing: true,
    balancing_available: true,
    necessary_quantities: { quantity: '0.17', currency: 'ETH' },
    ...members,
  })

it('the funds a grid bot needs are covered as far as nothing is missing', () => {
  const [base, quote] = fundsSides(balances({}))
  expect(base).toMatchObject({ currency: 'ETH', covered: '0.31' })
  expect(base?.share).toBeCloseTo(0.6458, 4)
  expect(quote).toMatchObject({ currency: 'USDT', covered: '1452', share: 1 })
})

it('the funds a grid bot needs are all there when nothing is needed', () => {
  const none = balances({ required_balance: side('0', '0'), missing_balance: side('0', '0') })
  expect(fundsSides(none).map(({ share }) => share)).toEqual([1, 1])
})

it('the funds a grid bot needs never cover less than nothing', () => {
  const odd = balances({ missing_balance: side('9', '0') })
  expect(fundsSides(odd)[0]).toMatchObject({ covered: '0', share: 0 })
})

it('the funds a grid bot needs are unknown where the service does not say them', () => {
  expect(fundsSides(balances({ missing_balance: {} }))[0]?.covered).toBeUndefined()
})

describe('what is missing', () => {
  const lacking = (missing_balance: unknown) =>
    lackingSides(balances({ missing_balance }))?.map(({ currency }) => currency)

  it('what is missing is nothing only where the service says so of both currencies', () => {
    expect(lacking(side('0', '0'))).toEqual([])
    expect(lacking(side('0.17', '0'))).toEqual(['ETH'])
    expect(lacking({})).toBeUndefined()
    expect(lacking({ base: { quantity: '0', currency: 'ETH' } })).toBeUndefined()
    expect(lacking({ quote: { quantity: '3', currency: 'USDT' } })).toEqual(['USDT'])
  })
})

it('whether it could be launched trades first when the other side covers what is missing', () => {
  expect(fundsVerdict(balances({}))).toEqual({
    kind: 'trades first',
    quantity: '0.17',
    currency: 'ETH',
  })
})

it('whether it could be launched is not enough when it does not', () => {
  expect(fundsVerdict(balances({ balancing_available: false })).kind).toBe('not enough')
})

it('a bot is ready if nothing has to be traded', () => {
  expect(fundsVerdict(balances({ need_balancing: false })).kind).toBe('ready')
})

describe('a start that was reviewed', () => {
  const moved = (members: object) => needsMoved(balances({}), balances(members))

  it('a start that was reviewed means the same while it needs about the same', () => {
    expect(moved({ required_balance: side('0.48', '1466') })).toBeUndefined()
    expect(moved({ required_balance: {} })).toBeUndefined()
  })

  it('a start that was reviewed means something else when it needs another hundredth, or trades otherwise first', () => {
    expect(moved({ required_balance: side('0.48', '1467') })).toMatch(/needed of USDT has moved/)
    expect(moved({ balancing_available: false })).toMatch(/has to be traded first has changed\.$/)
  })
})
