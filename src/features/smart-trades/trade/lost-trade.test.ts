import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isUnreadable, type UnreadableRow } from '#contract/read.ts'
import { readers } from '#query/endpoint-query.ts'

import { smartTradeOf } from '../queries.ts'
import type { Trade } from '../trade-facts.ts'
import { findTrade, LostTrade } from './lost-trade.tsx'

type Page = { page: number; per_page: number }

/** A service that holds the trades numbered from 1 up to a total, and gives the newest first. */
function serviceOf(total: number, rowOf: (id: number) => unknown = (id) => ({ id })) {
  const asked: unknown[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  readers.set(client, (async (_endpoint: Endpoint, { query }: { query: Page }) => {
    const { page, per_page: size, ...filter } = query
    asked.push({ page, ...filter })
    const newest = total - (page - 1) * size
    const count = Math.max(0, Math.min(size, newest))
    return Array.from({ length: count }, (_, index) => rowOf(newest - index))
  }) as never)
  return { client, asked }
}
const { signal } = new AbortController()
const numbers = (found: Pick<Trade, 'id'> | UnreadableRow | undefined) => found?.id

describe('a failed read of a trade', () => {
  const shown = (status: number) =>
    renderToStaticMarkup(
      createElement(LostTrade, {
        id: 7,
        error: new ApiError({
          kind: 'refused',
          status,
          code: 'x',
          description: 'Gone fishing.',
          attributes: {},
        }),
      }),
    )

  it('a trade does not exist if the service answers 404', () => {
    expect(shown(404)).toContain('No SmartTrade 7 on this connection.')
    expect(shown(404)).toContain('The service answered 404: “Gone fishing.”')
  })

  it('a trade is not loaded after another failure, which is named', () => {
    expect(shown(500)).toContain('SmartTrade 7 could not be loaded.')
    expect(shown(500)).toContain('The service answered 500: “Gone fishing.”')
    expect(shown(500)).not.toContain('by its number')
  })
})

it('a trade without a read by number is found in the list of all, and cached', async () => {
  const { client, asked } = serviceOf(350)
  const onRead = vi.fn<(count: number) => void>()
  expect(numbers(await findTrade(client, { id: 120, signal, onRead }))).toBe(120)
  expect(onRead.mock.calls.flat()).toEqual([100, 200, 300])
  expect(asked[0]).toEqual({
    page: 1,
    status: 'all',
    order_by: 'created_at',
    order_direction: 'DESC',
  })
  expect(client.getQueryData(smartTradeOf(120).queryKey)).toEqual({ id: 120 })
})

it('a trade without a read by number is found if unreadable, and not cached', async () => {
  const unreadable = { kind: 'unreadable', id: 42, raw: { id: 42 } } as const
  const { client } = serviceOf(200, (id) => (id === 42 ? unreadable : { id }))
  const found = await findTrade(client, { id: 42, signal, onRead: () => undefined })
  expect(isUnreadable(found) && found.raw).toEqual({ id: 42 })
  expect(client.getQueryData(smartTradeOf(42).queryKey)).toBeUndefined()
})

it('a trade without a read by number does not exist if the list ends without it', async () => {
  const { client, asked } = serviceOf(200)
  expect(await findTrade(client, { id: 999, signal, onRead: () => undefined })).toBeUndefined()
  expect(asked).toHaveLength(3)
})

it('a cancelled search for a trade stops reading', async () => {
  const { client, asked } = serviceOf(350)
  const stop = new AbortController()
  const onRead = () => stop.abort()
  const search = findTrade(client, { id: 1, signal: stop.signal, onRead })
  expect(await search).toBeUndefined()
  expect(asked).toHaveLength(2)
})
