import { NewLink } from '#forms/new-link.tsx'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'

import type { SmartTradeSearch } from './smart-trade-search.ts'

export function NoTrades({ search, onFirst }: { search: SmartTradeSearch; onFirst: () => void }) {
  if (search.page > 1) {
    return (
      <Empty
        title={`No SmartTrades on page ${search.page}.`}
        action={<Button onClick={onFirst}>First page</Button>}
      >
        The list ends before it.
      </Empty>
    )
  }
  const { title, words, hasNext } = EMPTY_WORDS[search.status]
  return (
    <Empty title={title} {...(hasNext && { action: <NewTradeLink /> })}>
      {words}
    </Empty>
  )
}

const WHAT_IT_IS =
  'A SmartTrade buys or sells at your price, takes profit at your targets, and limits the loss by a stop.'

/** Text for an empty group, and whether it offers a new trade. */
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
