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

it('needed funds are covered except for the missing part', () => {
  const [base, quote] = fundsSides(balances({}))
  expect(base).toMatchObject({ currency: 'ETH', covered: '0.31' })
  expect(base?.share).toBeCloseTo(0.6458, 4)
  expect(quote).toMatchObject({ currency: 'USDT', covered: '1452', share: 1 })
})

it('needed funds are fully covered if nothing is needed', () => {
  const none = balances({ required_balance: side('0', '0'), missing_balance: side('0', '0') })
  expect(fundsSides(none).map(({ share }) => share)).toEqual([1, 1])
})

it('needed funds are never covered below zero', () => {
  const odd = balances({ missing_balance: side('9', '0') })
  expect(fundsSides(odd)[0]).toMatchObject({ covered: '0', share: 0 })
})

it('needed funds are unknown if the service does not send them', () => {
  expect(fundsSides(balances({ missing_balance: {} }))[0]?.covered).toBeUndefined()
})

describe('missing funds', () => {
  const lacking = (missing_balance: unknown) =>
    lackingSides(balances({ missing_balance }))?.map(({ currency }) => currency)

  it('missing funds are zero only if the service says so for both currencies', () => {
    expect(lacking(side('0', '0'))).toEqual([])
    expect(lacking(side('0.17', '0'))).toEqual(['ETH'])
    expect(lacking({})).toBeUndefined()
    expect(lacking({ base: { quantity: '0', currency: 'ETH' } })).toBeUndefined()
    expect(lacking({ quote: { quantity: '3', currency: 'USDT' } })).toEqual(['USDT'])
  })
})

it('a bot can be launched after a trade if the other side covers the gap', () => {
  expect(fundsVerdict(balances({}))).toEqual({
    kind: 'trades first',
    quantity: '0.17',
    currency: 'ETH',
  })
})

it('a bot cannot be launched if the other side does not cover the gap', () => {
  expect(fundsVerdict(balances({ balancing_available: false })).kind).toBe('not enough')
})

it('a bot that needs no trade is ready', () => {
  expect(fundsVerdict(balances({ need_balancing: false })).kind).toBe('ready')
})

describe('a reviewed start of a grid bot', () => {
  const moved = (members: object) => needsMoved(balances({}), balances(members))

  it('a reviewed start stays valid while it needs about the same', () => {
    expect(moved({ required_balance: side('0.48', '1466') })).toBeUndefined()
    expect(moved({ required_balance: {} })).toBeUndefined()
  })

  it('a reviewed start is outdated if it needs 1 % more or another trade first', () => {
    expect(moved({ required_balance: side('0.48', '1467') })).toMatch(/required USDT has changed/)
    expect(moved({ balancing_available: false })).toMatch(/first trade has changed/)
  })
})
