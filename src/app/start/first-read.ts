import { defaultParseSearch } from '@tanstack/react-router'

import { listSmartTrades } from '#contract/smart-trades.ts'
import { filterOf, smartTradeSearch } from '#features/smart-trades/list/smart-trade-search.ts'
import type { zoneOf } from '#session/settings.ts'
import type { Reader } from '#query/reader.ts'

/**
 * Begins what the page at an address reads first, while the code that draws it is still on its way.
 * Only the list that is opened most: every other page asks for itself. Resolves when it has ended.
 */
export async function beginFirstRead(
  { begin }: Pick<Reader, 'begin'>,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  zone: ReturnType<typeof zoneOf>,
): Promise<void> {
  if (!/^\/smart-trades\/?$/.test(pathname)) return
  const query = filterOf(smartTradeSearch.parse(defaultParseSearch(search)), zone)
  await begin(listSmartTrades, { query })
}
