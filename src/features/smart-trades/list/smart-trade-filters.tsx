import { readId } from '#contract/primitives.ts'
import type { Account } from '#market/accounts.ts'
import { Chip } from '#ui/chip.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { ChevronDownIcon, FilterIcon } from '#ui/icons.tsx'
import { Menu, MenuChoice, MenuLine } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'

import { activeFilters } from './active-filters.ts'
import { MoreFilters } from './more-filters.tsx'
import { PairSearch } from './pair-search.tsx'
import { SavedViews } from './saved-views.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import { ViewOptions } from './view-options.tsx'

export type SearchChange = Partial<SmartTradeSearch>

type SmartTradeFiltersProps = {
  search: SmartTradeSearch
  accounts: readonly Account[]
  onChange: (change: SearchChange) => void
}

/** Everything the service can filter and sort by; each choice is at once in the address. */
export function SmartTradeFilters({ search, accounts, onChange }: SmartTradeFiltersProps) {
  const hidden = activeFilters(search).filter(({ name }) => !IN_SIGHT.has(name)).length
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-2 py-2">
      <PairSearch search={search} onChange={onChange} />
      <div className="max-sm:hidden">
        <AccountFilter search={search} accounts={accounts} onChange={onChange} />
      </div>
      <Popover
        label="More filters"
        trigger={
          <Chip>
            <FilterIcon />
            <span>
              <span className="max-sm:hidden">More filters</span>
              <span className="sm:hidden">Filters</span>
              {hidden > 0 && `, ${hidden} on`}
            </span>
          </Chip>
        }
      >
        <div className="mb-3 grid gap-2 sm:hidden">
          <AccountFilter search={search} accounts={accounts} onChange={onChange} />
          <SortMenu search={search} onChange={onChange} />
        </div>
        <MoreFilters search={search} onChange={onChange} />
      </Popover>
      <div className="ml-auto flex gap-2 max-sm:ml-0">
        <SavedViews search={search} />
        <span className="flex gap-2 max-sm:hidden">
          <ViewOptions />
          <SortMenu search={search} onChange={onChange} />
        </span>
      </div>
    </div>
  )
}

const IN_SIGHT = new Set<string>(['pair', 'base', 'account_id'])

function AccountFilter(props: Pick<SmartTradeFiltersProps, 'search' | 'accounts' | 'onChange'>) {
  const { search, accounts, onChange } = props
  const { account_id: chosen } = search
  return (
    <FilterSelect
      label="Account"
      all="Account: all"
      className="[field-sizing:content] max-w-52"
      value={chosen === undefined ? undefined : String(chosen)}
      onChange={(id) => onChange({ account_id: id === undefined ? undefined : readId(id) })}
      options={accounts.map(({ id, name }) => ({
        value: String(id),
        label: accounts.some((one) => one.name === name && one.id !== id) ? `${name}, ${id}` : name,
      }))}
    />
  )
}

const ORDERS: readonly { value: SmartTradeSearch['order_by']; label: string }[] = [
  { value: 'created_at', label: 'Created' },
  { value: 'updated_at', label: 'Updated' },
  { value: 'closed_at', label: 'Closed' },
  { value: 'status', label: 'Status' },
  { value: 'profit', label: 'Profit' },
  { value: 'profit_percentage', label: 'Profit in percent' },
]

function SortMenu({ search, onChange }: Pick<SmartTradeFiltersProps, 'search' | 'onChange'>) {
  const { order_by, order_direction } = search
  const name = ORDERS.find(({ value }) => value === order_by)?.label ?? order_by
  const isTime = order_by.endsWith('_at')
  const directions = isTime
    ? ([
        { value: 'DESC', label: 'Newest first' },
        { value: 'ASC', label: 'Oldest first' },
      ] as const)
    : ([
        { value: 'DESC', label: 'Highest first' },
        { value: 'ASC', label: 'Lowest first' },
      ] as const)
  const direction = directions.find(({ value }) => value === order_direction)?.label ?? ''
  return (
    <Menu
      label="Sort"
      align="end"
      trigger={
        <Chip>
          {name}, {direction.toLowerCase()}
          <ChevronDownIcon />
        </Chip>
      }
    >
      <MenuChoice
        label="Sort by"
        value={order_by}
        options={ORDERS}
        onChange={(value) => onChange({ order_by: value })}
      />
      <MenuLine />
      <MenuChoice
        label="Direction"
        value={order_direction}
        options={directions}
        onChange={(value) => onChange({ order_direction: value })}
      />
    </Menu>
  )
}
