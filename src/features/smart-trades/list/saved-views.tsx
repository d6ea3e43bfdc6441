import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { Chip } from '#ui/chip.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'

import { useKeptByName } from '../kept-by-name.ts'
import { SavedList } from '../saved-list.tsx'
import { smartTradeSearch, type SmartTradeSearch } from './smart-trade-search.ts'

/** Groups, filters and orders of the list under a name. */
export function SavedViews({ search }: { search: SmartTradeSearch }) {
  const { kept, keep, remove } = useKeptByName('smart-trade-views', smartTradeSearch)
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
      <SavedList
        noun="view"
        items={kept.map(({ name, value }) => ({
          name,
          way: (
            <Link
              to="/smart-trades"
              search={value}
              className="link touch"
              onClick={() => setOpen(false)}
            >
              {name}
            </Link>
          ),
        }))}
        onRemove={remove}
        onSave={(name) => keep(name, { ...search, page: 1, trade: undefined })}
      />
    </Popover>
  )
}
