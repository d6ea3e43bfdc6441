import { Link } from '@tanstack/react-router'

import type { ApiError } from '#client/api-error.ts'
import { failureWords } from '#query/failure-words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { formatSpan } from '#ui/instant.ts'
import { NoMatch } from '#ui/no-match.tsx'
import { useNow } from '#ui/now.tsx'
import { StaleLine } from '#ui/stale-line.tsx'

import type { ActiveFilter } from './active-filters.ts'
import { TRADES_INTERVAL } from '../queries.ts'
import type { SearchChange } from './smart-trade-filters.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'

const COUNTS = ['', 'this filter', 'these two filters', 'these three filters']

type NothingProps = {
  search: SmartTradeSearch
  filters: readonly ActiveFilter[]
  onChange: (change: SearchChange) => void
  onClear: () => void
}

/** No row came: past the last page, excluded by filters, or nothing there yet. */
export function NoTrades({ search, filters, onChange, onClear }: NothingProps) {
  if (search.page > 1) {
    return (
      <Empty
        title={`No SmartTrades on page ${search.page}.`}
        action={<Button onClick={() => onChange({ page: 1 })}>First page</Button>}
      >
        The list ends before it.
      </Empty>
    )
  }
  if (filters.length > 0) {
    return (
      <NoMatch
        title={`No SmartTrade matches ${COUNTS[filters.length] ?? `these ${filters.length} filters`}.`}
        filters={filters.map(({ label, without }) => ({
          label,
          onRemove: () => onChange(without),
        }))}
        onClear={onClear}
      >
        {TAB_WORDS[search.status]}
      </NoMatch>
    )
  }
  return (
    <Empty title={EMPTY_WORDS[search.status]} action={<NewTradeLink />}>
      A SmartTrade plans the entry, the targets and the stop before the first order is sent.
    </Empty>
  )
}

const TAB_WORDS: Record<SmartTradeSearch['status'], string> = {
  all: 'All SmartTrades were asked for.',
  active: 'Only active SmartTrades were asked for.',
  finished: 'Only finished SmartTrades were asked for.',
  successfully_finish: 'Only SmartTrades that finished in profit were asked for.',
  cancelled: 'Only cancelled SmartTrades were asked for.',
  failed: 'Only failed SmartTrades were asked for.',
}

const EMPTY_WORDS: Record<SmartTradeSearch['status'], string> = {
  all: 'No SmartTrades yet.',
  active: 'No active SmartTrades.',
  finished: 'No finished SmartTrades yet.',
  successfully_finish: 'No SmartTrade has finished in profit yet.',
  cancelled: 'No cancelled SmartTrades.',
  failed: 'No failed SmartTrades.',
}

const NewTradeLink = () => (
  <Link to="/smart-trades/new" className={buttonClass({ look: 'secondary' })}>
    New SmartTrade
  </Link>
)

type StaleProps = {
  /** By the clock that `useNow` tells; `undefined` while nothing was ever read. */
  readAt: number | undefined
  error: ApiError | null
  onRefresh: () => void
}

/** Old figures stay, and say how old they are, whether a refresh failed or waits for its turn. */
export function Staleness({ readAt, error, onRefresh }: StaleProps) {
  const now = useNow()
  const age = now === undefined || readAt === undefined ? 0 : now - readAt
  if (age < 2 * TRADES_INTERVAL) return null
  return (
    <StaleLine onRefresh={onRefresh}>
      Stale, {formatSpan(age)} old. {error && `The last refresh failed. ${failureWords(error)}`}
    </StaleLine>
  )
}
