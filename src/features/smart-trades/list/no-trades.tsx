import { NewLink } from '#forms/new-link.tsx'
import { Button } from '#ui/button.tsx'
import { Empty, NoMatch, noMatchTitle } from '#ui/empty.tsx'

import type { ActiveFilter } from './smart-trade-filters.tsx'
import type { SearchChange, SmartTradeSearch } from './smart-trade-search.ts'

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
      <NoMatch title={noMatchTitle('SmartTrade', filters)} filters={filters} onClear={onClear}>
        {TAB_WORDS[search.status]}
      </NoMatch>
    )
  }
  const { title, words, hasNext } = EMPTY_WORDS[search.status]
  return (
    <Empty title={title} {...(hasNext && { action: <NewTradeLink /> })}>
      {words}
    </Empty>
  )
}

const TAB_WORDS: Record<SmartTradeSearch['status'], string> = {
  all: 'All SmartTrades were searched.',
  active: 'Only active SmartTrades were searched.',
  finished: 'Only finished SmartTrades were searched.',
  successfully_finish: 'Only SmartTrades that finished in profit were searched.',
  cancelled: 'Only cancelled SmartTrades were searched.',
  failed: 'Only failed SmartTrades were searched.',
}

const WHAT_IT_IS =
  'A SmartTrade buys or sells at your price, takes profit at your targets, and limits the loss by a stop.'

/** What a group will hold, and whether the way on from here is a new trade. */
const EMPTY_WORDS: Record<
  SmartTradeSearch['status'],
  { title: string; words: string; hasNext: boolean }
> = {
  all: { title: 'No SmartTrades yet.', words: WHAT_IT_IS, hasNext: true },
  active: { title: 'No active SmartTrades.', words: WHAT_IT_IS, hasNext: true },
  finished: {
    title: 'No finished SmartTrades yet.',
    words: 'A trade appears here with its result once a target, its stop or you have closed it.',
    hasNext: true,
  },
  successfully_finish: {
    title: 'No SmartTrade has finished in profit yet.',
    words: 'A trade appears here once it has closed with a profit.',
    hasNext: true,
  },
  cancelled: {
    title: 'No cancelled SmartTrades.',
    words: 'A trade appears here if it is cancelled before its targets or its stop are reached.',
    hasNext: false,
  },
  failed: {
    title: 'No failed SmartTrades.',
    words: 'A trade that could not be carried out appears here with the reason.',
    hasNext: false,
  },
}

const NewTradeLink = () => <NewLink to="/smart-trades/new" label="New SmartTrade" />
