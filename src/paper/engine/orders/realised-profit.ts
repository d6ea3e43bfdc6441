import type { ResponseOf } from '#contract/endpoint.ts'
import type { getRealisedProfit, HistoryFilter } from '#contract/history.ts'
import type { Mode } from '#contract/system.ts'
import { NO_TALLY, tallied, totalOf } from '#money/decimal.ts'

import type { Past } from '../past.ts'

const PAGE = 1_000

export async function realisedProfit(
  past: Past,
  filter: Pick<HistoryFilter, 'account_id' | 'from' | 'to'> & { mode: Mode },
): Promise<ResponseOf<typeof getRealisedProfit>> {
  let tally = NO_TALLY
  let rows = 0
  let isValued = true
  for (let offset = 0; ; offset += PAGE) {
    const page = await past.history({ ...filter, order_by: 'closed_at', limit: PAGE, offset })
    for (const { profit } of page) {
      if (profit === null) continue
      rows += 1
      if (profit.usd === null) isValued = false
      else tally = tallied(tally, profit.usd)
    }
    if (page.length < PAGE) return { usd: isValued ? totalOf(tally) : null, rows }
  }
}
