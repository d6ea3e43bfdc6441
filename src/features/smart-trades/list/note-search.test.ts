import { describe, expect, it } from 'vitest'

import { aSmartTrade } from '#testing/a-smart-trade.ts'

import { hasNoteLike, searchedWords } from './note-search.ts'
import { filterOf, searchDefaults, smartTradeSearch } from './smart-trade-search.ts'

const finds = (text: string, note: string | undefined) =>
  hasNoteLike(text)(aSmartTrade({ note: note as never }))

it('a note search finds every word anywhere, case-insensitively', () => {
  expect(finds('range RETEST', 'Retest of the range. #swing')).toBe(true)
  expect(finds('rang', 'Retest of the range.')).toBe(true)
  expect(finds('range breakout', 'Retest of the range.')).toBe(false)
  expect(finds('range', undefined)).toBe(false)
})

it('a note search matches whole #tags', () => {
  expect(finds('#swing', 'Second try #Swing, later')).toBe(true)
  expect(finds('#swing', 'Second try #swing-long')).toBe(false)
  expect(finds('#swing', 'On the swing')).toBe(false)
  expect(finds('try #swing', 'Second try #swing')).toBe(true)
})

it('a note search requests full pages from the first, without the search text', () => {
  const search = smartTradeSearch.parse({ note: ' #swing ', page: 4, per_page: 10 })
  expect(search.note).toBe('#swing')
  expect(filterOf(search, 'UTC')).toEqual({ ...searchDefaults, page: 1, per_page: 100 })
  expect(smartTradeSearch.parse({ note: 2026 }).note).toBe('2026')
  expect(smartTradeSearch.parse({ note: '  ' }).note).toBeUndefined()
})

describe('rows searched', () => {
  const words = (changes: Partial<Parameters<typeof searchedWords>[0]>) =>
    searchedWords({
      status: 'active',
      found: 2,
      searched: 37,
      isWhole: true,
      unread: 0,
      ...changes,
    })

  it('a note search covers the list only once its end was read', () => {
    expect(words({})).toBe('2 found. All 37 active SmartTrades were searched.')
    expect(words({ isWhole: false, searched: 100 })).toBe(
      '2 found among the first 100 active SmartTrades of this order.',
    )
    expect(words({ status: 'all', searched: 1 })).toBe('2 found. The only SmartTrade was searched.')
  })

  it('a note search counts unreadable rows', () => {
    expect(words({ unread: 1 })).toBe(
      '2 found. All 37 active SmartTrades were searched, except 1 that could not be read.',
    )
  })
})
