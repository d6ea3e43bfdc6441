import { expect, it } from 'vitest'

import { balanceRow } from '#contract/exchanges.ts'
import type { Id } from '#contract/primitives.ts'

import { exchangeNamed } from '#market/exchanges.ts'
import { entity } from '#testing/entity.ts'

import { isEverything, scopesOf } from './scopes.tsx'

const exchanges = [{ ...exchangeNamed('aaaa-1111', 'Harbour spot'), accountId: 7 as Id }]
const nothing = { exchanges: [], learned: [], summary: [], chosen: 'summary' }

it('portfolio scopes: all accounts if nothing else is known', () => {
  const scopes = scopesOf(nothing)
  expect(scopes.map(({ name }) => name)).toEqual(['All accounts'])
  expect(scopes.every(isEverything)).toBe(true)
})

it('portfolio scopes: names and numbers come from the service if it lists accounts', () => {
  const learned = [{ id: 'aaaa-1111', label: 'An old name' }]
  expect(scopesOf({ ...nothing, exchanges, learned })[1]).toMatchObject({
    name: 'Harbour spot',
    accountId: 7,
  })
})

it('portfolio scopes: accounts are learned from the summary', () => {
  const summary = [1, 2].map(() =>
    entity(balanceRow, { account_id: '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e52222' }),
  )
  expect(scopesOf({ ...nothing, summary }).map(({ name }) => name)).toEqual([
    'All accounts',
    'Connection …2222',
  ])
})

it('portfolio scopes: an unknown account in the URL is offered', () => {
  const scopes = scopesOf({ ...nothing, chosen: 'cccc-3333' })
  expect(scopes.at(-1)?.id).toBe('cccc-3333')
})
