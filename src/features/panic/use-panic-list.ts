import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'

import { ApiError } from '#client/api-error.ts'
import { type DealsAtStop, listDcaBots } from '#contract/dca-bots.ts'
import { type Endpoint, lineOf, type RequestOf } from '#contract/endpoint.ts'
import { getBalanceTable, sellAllToUsd } from '#contract/exchanges.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { BULK_WRITES } from '#forms/bulk-run.ts'
import { runOf } from '#forms/use-bulk-run.ts'
import { subjectOf } from '#intents/asked.ts'
import { isUnknown } from '#intents/intent.ts'
import { useListedAccounts } from '#market/accounts.ts'
import { useExchanges } from '#market/exchanges.ts'
import { type Sale, saleOf } from '#market/sale.ts'
import { endpointQuery, every, readEndpoint } from '#query/endpoint-query.ts'
import { failureWords } from '#query/failure-words.ts'
import { useDialectWords } from '#query/why-not-offered.ts'
import {
  type Service,
  useAreOffersKnown,
  useExtension,
  useKeptIntents,
  useService,
} from '#query/service.tsx'
import type { SessionStore } from '#session/session-store.ts'
import { currentConnection, type Mode, modeKeptFor } from '#session/session.ts'
import {
  useAddressBook,
  useConnection,
  useKeptMode,
  useSessionStore,
} from '#session/use-session.ts'

import { createPanicFollower, readConfirmation } from './panic-follower.ts'
import { panicListOf } from './panic-list.ts'
import { createPanicReader, PAGE, type PanicReader } from './panic-reader.ts'
import { whyNotOf } from './panic-words.ts'

const EVERY = 10_000
const LIVE = { refetchInterval: every(EVERY), refetchOnMount: 'always', retry: false } as const

type Surroundings = {
  service: Service
  queryClient: QueryClient
  sessionStore: SessionStore
  mode: Mode
}

/** A sent panic keeps reading on other pages, so its reader belongs to the service object. */
const readers = new WeakMap<Service, Map<Mode, PanicReader>>()

function readerOf({ service, queryClient, sessionStore, mode }: Surroundings): PanicReader {
  const ofService = readers.get(service) ?? new Map<Mode, PanicReader>()
  const known = ofService.get(mode)
  if (known) return known
  const { extensions, sender, clock } = service
  const connection = currentConnection(sessionStore.session.get())
  const run = runOf('panic-run', mode, service, sessionStore)
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const read = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) =>
    queryClient.fetchQuery({
      queryKey: [lineOf(endpoint), request, 'panic'],
      queryFn: ({ client, signal }) => readEndpoint(client)(endpoint, request, signal, 'urgent'),
      meta: { endpoint },
      staleTime: 0,
      gcTime: 0,
      retry: false,
      structuralSharing: false,
    })
  const follower = createPanicFollower({
    run,
    isHere: () =>
      !service.life.aborted && modeKeptFor(sessionStore.session.get(), connection?.id) === mode,
    now: clock.here,
    wait,
    outcomeOf: (intentId) => sender.journal.find(intentId)?.outcome,
    rowsOf: (lists, readAt) =>
      panicListOf({
        ...NO_LISTS,
        ...lists,
        followed: undefined,
        readAt: { get: () => readAt },
        deals: readConfirmation(run.get()?.confirmed)?.deals ?? 'leave',
        sellables: [],
        areExchangesListed: true,
        whyNot: whyNotOf(connection?.dialect, (name) => extensions.offers(name)),
      }).rows,
  })
  const reader = createPanicReader({
    now: clock.here,
    wait,
    follower,
    reads: () => ({
      gridBots:
        extensions.offers(listGridBots.name) === false
          ? undefined
          : async () => {
              if (extensions.offers(listGridBots.name) === undefined) throw NOT_KNOWN
              return read(listGridBots, {})
            },
      dcaBots: () => read(listDcaBots, { query: {} }),
      smartTrades: (page) =>
        read(listSmartTrades, {
          query: {
            status: 'active',
            per_page: PAGE,
            page,
            // A trade opened meanwhile comes last and shifts no page.
            order_by: 'created_at',
            order_direction: 'ASC',
          },
        }),
    }),
  })
  let leave: (() => void) | undefined
  const watch = () => {
    if (follower.isActive()) leave ??= reader.watch()
    else {
      leave?.()
      leave = undefined
    }
  }
  run.subscribe(watch)
  sessionStore.session.subscribe(watch)
  service.life.addEventListener('abort', watch)
  extensions.subscribe(reader.again)
  watch()
  readers.set(service, ofService.set(mode, reader))
  return reader
}

const NOT_KNOWN = new ApiError({
  kind: 'unsent',
  because: 'The service has not said yet what it offers.',
})
const NO_LISTS = { gridBots: { rows: [] }, dcaBots: { rows: [] }, smartTrades: { rows: [] } }

function usePanicReading() {
  const service = useService()
  const queryClient = useQueryClient()
  const sessionStore = useSessionStore()
  const mode = useKeptMode()
  const reader = useMemo(
    () => readerOf({ service, queryClient, sessionStore, mode }),
    [service, queryClient, sessionStore, mode],
  )
  useEffect(() => reader.watch(), [reader])
  return { reader, reading: useSyncExternalStore(reader.subscribe, reader.get) }
}

export function usePanicList(deals: DealsAtStop) {
  const areGridBotsListed = useExtension(listGridBots)
  const { reader, reading } = usePanicReading()
  const { gridBots: followed } = useAddressBook()
  const { accounts } = useListedAccounts()
  const { exchanges, isComing } = useExchanges()
  const dialect = useConnection()?.dialect
  const { extensions } = useService()
  // Draws again once the service's extensions are known.
  useAreOffersKnown()
  useExtension(BULK_WRITES.stopDcaBot.endpoint)
  useExtension(BULK_WRITES.cancelSmartTrade.endpoint)
  useExtension(BULK_WRITES.closeSmartTrade.endpoint)
  const inDoubt = useSalesInDoubt()
  const list = panicListOf({
    ...reading,
    followed: areGridBotsListed === false ? followed : undefined,
    deals,
    ordersByHand: useDialectWords().ordersByHand,
    sellables: exchanges.map(({ id, name }) => ({
      id,
      name,
      listed: accounts?.find((account) => account.id === id),
      isInDoubt: inDoubt.has(id),
    })),
    areExchangesListed: accounts !== undefined,
    whyNot: whyNotOf(dialect, extensions.offers),
  })
  return {
    list,
    reading,
    isPending: areGridBotsListed === undefined || reading.passes === 0 || isComing,
    refetch: reader.again,
  }
}

function useSalesInDoubt(): ReadonlySet<unknown> {
  const intents = useKeptIntents()
  return new Set(
    intents
      .filter((intent) => intent.endpoint.name === sellAllToUsd.name && isUnknown(intent))
      .map((intent) => subjectOf(intent)?.id),
  )
}

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
