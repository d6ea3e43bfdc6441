import { useQuery } from '@tanstack/react-query'

import type { DcaBot } from '#contract/dca-bots.ts'
import { readableRows } from '#contract/read.ts'
import { Segmented } from '#ui/segmented.tsx'
import { FilterSelect } from '#ui/select.tsx'

import { dcaBotList } from '../queries.ts'
import type { DcaSearch } from '../search.ts'

type DcaBotFiltersProps = {
  search: DcaSearch
  onSearch: (change: Partial<DcaSearch>) => void
}

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'stopped', label: 'Stopped' },
  { value: 'completed', label: 'Completed' },
] as const

/** Status, exchange and pair. What can be chosen is what the unfiltered list has. */
export function DcaBotFilters({ search, onSearch }: DcaBotFiltersProps) {
  const { data: all } = useQuery({
    ...dcaBotList({}),
    select: readableRows<DcaBot>,
    refetchInterval: false as const,
  })
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3 pb-2">
      <Segmented
        label="Status"
        value={search.status}
        options={STATUSES}
        onChange={(status) => onSearch({ status })}
        className="max-sm:w-full"
      />
      <FilterSelect
        label="Exchange"
        all="All exchanges"
        value={search.exchange}
        options={wordsOf(all?.map((bot) => bot.exchange))}
        onChange={(exchange) => onSearch({ exchange })}
      />
      <FilterSelect
        label="Pair"
        all="All pairs"
        value={search.pair}
        options={wordsOf(all?.map((bot) => bot.pair))}
        onChange={(pair) => onSearch({ pair })}
      />
    </div>
  )
}

function wordsOf(found: readonly (string | undefined)[] = []) {
  const words = new Set(found.filter((word) => word !== undefined))
  return [...words].toSorted().map((word) => ({ value: word, label: word }))
}
