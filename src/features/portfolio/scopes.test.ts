import { expect, it } from 'vitest'

import { balanceRow } from '#contract/exchanges.ts'
import type { Id } from '#contract/primitives.ts'

import { exchangeNamed } from '#market/exchanges.ts'
import { entity } from '#testing/entity.ts'

import { isEverything, scopesOf } from './scopes.tsx'

const exchanges = [{ ...exchangeNamed('aaaa-1111', 'Harbour spot'), accountId: 7 as Id }]
const nothing = { exchanges: [], learned: [], summary: [], chosen: 'summary' }

it('what a portfolio can be shown of is everything when nothing else is known', () => {
  const scopes = scopesOf(nothing)
  expect(scopes.map(({ name }) => name)).toEqual(['All accounts'])
  expect(scopes.every(isEverything)).toBe(true)
})

it('what a portfolio can be shown of takes names and numbers from the service where it lists connections', () => {
  const learned = [{ id: 'aaaa-1111', label: 'An old name' }]
  expect(scopesOf({ ...nothing, exchanges, learned })[1]).toMatchObject({
    name: 'Harbour spot',
    accountId: 7,
  })
})

it('what a portfolio can be shown of learns connections from the rows of the summary', () => {
  const summary = [1, 2].map(() =>
    entity(balanceRow, { account_id: '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e52222' }),
  )
  expect(scopesOf({ ...nothing, summary }).map(({ name }) => name)).toEqual([
    'All accounts',
    'Connection …2222',
  ])
})

it('what a portfolio can be shown of offers what the URL asks for though nobody has heard of it', () => {
  const scopes = scopesOf({ ...nothing, chosen: 'cccc-3333' })
  expect(scopes.at(-1)?.id).toBe('cccc-3333')
})
