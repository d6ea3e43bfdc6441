import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { listDcaBots } from '#contract/dca-bots.ts'
import { getBalanceTable, sellAllToUsd } from '#contract/exchanges.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import type { Rows } from '#contract/read.ts'
import { listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { BULK_WRITES, type BulkAction } from '#forms/bulk-run.ts'
import { subjectOf } from '#intents/asked.ts'
import { isUnknown } from '#intents/intent.ts'
import { useListedAccounts } from '#market/accounts.ts'
import { useExchanges } from '#market/exchanges.ts'
import { type Sale, saleOf } from '#market/sale.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { failureWords } from '#query/failure-words.ts'
import { useExtension, useKeptIntents } from '#query/service.tsx'
import { useAddressBook, useConnection } from '#session/use-session.ts'

import { type Listing, type PanicList, panicListOf } from './panic-list.ts'

/** How often an open review is read again, in milliseconds. */
const EVERY = 10_000

/** As many as the service gives at once, and as many times as it is asked for more. */
const PAGE = 100
const MOST_PAGES = 50

const LIVE = { refetchInterval: EVERY, refetchOnMount: 'always', retry: false } as const

type Read<Row> = { data: Rows<Row> | undefined; error: ApiError | null }

/** What was read before stays where reading it again fails, and it is said that it did. */
const listingOf = <Row>({ data, error }: Read<Row>): Listing<Row> => ({
  rows: data,
  ...(error && { problem: failureWords(error) }),
})

/** Everything that a panic can end, read again as long as this is shown. */
export function usePanicList(): { list: PanicList; isPending: boolean; refetch: () => void } {
  const areGridBotsListed = useExtension(listGridBots)
  const gridBots = useQuery({
    ...endpointQuery(listGridBots, {}),
    ...LIVE,
    enabled: areGridBotsListed === true,
  })
  const dcaBots = useQuery({ ...endpointQuery(listDcaBots, { query: {} }), ...LIVE })
  const trades = useActiveTrades()
  const { gridBots: followed } = useAddressBook()
  const { accounts } = useListedAccounts()
  const { exchanges, isComing } = useExchanges()
  const whyNot = useWhyNot()
  const inDoubt = useSalesInDoubt()
  const list = panicListOf({
    gridBots: listingOf(gridBots),
    followed: areGridBotsListed === false ? followed : undefined,
    dcaBots: listingOf(dcaBots),
    smartTrades: trades.listing,
    areTradesCut: trades.isCut,
    sellables: exchanges.map(({ id, name }) => ({
      id,
      name,
      listed: accounts?.find((account) => account.id === id),
      isInDoubt: inDoubt.has(id),
    })),
    areExchangesListed: accounts !== undefined,
    whyNot,
  })
  return {
    list,
    isPending:
      areGridBotsListed === undefined ||
      (areGridBotsListed && gridBots.isPending) ||
      dcaBots.isPending ||
      trades.isPending ||
      isComing,
    refetch() {
      if (areGridBotsListed === true) void gridBots.refetch()
      void dcaBots.refetch()
      trades.refetch()
    },
  }
}

/** All pages of the active SmartTrades: another one is asked for as long as the last one is full. */
function useActiveTrades() {
  const [count, setCount] = useState(1)
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, index) => ({
      ...endpointQuery(listSmartTrades, {
        query: {
          status: 'active',
          per_page: PAGE,
          page: index + 1,
          // A trade that is opened meanwhile comes last and shifts no other.
          order_by: 'created_at',
          order_direction: 'ASC',
        },
      }),
      ...LIVE,
    })),
  })
  const rows = joined(pages.map(({ data }) => data ?? []))
  const last = pages.at(-1)?.data
  const before = joined(pages.slice(0, -1).map(({ data }) => data ?? []))
  // A service that knows no pages gives the first one again.
  const mayBeMore = last !== undefined && last.length >= PAGE && rows.length > before.length
  if (mayBeMore && count < MOST_PAGES) setCount(count + 1)
  const error = pages.find((page) => page.error)?.error
  return {
    listing: {
      rows: pages[0]?.data === undefined ? undefined : rows,
      ...(error && { problem: failureWords(error) }),
    } satisfies Listing<SmartTrade>,
    isCut: mayBeMore && count >= MOST_PAGES,
    isPending: pages.some((page) => page.isPending),
    refetch: () => pages.forEach((page) => void page.refetch()),
  }
}

/** A trade that moves from one page to the next while they are read is there once. */
function joined(pages: readonly Rows<SmartTrade>[]): Rows<SmartTrade> {
  const ids = new Set<unknown>()
  return pages.flat().filter(({ id }) => {
    if (id === undefined) return true
    const isNew = !ids.has(id)
    ids.add(id)
    return isNew
  })
}

const WHAT: Record<BulkAction, string> = {
  stopGridBot: 'stopping grid bots',
  stopDcaBot: 'stopping DCA bots',
  cancelSmartTrade: 'cancelling SmartTrades',
  closeSmartTrade: 'closing SmartTrades',
  sellAllToUsd: 'selling everything',
}

/** Why the service is not asked for a write, as a sentence. */
function useWhyNot(): (action: BulkAction) => string | undefined {
  const { stopDcaBot, cancelSmartTrade, closeSmartTrade } = BULK_WRITES
  const isOffered: Partial<Record<BulkAction, boolean | undefined>> = {
    stopDcaBot: useExtension(stopDcaBot.endpoint),
    cancelSmartTrade: useExtension(cancelSmartTrade.endpoint),
    closeSmartTrade: useExtension(closeSmartTrade.endpoint),
  }
  const dialect = useConnection()?.dialect ?? 'quarterdeck'
  return (action) => {
    const reason = DIALECT_WORDS[dialect].whyNot[action]
    if (reason !== undefined) return reason
    return BULK_WRITES[action].endpoint.extension && isOffered[action] !== true
      ? `This service does not offer ${WHAT[action]}.`
      : undefined
  }
}

/** The connections of which nobody knows whether they were sold. */
function useSalesInDoubt(): ReadonlySet<unknown> {
  const intents = useKeptIntents()
  return new Set(
    intents
      .filter((intent) => intent.endpoint.name === sellAllToUsd.name && isUnknown(intent))
      .map((intent) => subjectOf(intent)?.id),
  )
}

/** What selling each of these connections would sell; absent while it is read. */
export function useSales(ids: readonly string[]) {
  const tables = useQueries({
    queries: ids.map((id) => ({ ...endpointQuery(getBalanceTable, { params: { id } }), ...LIVE })),
  })
  return new Map<string, { sale: Sale | undefined; problem: string | undefined }>(
    tables.map(({ data, error }, index) => [
      ids[index] ?? '',
      { sale: data && saleOf(data), problem: error ? failureWords(error) : undefined },
    ]),
  )
}
