import type { ReactNode } from 'react'

import { chipsOf, FilterControls, FilterPanel } from '#lists/filters.tsx'
import { TableColumns } from '#lists/list-view.tsx'
import { useExtraColumns } from '#session/use-session.ts'
import { RemovableChip } from '#ui/chip.tsx'
import { ColumnTicks } from '#ui/column-choice.tsx'
import { formatInstant } from '#ui/instant.ts'
import { FilterSelect, Select } from '#ui/select.tsx'
import { SearchInput } from '#ui/text-input.tsx'

import { COLUMNS } from './columns.tsx'
import type { RowOrder } from './search.ts'
import type { Trade } from './trades.ts'
import type { HistoryModel } from './use-history.ts'
import { unknownFields } from './unknown-fields.tsx'

type HistoryFiltersProps = {
  history: HistoryModel
  children?: ReactNode
}

const ORDERS = [
  { value: 'closed_at desc', label: 'Newest first' },
  { value: 'closed_at asc', label: 'Oldest first' },
  { value: 'created_at desc', label: 'Opened, newest first' },
  { value: 'created_at asc', label: 'Opened, oldest first' },
  { value: 'pair asc', label: 'Pair, A to Z' },
  { value: 'pair desc', label: 'Pair, Z to A' },
] as const

export function HistoryFilters({ history, children }: HistoryFiltersProps) {
  const { search, onChange, typed, setTyped, rows, filtering } = history
  const { day } = search
  const inSight = filtering.filters.filter(({ isMore }) => !isMore)
  const panel = { ...filtering, filters: filtering.filters.filter(({ isMore }) => isMore) }
  const chips = chipsOf(panel)
  return (
    <div className="flex flex-wrap items-center gap-2 py-3">
      <span role="status" className="mr-auto flex flex-wrap items-center gap-3 empty:hidden">
        {day !== undefined && (
          <>
            <span className="font-semibold">{formatInstant(Date.parse(day), 'weekday')}</span>
            <button
              type="button"
              onClick={() => onChange({ day: undefined })}
              className="link touch"
            >
              Show all days
            </button>
          </>
        )}
        {children}
      </span>
      <FilterControls {...filtering} filters={inSight} />
      <FilterPanel {...panel} align="end" more={<ProfitBasis history={history} />} />
      <div className="flex-none sm:hidden">
        <Select
          isChip
          aria-label="Order"
          value={`${search.order_by} ${search.direction}`}
          options={ORDERS}
          onChange={({ target: { value } }) => {
            const [order_by, direction] = value.split(' ')
            onChange({ order_by, direction } as RowOrder)
          }}
        />
      </div>
      <SearchInput
        label="Search"
        text={typed}
        onText={setTyped}
        // Starts the second line if one line does not fit all filters.
        frameClassName="w-56 max-sm:w-full sm:@max-[52rem]/page:min-w-4/5 sm:@max-[52rem]/page:flex-1"
      />
      <TableColumns table="history" columns={COLUMNS}>
        <UnknownFieldTicks trades={rows} />
      </TableColumns>
      {chips.length > 0 && (
        <div className="flex w-full flex-wrap gap-2">
          {chips.map(({ label, onRemove }) => (
            <RemovableChip key={label} label={label} onRemove={onRemove} />
          ))}
        </div>
      )}
    </div>
  )
}

function ProfitBasis({ history: { search, rows, onChange } }: { history: HistoryModel }) {
  const isGross = search.profit === 'gross'
  if (!isGross && !rows.some(({ profit }) => profit?.fees !== undefined)) return null
  return (
    <FilterSelect
      isField
      label="Profit"
      all="Net, after the fees of both sides"
      value={isGross ? 'gross' : undefined}
      options={[{ value: 'gross', label: 'Gross, before fees' }]}
      onChange={(profit) => onChange({ profit: profit === undefined ? 'net' : 'gross' })}
    />
  )
}

function UnknownFieldTicks({ trades }: { trades: readonly Trade[] }) {
  const { extra, show } = useExtraColumns('history')
  const fields = unknownFields(trades)
  const offered = [...fields, ...extra.filter((field) => !fields.includes(field))]
  if (offered.length === 0) return null
  return (
    <section className="mt-2 border-t border-hairline pt-2">
      <h3 className="pb-1 text-caption text-ink-3">Other fields that this service sends</h3>
      <ColumnTicks
        columns={offered.map((field) => ({ id: field, head: field }))}
        isShown={(field) => extra.includes(field)}
        onShow={show}
      />
    </section>
  )
}
