import type { ReactNode } from 'react'

import { type Id, readId } from '#contract/primitives.ts'
import { useHiddenColumns } from '#session/use-session.ts'
import { ColumnChoice } from '#ui/column-choice.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Select } from '#ui/select.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { toSlashPair } from '#trading/pair.ts'

import { COLUMNS } from './columns.tsx'
import type { HistoryView } from './search.ts'
import type { Trade } from './trades.ts'
import { UnknownFieldTicks } from './unknown-field-ticks.tsx'

type HistoryFiltersProps = {
  view: HistoryView
  accounts: readonly { id: Id; name: string }[]
  pairs: readonly string[]
  onChange: (change: Partial<HistoryView>) => void
  text: string
  onText: (text: string) => void
  /** The one day that is listed. */
  day: string | undefined
  onAllDays: () => void
  /** The rows loaded: what they tell can be made a column. */
  trades: readonly Trade[]
  /** Stands at the left end. */
  children?: ReactNode
}

const ORDERS = [
  { value: 'closed_at desc', label: 'Newest first' },
  { value: 'closed_at asc', label: 'Oldest first' },
  { value: 'created_at desc', label: 'Opened last' },
  { value: 'created_at asc', label: 'Opened first' },
  { value: 'pair asc', label: 'Pair, A to Z' },
  { value: 'pair desc', label: 'Pair, Z to A' },
] as const

/** What the service filters and sorts by, and the search that sees loaded rows alone. */
export function HistoryFilters(props: HistoryFiltersProps) {
  const { view, accounts, pairs, onChange, text, onText, day, onAllDays, trades } = props
  const { account_id, pair } = view
  const { hidden, show } = useHiddenColumns('history')
  return (
    <div className="flex flex-wrap items-center gap-2 py-3">
      <span role="status" className="mr-auto flex flex-wrap items-center gap-3 empty:hidden">
        {day !== undefined && (
          <>
            <span className="font-semibold">{formatInstant(Date.parse(day), 'weekday')}</span>
            <button type="button" onClick={onAllDays} className="link touch">
              Show all days
            </button>
          </>
        )}
        {props.children}
      </span>
      <FilterSelect
        label="Account"
        all="Account: all"
        value={account_id === undefined ? undefined : String(account_id)}
        options={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onChange({ account_id: id === undefined ? undefined : readId(id) })}
      />
      <FilterSelect
        label="Pair"
        all="Pair: all"
        value={pair}
        options={pairs.map((name) => ({ value: name, label: toSlashPair(name) }))}
        onChange={(next) => onChange({ pair: next })}
      />
      <div className="flex-none sm:hidden">
        <Select
          isChip
          aria-label="Order"
          value={`${view.order_by} ${view.direction}`}
          options={ORDERS}
          onChange={({ target: { value } }) => {
            const [order_by, direction] = value.split(' ')
            onChange({ order_by, direction } as Pick<HistoryView, 'order_by' | 'direction'>)
          }}
        />
      </div>
      <SearchInput
        label="Search loaded rows"
        text={text}
        onText={onText}
        frameClassName="w-56 max-sm:w-0 max-sm:flex-1"
      />
      <ColumnChoice columns={COLUMNS} isShown={(id) => !hidden.includes(id)} onShow={show}>
        <UnknownFieldTicks trades={trades} />
      </ColumnChoice>
    </div>
  )
}
