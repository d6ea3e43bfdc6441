import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import type { Filter, OwnControlProps, SearchValues } from '#lists/filters.tsx'
import type { ListPage } from '#lists/list-view.tsx'
import type { Account } from '#market/accounts.ts'
import { toSlashPair } from '#trading/pair.ts'
import { tagsOf } from '#trading/tags.ts'
import { Chip } from '#ui/chip.tsx'
import { Count } from '#ui/count.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { tabClass, tabListClass } from '#ui/tab-class.ts'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import { type Trade, TYPE_NAMES } from '../trade-facts.ts'
import type { Group } from './group-counts.ts'
import { DayField, InProfit, TickerField } from './more-filters.tsx'
import { PairSearch } from './pair-search.tsx'
import { smartTradeList } from './smart-trade-list.tsx'
import { GROUPS, type SmartTradeSearch, smartTradeSearch } from './smart-trade-search.ts'
import type { TradeContext } from './trade-columns.tsx'

// Opened by the trader, long after the rows have loaded.
const SavedViewList = lazyPanel(async () => (await import('./list-panels.tsx')).SavedViewList)

const moreFilter = (name: string, label: string, control: (props: OwnControlProps) => ReactNode) =>
  ({ name, label, control, isMore: true }) as const

/** Filters of the service, and notes, which the page searches. */
const filtersOf = (accounts: readonly Account[]): readonly Filter<Trade>[] => [
  { name: 'pair', label: 'Pair', control: PairSearch, words: toSlashPair },
  {
    name: 'note',
    label: 'Note',
    fieldLabel: 'Note or #tag',
    placeholder: 'Note or #tag',
    proposed: ({ note }) => tagsOf(note ?? ''),
  },
  {
    name: 'account_id',
    label: 'Account',
    all: 'Account: all',
    options: accounts.map(({ id, name }) => ({
      value: String(id),
      own: id,
      label: accounts.some((one) => one.name === name && one.id !== id) ? `${name}, ${id}` : name,
    })),
  },
  {
    name: 'type',
    label: 'Type',
    all: 'Any type',
    isMore: true,
    options: Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label })),
  },
  moreFilter('base', 'Base', TickerField),
  moreFilter('quote', 'Quote', TickerField),
  moreFilter('from', 'Created from', DayField),
  moreFilter('to', 'Created to', DayField),
  {
    ...moreFilter('status', 'Finished in profit', InProfit),
    only: { on: 'successfully_finish', off: 'finished' },
  },
]

const inBothDirections = (value: string, name: string, [desc, asc]: readonly [string, string]) =>
  [
    { value, label: `${name}, ${desc}`, direction: 'desc' },
    { value, label: `${name}, ${asc}`, direction: 'asc' },
  ] as const

const TIME = ['newest first', 'oldest first'] as const
const SIZE = ['highest first', 'lowest first'] as const

export const smartTrades = (
  accounts: readonly Account[],
): ListPage<Trade, TradeContext, SmartTradeSearch> => ({
  table: 'smart-trades',
  noun: 'SmartTrade',
  isPaged: true,
  list: smartTradeList,
  filters: filtersOf(accounts),
  orders: [
    ...inBothDirections('created_at', 'Created', TIME),
    ...inBothDirections('updated_at', 'Updated', TIME),
    ...inBothDirections('closed_at', 'Ended', TIME),
    ...inBothDirections('status', 'Status', SIZE),
    ...inBothDirections('profit', 'Profit', SIZE),
    ...inBothDirections('profit_percentage', 'Profit in percent', SIZE),
  ],
  search: { parse: fromList },
})

/**
 * URL parameters in the form of lists; without page and trade, so that a change leads to page 1.
 */
export function toList(search: SmartTradeSearch) {
  const { page: _page, trade: _trade, order_by, order_direction, ...kept } = search
  return { ...kept, sort: order_by, direction: order_direction === 'ASC' ? 'asc' : 'desc' } as const
}

const fromList = ({ sort, direction, ...kept }: SearchValues): SmartTradeSearch =>
  smartTradeSearch.parse({
    ...kept,
    order_by: sort,
    order_direction: direction === 'asc' ? 'ASC' : 'DESC',
  })

type GroupTabsProps = {
  search: SmartTradeSearch
  counts: Partial<Record<Group, number>>
  onSearch: (search: SmartTradeSearch) => void
}

/**
 * Groups of the service: links on a wide screen, segments on a phone. Each link names its group,
 * even the default, so that the router marks the current one.
 */
export function GroupTabs({ search, counts, onSearch }: GroupTabsProps) {
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
          options={GROUPS.map((group) =>
            group.value === chosen ? { ...group, count: counts[chosen] } : group,
          )}
          onChange={(status) => onSearch(toGroup(status, search))}
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
          search={toGroup(
            value === 'finished' && isInProfit ? 'successfully_finish' : value,
            search,
          )}
          className={tabClass()}
        >
          {label} <Count of={value === 'finished' && isInProfit ? undefined : counts[value]} />
        </Link>
      ))}
    </nav>
  )
}

/** Ended trades are sorted by end, others by start. */
const timeOf = (status: SmartTradeSearch['status']): 'created_at' | 'closed_at' =>
  status === 'active' || status === 'all' ? 'created_at' : 'closed_at'

/** Parameters of another group; a chosen order is kept unless it was the group's default time. */
export const toGroup = (status: SmartTradeSearch['status'], search: SmartTradeSearch) => ({
  ...search,
  status,
  order_by: search.order_by === timeOf(search.status) ? timeOf(status) : search.order_by,
  page: 1,
  trade: undefined,
})

export function SavedViews({ search }: { search: SmartTradeSearch }) {
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
