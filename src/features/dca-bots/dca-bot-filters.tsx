import { useQuery } from '@tanstack/react-query'

import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'

import { dcaBotList } from './queries.ts'
import type { DcaSearch } from './search.ts'

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
  const { data: all } = useQuery({ ...dcaBotList({}), refetchInterval: false as const })
  const exchanges = wordsOf(
    all?.map((bot) => bot.exchange),
    search.exchange,
  )
  const pairs = wordsOf(
    all?.map((bot) => bot.pair),
    search.pair,
  )
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3 pb-2">
      <Segmented
        label="Status"
        value={search.status}
        options={STATUSES}
        onChange={(status) => onSearch({ status })}
        className="max-sm:w-full"
      />
      <Select
        aria-label="Exchange"
        isChip
        value={search.exchange ?? ''}
        options={[{ value: '', label: 'All exchanges' }, ...exchanges]}
        onChange={(event) => onSearch({ exchange: event.target.value || undefined })}
      />
      <Select
        aria-label="Pair"
        isChip
        value={search.pair ?? ''}
        options={[{ value: '', label: 'All pairs' }, ...pairs]}
        onChange={(event) => onSearch({ pair: event.target.value || undefined })}
      />
    </div>
  )
}

function wordsOf(found: readonly (string | undefined)[] = [], chosen: string | undefined) {
  const words = new Set([...found, chosen].filter((word) => word !== undefined))
  return [...words].toSorted().map((word) => ({ value: word, label: word }))
}
