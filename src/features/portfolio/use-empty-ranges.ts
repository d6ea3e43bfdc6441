import { useIsFetching, useQueryClient } from '@tanstack/react-query'

import { lineOf } from '#contract/endpoint.ts'
import { getBalanceHistory } from '#contract/exchanges.ts'
import { useService } from '#query/service.tsx'
import { formatInstant } from '#ui/instant.ts'
import type { BalanceColumns } from '#trading/balance-flow.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { emptyRanges, type Known, type WhyEmpty } from './empty-ranges.ts'
import type { balanceHistoryOf } from './queries.ts'
import type { NamedRange } from './range.ts'

const queryKey = [lineOf(getBalanceHistory)]

/** Why a named range of a scope is not worth choosing; nothing is asked for to find out. */
export function useEmptyRanges(scope: string): (range: NamedRange) => string | undefined {
  const client = useQueryClient()
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  // Reading starts and ends whenever more can become known.
  useIsFetching({ queryKey })
  const known = client
    .getQueryCache()
    .findAll({ queryKey })
    .flatMap(({ queryKey: key, state }): Known[] => {
      const [, { params, query }] = key as ReturnType<typeof balanceHistoryOf>['queryKey']
      if (!state.data || params.id !== scope || query.date_to !== undefined) return []
      const readAt = state.dataUpdatedAt + (clock.offset() ?? 0)
      return [{ from: query.date_from, readAt, instants: (state.data as BalanceColumns).at }]
    })
  const empty = emptyRanges(known)
  const words = (why: WhyEmpty): string =>
    why.kind === 'nothing'
      ? 'There is no point in this range.'
      : `The history begins on ${formatInstant(why.begins, 'date', timeZone)}: a shorter range shows all of it.`
  return (range) => {
    const why = empty.get(range)
    return why && words(why)
  }
}
