import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { listHistory } from '#contract/history.ts'
import { readParts } from '#contract/read.ts'
import { shownColumns } from '#ui/data-list.tsx'
import { DEFAULT_DISPLAY_PREFERENCES, DisplayPreferencesContext } from '#ui/display-preferences.tsx'

import { COLUMNS, contextOf } from './columns.tsx'
import type { Trade } from './trades.ts'
import { unknownColumn, unknownFields } from './unknown-fields.tsx'

const rows = (...json: object[]): Trade[] => readParts(listHistory.response, json)

const trades = rows(
  { pair: 'USDT_ETH', venue: 'dark pool', fee_tier: 2, filled: { total: '12', maker: true } },
  { pair: 'USDT_BTC', venue: '', tags: ['a'], origin: { desk: 'night', more: {} } },
)

const context = contextOf(trades, {
  dayField: undefined,
  nameOf: String,
  isOneAccount: false,
  isGross: false,
  addressOf: String,
})

it('fields unknown to the contract can be columns, at any depth', () => {
  expect(unknownFields(trades)).toEqual(['venue', 'fee_tier', 'filled.maker', 'origin.desk'])
})

it('known fields are not offered as unknown, even if unreadable', () => {
  expect(unknownFields(rows({ pair: 7, filled: 'much', status: { value: 3 } }))).toEqual([])
})

it('unknown fields are limited to a maximum', () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}`, index]))
  expect(unknownFields(rows(many))).toHaveLength(30)
})

it('a chosen unknown field is behind the known columns, if a row has it', () => {
  const columns = [...COLUMNS, ...['venue', 'gone'].map(unknownColumn)]
  const shown = shownColumns(columns, { rows: trades, context })
  expect(shown.map(({ id }) => id)).toEqual(['pair', 'total', 'venue'])
})

it('a chosen unknown field is shown even if every row has false or 0', () => {
  const said = rows({ is_maker: false, tier: 0 })
  const shown = shownColumns(['is_maker', 'tier'].map(unknownColumn), { rows: said, context })
  expect(shown.map(({ id }) => id)).toEqual(['is_maker', 'tier'])
})

it('an unknown field is shown as sent, as a dash if absent, and without figures while amounts are hidden', () => {
  const textOf = (path: string, trade: Trade, areAmountsHidden = false) =>
    renderToStaticMarkup(
      createElement(
        DisplayPreferencesContext,
        { value: { ...DEFAULT_DISPLAY_PREFERENCES, areAmountsHidden } },
        createElement(Fragment, null, unknownColumn(path).cell(trade, context)),
      ),
    )
  const [first, second] = trades
  if (!first || !second) throw new Error('Two rows were made.')
  expect(textOf('venue', first)).toContain('>dark pool<')
  expect(textOf('venue', second)).toContain('unknown')
  expect(textOf('fee_tier', first)).toContain('>2<')
  expect(textOf('fee_tier', first, true)).not.toContain('2')
  expect(textOf('filled.maker', first, true)).toContain('true')
})
