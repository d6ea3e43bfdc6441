import { NewLink } from '#forms/new-link.tsx'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { NoMatch } from '#ui/no-match.tsx'

import type { ActiveFilter } from './active-filters.ts'
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

const NewTradeLink = () => <NewLink to="/smart-trades/new" label="New SmartTrade" />
