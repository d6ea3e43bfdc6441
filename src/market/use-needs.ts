import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { getBalanceTable } from '#contract/exchanges.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { readableRows } from '#contract/read.ts'
import { SUMMARY } from '#contract/searches.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { useExtension } from '#query/service.tsx'
import { hasNeededToken } from '#session/connection-profile.ts'
import { useConnection } from '#session/use-session.ts'

import { dollarsIn } from './dollars.ts'
import { needsOf, unknownParts } from './needs.ts'
import { ACTIVE_LIMIT, activeSmartTrades, everyDcaBot, everyGridBot } from './open-lists.ts'

const EVERY = 60_000

type NeedsReads = {
  /** Allows reads; without it, only earlier ones count. */
  isWanted: boolean
  /** Also reads in a hidden tab. */
  isInBackground?: boolean
}

export function useNeeds({ isWanted, isInBackground = false }: NeedsReads) {
  const connection = useConnection()
  const hasGridList = useExtension(listGridBots)
  const hasToken = connection !== undefined && hasNeededToken(connection)
  const again = { refetchInterval: every(EVERY), refetchIntervalInBackground: isInBackground }
  const grid = useQuery({
    ...everyGridBot('extra'),
    ...again,
    enabled: isWanted && hasGridList === true,
  })
  const dca = useQuery({
    ...everyDcaBot('extra'),
    ...again,
    enabled: isWanted && hasToken,
  })
  const trades = useQuery({ ...activeSmartTrades(undefined, 'extra'), ...again, enabled: isWanted })
  // Uses the page's balance table: sorting needs no read of its own.
  const balances = useQuery({
    ...endpointQuery(getBalanceTable, { params: { id: SUMMARY } }),
    enabled: false,
  })
  const { needs, parts } = useMemo(() => {
    const needs = needsOf(
      {
        gridBots: readableRows(grid.data),
        dcaBots: readableRows(dca.data),
        smartTrades: readableRows(trades.data),
      },
      dollarsIn(balances.data),
    )
    const lists = { gridBots: grid.data, dcaBots: dca.data, smartTrades: trades.data }
    return { needs, parts: unknownParts(lists) }
  }, [grid.data, dca.data, trades.data, balances.data])
  const lists = [
    { of: 'SmartTrades', list: trades, isOffered: true },
    { of: 'grid bots', list: grid, isOffered: hasGridList !== false },
    { of: 'DCA bots', list: dca, isOffered: hasToken },
  ]
  return {
    needs,
    isReading:
      hasGridList === undefined || lists.some(({ isOffered, list }) => isOffered && list.isPending),
    /** Unreadable lists; then those not offered, and unknown parts of others. */
    failed: lists.flatMap(({ of, list }) => (list.isError ? [of] : [])),
    parts: [...lists.flatMap(({ of, isOffered }) => (isOffered ? [] : [of])), ...parts],
    isPart: (trades.data?.length ?? 0) >= ACTIVE_LIMIT,
  }
}
