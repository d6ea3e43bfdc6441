import { useQueries, useQuery } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import { type DcaBot, listDcaBots } from '#contract/dca-bots.ts'
import { type GridBot, listGridBots } from '#contract/grid-bots.ts'
import { type HistoryFilter, listHistoryOf } from '#contract/history.ts'
import { readableRows } from '#contract/read.ts'
import { type BotRef, botKey } from '#market/compared-bots.ts'
import { historyOf, useMostOrders } from '#market/profits.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { failureWords } from '#query/failure-words.ts'
import { useExtension, useService } from '#query/service.tsx'
import { hasNeededToken } from '#session/connection-profile.ts'
import { useConnection } from '#session/use-session.ts'
import { fromSlashPair } from '#trading/pair.ts'

import {
  type Bot,
  type Comparison,
  comparisonOf,
  dcaBotAs,
  gridBotAs,
  pastOf,
  sourceOf,
} from './comparison.ts'

const BOTS_EVERY = 60_000
const ORDERS_EVERY = 120_000

export type Chosen = { ref: BotRef; bot: Bot | undefined } & (
  | { comparison: Comparison }
  | { comparison: undefined; problem: string | undefined }
)

type Listed = { bots: ReadonlyMap<string, Bot>; isPending: boolean; problems: readonly string[] }

export function useListedBots(): Listed {
  const connection = useConnection()
  const isListed = useExtension(listGridBots)
  const isOpen = connection !== undefined && hasNeededToken(connection)
  const grids = useQuery({
    ...endpointQuery(listGridBots, {}),
    enabled: isListed === true,
    refetchInterval: every(BOTS_EVERY),
  })
  const dcas = useQuery({
    ...endpointQuery(listDcaBots, { query: {} }),
    enabled: isOpen,
    refetchInterval: every(BOTS_EVERY),
  })
  const bots = [
    ...readableRows<GridBot>(grids.data).map(gridBotAs),
    ...readableRows<DcaBot>(dcas.data).map(dcaBotAs),
  ]
  const problems = [
    isListed === false ? 'This service lists no grid bots.' : wordsOf('grid bots', grids.error),
    isOpen ? wordsOf('DCA bots', dcas.error) : 'DCA bots need a bearer token: see their page.',
  ].filter((problem) => problem !== undefined)
  return {
    bots: new Map(bots.map((bot) => [botKey(bot.ref), bot])),
    isPending: (isListed !== false && !grids.data && !grids.error) || (isOpen && dcas.isPending),
    problems,
  }
}

const wordsOf = (bots: string, error: ApiError | null): string | undefined =>
  error === null ? undefined : `The ${bots} could not be read: ${failureWords(error)}`

/** History of each chosen bot, one read per pair and account. */
export function useComparisons(refs: readonly BotRef[], { bots, isPending }: Listed): Chosen[] {
  const { clock } = useService()
  const most = useMostOrders()
  const isBySource = useExtension(listHistoryOf) === true
  const reads = new Map<string, ReturnType<typeof ordersOf>>()
  for (const ref of refs) {
    const bot = bots.get(botKey(ref))
    const query = bot && ordersOf(bot, isBySource, most)
    if (query) reads.set(JSON.stringify(query.queryKey), query)
  }
  const keys = [...reads.keys()]
  const results = useQueries({ queries: [...reads.values()] })
  return refs.map((ref): Chosen => {
    const bot = bots.get(botKey(ref))
    if (!bot) return { ref, bot, comparison: undefined, problem: isPending ? undefined : UNLISTED }
    const key = JSON.stringify(ordersOf(bot, isBySource, most).queryKey)
    const result = results[keys.indexOf(key)]
    if (result?.data === undefined) {
      const problem = result?.error
        ? `Its history could not be read: ${failureWords(result.error)}`
        : undefined
      return { ref, bot, comparison: undefined, problem }
    }
    const readAt = clock.serviceTime(result.dataUpdatedAt)
    const past = pastOf(bot, result.data, { most, readAt })
    return { ref, bot, comparison: comparisonOf(bot, past) }
  })
}

const UNLISTED = 'The service lists no such bot.'

function ordersOf({ ref, pairs, accountId }: Bot, isBySource: boolean, most: number) {
  const read = isBySource ? historyOf(sourceOf(ref), String(ref.id)) : historyOf()
  const [pair, ...others] = pairs
  const query: HistoryFilter = {
    account_id: accountId,
    pair: pair && others.length === 0 ? fromSlashPair(pair) : undefined,
    limit: most,
    order_by: 'closed_at',
    order_direction: 'desc',
  }
  return { ...read(query), staleTime: BOTS_EVERY, refetchInterval: every(ORDERS_EVERY) }
}
