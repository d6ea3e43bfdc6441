import { Link } from '@tanstack/react-router'

import { Segmented } from '#ui/segmented.tsx'
import { tabClass, tabListClass } from '#ui/tab-class.ts'

import type { SearchChange } from './smart-trade-filters.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'

type Group = 'active' | 'finished' | 'cancelled' | 'failed' | 'all'

const GROUPS: readonly { value: Group; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'finished', label: 'Finished' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'failed', label: 'Failed' },
  { value: 'all', label: 'All' },
]

type GroupTabsProps = { search: SmartTradeSearch; onChange: (change: SearchChange) => void }

/**
 * The groups of the service: addresses on a wide screen, segments under the thumb. The group stays in
 * the address even when it is the default: by it the router knows which tab is the present one.
 */
export function GroupTabs({ search, onChange }: GroupTabsProps) {
  const isInProfit = search.status === 'successfully_finish'
  const chosen: Group = search.status === 'successfully_finish' ? 'finished' : search.status
  return (
    <>
      <nav aria-label="Groups" className={tabListClass('mt-1 max-sm:hidden')}>
        {GROUPS.map(({ value, label }) => (
          <Link
            key={value}
            to="/smart-trades"
            search={{
              ...search,
              status: value === 'finished' && isInProfit ? 'successfully_finish' : value,
              page: 1,
              trade: undefined,
            }}
            className={tabClass()}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="pt-1 sm:hidden">
        <Segmented
          label="Group"
          isFull
          value={chosen}
          options={GROUPS}
          onChange={(status) => onChange({ status })}
        />
      </div>
    </>
  )
}
