import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { readId } from '#contract/primitives.ts'
import type { Account } from '#market/accounts.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Chip, RemovableChip } from '#ui/chip.tsx'
import { Count } from '#ui/count.tsx'
import { ChevronDownIcon, ColumnsIcon, FilterIcon } from '#ui/icons.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { Menu, MenuChoice, MenuLine } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { FilterSelect } from '#ui/select.tsx'
import { tabClass, tabListClass } from '#ui/tab-class.ts'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import { type Trade, typeNameOf } from '../trade-facts.ts'
import type { Group } from './group-counts.ts'
import { NoteSearch } from './note-search-field.tsx'
import { PairSearch } from './pair-search.tsx'
import type { SearchChange, SmartTradeSearch } from './smart-trade-search.ts'

// What opens is asked for long after the rows.
const AllFilters = lazyPanel(() => import('./list-panels.tsx').then((module) => module.AllFilters))
const SavedViewList = lazyPanel(() =>
  import('./list-panels.tsx').then((module) => module.SavedViewList),
)
const ViewChoices = lazyPanel(() =>
  import('./list-panels.tsx').then((module) => module.ViewChoices),
)

export type SmartTradeFiltersProps = {
  search: SmartTradeSearch
  trades: readonly Trade[]
  accounts: readonly Account[]
  onChange: (change: SearchChange) => void
}

/** Everything the service can filter and sort by; each choice is at once in the address. */
export function SmartTradeFilters(props: SmartTradeFiltersProps) {
  const { search, trades, accounts, onChange } = props
  const hidden = activeFilters(props).filter(({ name }) => !IN_SIGHT.has(name)).length
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-2 py-2">
      <PairSearch search={search} onChange={onChange} />
      <div className="flex gap-2 narrow:hidden">
        <NoteSearch note={search.note} trades={trades} onChange={onChange} />
        <AccountFilter search={search} accounts={accounts} onChange={onChange} />
      </div>
      <Popover
        label="More filters"
        trigger={
          <Chip>
            <FilterIcon />
            <span>
              <span className="narrow:hidden">More filters</span>
              <span className="not-narrow:hidden">Filters</span>
              {hidden > 0 && `, ${hidden} on`}
            </span>
          </Chip>
        }
      >
        <AllFilters {...props} />
      </Popover>
      <div className="ml-auto flex gap-2 narrow:ml-0">
        <SavedViews search={search} />
        <span className="flex gap-2 narrow:hidden">
          <ViewOptions />
          <SortMenu search={search} onChange={onChange} />
        </span>
      </div>
    </div>
  )
}

const IN_SIGHT = new Set<string>(['pair', 'base', 'account_id', 'note'])

export function AccountFilter(
  props: Pick<SmartTradeFiltersProps, 'search' | 'accounts' | 'onChange'>,
) {
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
  { value: 'closed_at', label: 'Ended' },
  { value: 'status', label: 'Status' },
  { value: 'profit', label: 'Profit' },
  { value: 'profit_percentage', label: 'Profit in percent' },
]

