import { expect, it } from 'vitest'

import { entityOnTheWire } from '#testing/entity.ts'

import { historicalTrade, listHistory } from './history.ts'
import { read } from './read.ts'

const AT = 1_727_871_936_000

it.each([
  ['ISO 8601', '2024-10-02T12:25:36.000Z'],
  ['UNIX seconds', 1_727_871_936],
  ['UNIX seconds as text', '1727871936'],
])('the history accepts times as %s', (_form, wire) => {
  const { value, drift } = read(
    historicalTrade,
    entityOnTheWire(historicalTrade, { created_at: wire, closed_at: wire }),
  )
  expect(value).toMatchObject({ created_at: AT, closed_at: AT })
  expect(drift).toEqual([])
})

it('the history may be a list, or an object with a list', () => {
  const row = entityOnTheWire(historicalTrade, { uuid: 'a' })
  for (const json of [[row], { trades: [row] }]) {
    expect(read(listHistory.response, json).value).toMatchObject([{ uuid: 'a' }])
  }
})

it('a history row may have another name for its status, and any id as text', () => {
  const { uuid: _uuid, ...nameless } = entityOnTheWire(historicalTrade)
  const { value } = read(listHistory.response, [
    { ...nameless, id: 42, status: { basic_type: 'cancelled' } },
    { ...nameless, uuid: 'be523b7b', status: { value: 'finished' } },
  ])
  expect(value).toMatchObject([
    { id: '42', status: { basic_type: 'cancelled' } },
    { uuid: 'be523b7b', status: { value: 'finished' } },
  ])
})
