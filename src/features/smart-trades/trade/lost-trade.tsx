import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { ApiError, isRefused } from '#client/api-error.ts'
import type { Id } from '#contract/primitives.ts'
import { isUnreadable, type UnreadableRow } from '#contract/read.ts'
import { formatCount } from '#money/format.ts'
import { failureOf, failureWords } from '#query/failure-words.ts'
import { Button } from '#ui/button.tsx'
import { RawJson } from '#ui/code-block.tsx'
import { Empty } from '#ui/empty.tsx'
import { NotLoaded } from '#ui/error-state.tsx'
import { Note } from '#ui/note.tsx'

import { CloseUnreadable } from '../closing/close-unreadable-trade.tsx'
import { smartTradeOf, smartTradesPage } from '../queries.ts'
import type { Trade } from '../trade-facts.ts'
import type { FoundTrade } from './use-trade.ts'

const isNotFound = (error: ApiError): boolean => isRefused(error) && error.failure.status === 404

type Search = { isLooking: boolean; count: number; error?: ApiError; unreadable?: UnreadableRow }

type LostTradeProps = { id: Id } & Pick<FoundTrade, 'error' | 'refetch'>

export function LostTrade({ id, error, refetch = () => undefined }: LostTradeProps) {
  if (!error) return <UnlistedTrade id={id} />
  return isNotFound(error) ? (
    <Empty title={`No SmartTrade ${id} on this connection.`}>{failureWords(error)}</Empty>
  ) : (
    <NotLoaded what={`SmartTrade ${id}`} {...failureOf(error)} onRetry={refetch} />
  )
}

/** The service cannot read a trade by number, so this leads to the list. */
function UnlistedTrade({ id }: { id: Id }) {
  const { search, look, cancel } = useSearch(id)
  const count = search && formatCount(search.count)
  if (search?.isLooking) {
    return (
      <Empty
        title={`Searching for SmartTrade ${id}.`}
        action={<Button onClick={cancel}>Cancel</Button>}
      >
        <span role="status">{count} searched so far, newest first.</span>
      </Empty>
    )
  }
  if (search?.unreadable) {
    return (
      <>
        <UnreadableTrade raw={search.unreadable.raw} />
        <CloseUnreadable id={id} />
      </>
    )
  }
  if (search && !search.error) {
    return (
      <Empty title={`No SmartTrade ${id} on this connection.`}>
        All {count} SmartTrades were searched.
      </Empty>
    )
  }
  return (
    <Empty
      title="This SmartTrade is not in the list."
      action={<Button onClick={() => void look()}>Search all SmartTrades</Button>}
    >
      {search?.error
        ? failureWords(search.error)
        : 'The service cannot be asked for one SmartTrade by its number.'}
    </Empty>
  )
}

export const UnreadableTrade = ({ raw }: { raw: unknown }) => (
  <div className="grid gap-3 pt-3">
    <Note tone="caution">The service sent this SmartTrade in a form that cannot be read.</Note>
    <RawJson label="SmartTrade as sent" value={raw ?? null} />
  </div>
)

function useSearch(id: Id) {
  const client = useQueryClient()
  const [search, setSearch] = useState<Search>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const look = async () => {
    const { signal } = (running.current = new AbortController())
    let count = 0
    const tell = (rest: Omit<Search, 'count'>) => {
      if (!signal.aborted) setSearch({ count, ...rest })
    }
    tell({ isLooking: true })
    try {
      const found = await findTrade(client, {
        id,
        signal,
        onRead: (read) => {
          count = read
          tell({ isLooking: true })
        },
      })
      tell({ isLooking: false, ...(isUnreadable(found) && { unreadable: found }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      tell({ isLooking: false, error })
    }
  }
  const cancel = () => {
    running.current?.abort()
    setSearch(undefined)
  }
  return { search, look, cancel }
}

const AT_ONCE = 100

type FindTrade = { id: Id; signal: AbortSignal; onRead: (count: number) => void }

/** Searches all trades, newest first, for services without a read by number, and caches it. */
export async function findTrade(
  client: QueryClient,
  options: FindTrade,
): Promise<Trade | UnreadableRow | undefined> {
  const { id, signal, onRead } = options
  for (let page = 1; ; page += 1) {
    const { queryKey, ...read } = smartTradesPage({
      status: 'all',
      order_by: 'created_at',
      order_direction: 'DESC',
      per_page: AT_ONCE,
      page,
    })
    const rows = await client.query({ ...read, queryKey, staleTime: 0 })
    if (signal.aborted) return undefined
    onRead((page - 1) * AT_ONCE + rows.length)
    const found = rows.find((trade) => trade.id === id)
    if (found && !isUnreadable(found)) client.setQueryData(smartTradeOf(id).queryKey, found)
    if (found || rows.length < AT_ONCE) return found
  }
}
