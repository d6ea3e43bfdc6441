import { expect, it } from 'vitest'

import { rawOf } from '#contract/read.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { entity } from '#testing/entity.ts'
import { decimal } from '#money/decimal.ts'

import { endpointQuery } from './endpoint-query.ts'
import { createQueryClient, keepUnchanged } from './query-client.ts'

const answer = (json: readonly unknown[]) => entity(listSmartTrades.response, structuredClone(json))

const row = (id: number, price: string) => ({
  id,
  pair: 'USDT_BTC',
  data: { current_price: { last: price } },
})

it('an unchanged list stays the same object', () => {
  const before = answer([row(1, '10'), row(2, '20')])
  expect(keepUnchanged(before, answer([row(1, '10'), row(2, '20')]))).toBe(before)
})

it('unchanged rows stay the same objects at any position', () => {
  const before = answer([row(1, '10'), row(2, '20')])
  const after = keepUnchanged(before, answer([row(3, '30'), row(1, '10'), row(2, '21')]))
  const [third, first, second] = after as typeof before
  expect(first).toBe(before[0])
  expect(second).not.toBe(before[1])
  expect(second).toHaveProperty('data.current_price.last', decimal('21'))
  expect(third?.id).toBe(3)
})

it('a row without a former field is a new object', () => {
  const before = answer([{ ...row(1, '10'), colour: 'green' }])
  const [after] = keepUnchanged(before, answer([row(1, '10')])) as typeof before
  expect(after).not.toBe(before[0])
  expect(rawOf(after ?? {})).toMatchObject(row(1, '10'))
})

it('unchanged parts of a changed row stay the same objects', () => {
  const account = { id: 4417, name: 'Harbour spot' }
  const before = answer([{ ...row(1, '10'), account }])
  const [after] = keepUnchanged(before, answer([{ ...row(1, '11'), account }])) as typeof before
  expect(after).not.toBe(before[0])
  expect(after?.data).not.toBe(before[0]?.data)
  expect(after?.account).toBe(before[0]?.account)
  expect(rawOf(after ?? {})).toMatchObject({ ...row(1, '11'), account })
  expect((rawOf(after ?? {}) as typeof after)?.account).toBe(
    (rawOf(before[0] ?? {}) as typeof after)?.account,
  )
})

it('a changed unknown field of a nested object is kept in its raw JSON', () => {
  const stepped = (price: string, colour: string) => ({
    ...row(1, price),
    take_profit: { enabled: true, price_type: 'value', steps: [{ id: 1, colour }] },
  })
  const before = answer([stepped('10', 'green')])
  const [after] = keepUnchanged(before, answer([stepped('11', 'blue')])) as typeof before
  const [step] = after?.take_profit.steps ?? []
  expect(rawOf(step ?? {})).toMatchObject({ id: 1, colour: 'blue' })
})

it('removed and reordered rows make a new list', () => {
  const before = answer([row(1, '10'), row(2, '20')])
  expect(keepUnchanged(before, answer([row(1, '10')]))).toHaveLength(1)
  expect(keepUnchanged(before, answer([row(2, '20'), row(1, '10')]))).toEqual([
    before[1],
    before[0],
  ])
})

it('an unchanged single object stays the same; the first response is used as it is', () => {
  const one = entity(listSmartTrades.response.def.element, row(1, '10'))
  expect(keepUnchanged(one, entity(listSmartTrades.response.def.element, row(1, '10')))).toBe(one)
  expect(keepUnchanged(undefined, one)).toBe(one)
})

it('a query that reads the same list twice keeps its object', async () => {
  const read = () => Promise.resolve(answer([row(1, '10')]))
  const queryClient = createQueryClient({ read: read as never, now: () => Date.now() })
  const list = endpointQuery(listSmartTrades, { query: {} })
  await queryClient.fetchQuery({ ...list, staleTime: 0 })
  const first = queryClient.getQueryData(list.queryKey)
  await queryClient.fetchQuery({ ...list, staleTime: 0 })
  expect(queryClient.getQueryData(list.queryKey)).toBe(first)
})
