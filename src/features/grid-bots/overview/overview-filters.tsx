import { useState } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import { readId } from '#contract/primitives.ts'
import { useHiddenColumns } from '#session/use-session.ts'
import { ColumnChoice } from '#ui/column-choice.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { FilterSelect, Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { GridBotSearch, Sort } from '../search.ts'
import { COLUMNS } from './columns.tsx'

type OverviewFiltersProps = {
  bots: readonly GridBot[]
  search: GridBotSearch
  onSearch: (change: Partial<GridBotSearch>) => void
}

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'disabled', label: 'Disabled' },
] as const

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'cards', label: 'Cards' },
] as const

const SORT_NAMES: readonly { value: Sort; label: string }[] = [
  { value: 'service', label: 'As sent' },
  { value: 'edge', label: 'Next to leave the range' },
  { value: 'name', label: 'Name' },
  { value: 'realised', label: 'Realised' },
  { value: 'unrealised', label: 'Unrealised' },
  { value: 'roi', label: 'ROI' },
  { value: 'trips', label: 'Round trips' },
  { value: 'runtime', label: 'Runtime' },
  { value: 'lines', label: 'Lines' },
]

/** Search, state, account, order, and how the bots are shown; each choice is at once in the address. */
export function OverviewFilters({ bots, search, onSearch }: OverviewFiltersProps) {
  const { hidden, show } = useHiddenColumns('grid-bots')
  const accounts = new Map(bots.map((bot) => [bot.account_id, bot.account_name]))
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2" role="search">
      <Find find={search.find} onFind={(find) => onSearch({ find })} />
      <Segmented
        label="State"
        value={search.state}
        options={STATES}
        onChange={(state) => onSearch({ state })}
      />
      {accounts.size > 1 && (
        <FilterSelect
          className="max-sm:w-40"
          label="Account"
          all="All accounts"
          value={search.account === undefined ? undefined : String(search.account)}
          options={[...accounts].flatMap(([id, name]) =>
            id === undefined ? [] : [{ value: String(id), label: name ?? `Account ${id}` }],
          )}
          onChange={(id) => onSearch({ account: id === undefined ? undefined : readId(id) })}
        />
      )}
      <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 max-sm:flex-1">
        <Select
          isChip
          className="max-sm:w-40"
          aria-label="Sort"
          value={search.sort}
          options={SORT_NAMES}
          onChange={({ target }) => {
            const sort = SORT_NAMES.find(({ value }) => value === target.value)?.value ?? 'service'
            onSearch({ sort, direction: sort === 'name' || sort === 'edge' ? 'asc' : 'desc' })
          }}
        />
        {search.view === 'table' && (
          <ColumnChoice columns={COLUMNS} isShown={(id) => !hidden.includes(id)} onShow={show} />
        )}
        <Segmented
          label="View"
          value={search.view}
          options={VIEWS}
          onChange={(view) => onSearch({ view })}
          className="max-sm:hidden"
        />
      </span>
    </div>
  )
}

/** Shows what is typed at once, whenever the address follows. */
function Find({ find, onFind }: { find: string; onFind: (find: string) => void }) {
  const [text, setText] = useState(find)
  const [followed, setFollowed] = useState(find)
  if (find !== followed) {
    setFollowed(find)
    // Cleared from elsewhere, such as its chip.
    if (find === '') setText('')
  }
  return (
    <TextInput
      aria-label="Search grid bots"
      placeholder="Name, pair, id"
      isChip
      before={<SearchIcon />}
      value={text}
      maxLength={100}
      frameClassName="w-52 max-sm:w-full"
      onChange={(event) => {
        setText(event.target.value)
        onFind(event.target.value)
      }}
    />
  )
}
