import { defaultParseSearch } from '@tanstack/react-router'

import { getBalanceHistory, getBalanceTable } from '#contract/exchanges.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import {
  firstPeriods,
  historyRequest,
  portfolioSearch,
  rangeIn,
  tableRequest,
} from '#features/portfolio/address.ts'
import { filterOf, smartTradeSearch } from '#features/smart-trades/list/smart-trade-search.ts'
import type { Reader } from '#query/reader.ts'
import type { SessionStore } from '#session/session-store.ts'
import { zoneOf } from '#session/settings.ts'

type Reads = Pick<Reader, 'prefetch'>
type Kept = {
  settings: Pick<SessionStore['settings'], 'get'>
  choices: Pick<SessionStore['choices'], 'get'>
}

/** Prefetches the first reads of SmartTrades or Portfolio while their code loads. */
export async function beginFirstRead(
  reader: Reads,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  kept: Kept,
  now: number,
): Promise<void> {
  const page = pathname.replace(/\/$/, '')
  if (page === '/smart-trades') await prefetchSmartTrades(reader, search, kept)
  // `/` redirects to the portfolio without its search parameters.
  if (page === '/portfolio' || page === '') {
    await prefetchPortfolio(reader, page === '' ? '' : search, kept, now)
  }
}

async function prefetchSmartTrades({ prefetch }: Reads, search: string, { settings }: Kept) {
  const chosen = smartTradeSearch.parse(defaultParseSearch(search))
  await prefetch(listSmartTrades, { query: filterOf(chosen, zoneOf(settings.get())) })
}

async function prefetchPortfolio(
  { prefetch }: Reads,
  search: string,
  { choices, settings }: Kept,
  now: number,
) {
  const { scope, ...chosen } = portfolioSearch.parse(defaultParseSearch(search))
  const periods = firstPeriods(rangeIn(chosen, choices), now, zoneOf(settings.get()))
  await Promise.all([
    prefetch(getBalanceTable, tableRequest(scope)),
    ...periods.map(({ from, to }) => prefetch(getBalanceHistory, historyRequest(scope, from, to))),
  ])
}
