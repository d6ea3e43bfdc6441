import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import type { Rows } from '#contract/read.ts'

import { chipsOf, type Filter, FilterControls, narrowed, type SearchValues } from './filters.tsx'

type Bot = { name: string; state: string; account: number; place: string }

const bots: Rows<Bot> = [
  { name: 'Ether', state: 'running', account: 7, place: 'Quay' },
  { name: 'Bitcoin', state: 'running', account: 8, place: 'Harbour' },
  { name: 'Gone', state: 'off', account: 7, place: 'Quay' },
]
const filters: readonly Filter<Bot>[] = [
  {
    name: 'find',
    label: 'Search',
    fieldLabel: 'Search bots',
    placeholder: 'Name',
    hasWord: ({ name }, word) => name.toLowerCase().includes(word),
  },
  {
    name: 'state',
    label: 'State',
    all: 'All',
    choices: [
      { value: 'running', label: 'Running' },
      { value: 'off', label: 'Off' },
    ],
    value: ({ state }) => state,
  },
  {
    name: 'account',
    label: 'Account',
    all: 'All accounts',
    value: ({ account }) => account,
    wordOf: ({ place }) => place,
  },
]

const counts = (search: SearchValues, rows: Rows<Bot> | undefined = bots) =>
  renderToStaticMarkup(
    createElement(FilterControls<Bot>, { filters, rows, search, onChange: () => {} }),
  )
    .match(/(?:All|Running|Off)(?:<[^>]*>)*\d*/g)
    ?.map((text) => text.replaceAll(/<[^>]*>/g, ' ').trim())

it('a row with several values is found by, and offers, each of them', () => {
  const rows = [{ pairs: ['BTC/USDT', 'ETH/USDT'] }, { pairs: ['SOL/USDT'] }]
  const byPair: Filter<(typeof rows)[number]> = {
    name: 'pair',
    label: 'Pair',
    all: 'All pairs',
    value: ({ pairs }) => pairs,
  }
  expect(narrowed(rows, [byPair], { pair: 'ETH/USDT' })).toEqual([rows[0]])
  const control = createElement(FilterControls<(typeof rows)[number]>, {
    filters: [byPair],
    rows,
    search: {},
    onChange: () => undefined,
  })
  expect(renderToStaticMarkup(control)).toContain('ETH/USDT')
})

it('filter counts respect the other filters, and are left out if a row is unreadable', () => {
  expect(counts({ state: 'off' })?.slice(0, 3)).toEqual(['All 3', 'Running 2', 'Off 1'])
  expect(counts({ state: 'off', account: 7 })?.slice(0, 3)).toEqual(['All 2', 'Running 1', 'Off 1'])
  expect(counts({ find: 'bit' })?.slice(0, 3)).toEqual(['All 1', 'Running 1', 'Off 0'])
  const unreadable = { kind: 'unreadable', id: 9, raw: {} } as const
  expect(counts({}, [...bots, unreadable])?.slice(0, 3)).toEqual(['All', 'Running', 'Off'])
})

it('filter chips: one per active filter, labelled like its control; removing one keeps the others', () => {
  const changes: SearchValues[] = []
  const onChange = (change: SearchValues) => void changes.push(change)
  const chips = chipsOf({
    filters,
    rows: bots,
    search: { find: 'bit coin', account: 7, sort: 'name' },
    onChange,
  })
  expect(chips.map(({ label }) => label)).toEqual(['Search: bit coin', 'Account: Quay'])
  chips[1]?.onRemove()
  expect(changes).toEqual([{ account: undefined }])
})

it('a filter of the panel is not drawn if no row has a value for it, unless it is on', () => {
  const tag = { name: 'tag', label: 'Tag', all: 'Any', isMore: true, value: () => undefined }
  const drawn = (search: SearchValues) =>
    renderToStaticMarkup(
      createElement('div', null, [
        createElement(FilterControls<Bot>, {
          key: 'tag',
          filters: [tag],
          rows: bots,
          search,
          onChange: () => undefined,
          isPanel: true,
        }),
      ]),
    )
  expect(drawn({})).toBe('<div></div>')
  expect(drawn({ tag: '#swing' })).toContain('Tag')
})