export function SortMenu({
  search,
  onChange,
}: Pick<SmartTradeFiltersProps, 'search' | 'onChange'>) {
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

export type ActiveFilter = {
  name: string
  label: string
  without: SearchChange
  onRemove: () => void
}

/** The filters that are on besides the tab, in words, each with what takes it off. */
export function activeFilters({
  search,
  accounts,
  onChange,
}: Omit<SmartTradeFiltersProps, 'trades'>): ActiveFilter[] {
  const { pair, base, quote, account_id: account, type, from, to, note, status } = search
  const words: { [Name in keyof SmartTradeSearch]?: string | false | undefined } = {
    note: note && `Note: ${note}`,
    pair: pair && `Pair: ${toSlashPair(pair)}`,
    base: base && `Base: ${base}`,
    quote: quote && `Quote: ${quote}`,
    account_id:
      account !== undefined &&
      `Account: ${accounts.find(({ id }) => id === account)?.name ?? account}`,
    type: type && `Type: ${typeNameOf(type)}`,
    from: from && `Created from ${from}`,
    to: to && `Created to ${to}`,
    status: status === 'successfully_finish' && 'Finished in profit',
  }
  return Object.entries(words).flatMap(([name, label]) => {
    const without: SearchChange = name === 'status' ? { status: 'finished' } : { [name]: undefined }
    return label ? { name, label, without, onRemove: () => onChange(without) } : []
  })
}

type FilterChipsProps = { filters: readonly ActiveFilter[]; onClear: () => void }

/** What narrows the rows, each taken off by pressing it. */
export function FilterChips({ filters, onClear }: FilterChipsProps) {
  if (filters.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      {filters.map(({ label, onRemove }) => (
        <RemovableChip key={label} label={label} onRemove={onRemove} />
      ))}
      <button type="button" onClick={onClear} className="link touch px-1 text-caption">
        Clear filters
      </button>
    </div>
  )
}

const GROUPS: readonly { value: Group; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'finished', label: 'Finished' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'failed', label: 'Failed' },
  { value: 'all', label: 'All' },
]

type GroupTabsProps = {
  search: SmartTradeSearch
  counts: Partial<Record<Group, number>>
  onChange: (change: SearchChange) => void
}

/**
 * The groups of the service: addresses on a wide screen, segments under the thumb. The group stays in
 * the address even when it is the default: by it the router knows which tab is the present one.
 */
export function GroupTabs({ search, counts, onChange }: GroupTabsProps) {
  const isInProfit = search.status === 'successfully_finish'
  const chosen: Group = search.status === 'successfully_finish' ? 'finished' : search.status
  const isNarrow = useIsNarrow()
  if (isNarrow) {
    return (
      <div className="pt-1">
        <Segmented
          label="Group"
          isFull
          value={chosen}
          // There is room for one count.
          options={GROUPS.map((group) =>
            group.value === chosen ? { ...group, count: counts[chosen] } : group,
          )}
          onChange={(status) => onChange(toGroup(status, search))}
        />
      </div>
    )
  }
  return (
    <nav aria-label="Groups" className={tabListClass('mt-1')}>
      {GROUPS.map(({ value, label }) => (
        <Link
          key={value}
          to="/smart-trades"
          search={{
            ...search,
            ...toGroup(value === 'finished' && isInProfit ? 'successfully_finish' : value, search),
            page: 1,
            trade: undefined,
          }}
          className={tabClass()}
        >
          {label} <Count of={value === 'finished' && isInProfit ? undefined : counts[value]} />
        </Link>
      ))}
    </nav>
  )
}

/** What has ended is first shown by its end, what may still run by its beginning. */
const timeOf = (status: SmartTradeSearch['status']): 'created_at' | 'closed_at' =>
  status === 'active' || status === 'all' ? 'created_at' : 'closed_at'

/** Another group; an order that was chosen, and is not just the time of the group, is kept. */
export const toGroup = (status: SmartTradeSearch['status'], search: SmartTradeSearch) => ({
  status,
  order_by: search.order_by === timeOf(search.status) ? timeOf(status) : search.order_by,
})

/** Groups, filters and orders of the list under a name. */
function SavedViews({ search }: { search: SmartTradeSearch }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label="Views"
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Chip>
          Views
          <ChevronDownIcon />
        </Chip>
      }
    >
      <SavedViewList search={search} onLeave={() => setOpen(false)} />
    </Popover>
  )
}

/** Which columns the list has and how high its rows are; kept in this browser. */
const ViewOptions = () => (
  <Popover
    label="Columns and rows"
    align="end"
    trigger={
      <Chip aria-label="Columns and rows">
        <ColumnsIcon />
        Columns
      </Chip>
    }
  >
    <ViewChoices />
  </Popover>
)
