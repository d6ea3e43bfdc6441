import { Link } from '@tanstack/react-router'

import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { ColumnTicks } from '#ui/column-choice.tsx'
import { CloseIcon, CopyIcon, StopIcon } from '#ui/icons.tsx'
import { FloatingMenu, MenuItem, MenuLine, MenuLink } from '#ui/menu.tsx'
import type { Opened } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { useCloseActions } from '../closing/close-actions.tsx'
import { type CloseAction, WAY_NAMES } from '../closing/close-trade.ts'
import { SavedList, useKeptByName } from '../saved-list.tsx'
import type { Trade } from '../trade-facts.ts'
import { NoteSearch } from './note-search-field.tsx'
import { MoreFilters } from './more-filters.tsx'
import { AccountFilter, type SmartTradeFiltersProps, SortMenu } from './smart-trade-filters.tsx'
import { type SmartTradeSearch, smartTradeSearch } from './smart-trade-search.ts'
import { TRADE_COLUMNS, useTradeColumns } from './trade-columns.tsx'

/** Every filter but the pair; on a phone also those that stand beside it elsewhere. */
export const AllFilters = ({ search, trades, accounts, onChange }: SmartTradeFiltersProps) => (
  <>
    <div className="mb-3 grid gap-2 not-narrow:hidden">
      <NoteSearch note={search.note} trades={trades} onChange={onChange} />
      <AccountFilter search={search} accounts={accounts} onChange={onChange} />
      <SortMenu search={search} onChange={onChange} />
    </div>
    <MoreFilters search={search} onChange={onChange} />
  </>
)

type SavedViewListProps = {
  search: SmartTradeSearch
  /** Called when a view was chosen. */
  onLeave: () => void
}

/** The views kept in this browser, and a field to keep the present one. */
export function SavedViewList({ search, onLeave }: SavedViewListProps) {
  const { kept, keep, remove } = useKeptByName('smart-trade-views', smartTradeSearch)
  return (
    <SavedList
      noun="view"
      items={kept.map(({ name, value }) => ({
        name,
        way: (
          <Link to="/smart-trades" search={value} className="link touch" onClick={onLeave}>
            {name}
          </Link>
        ),
      }))}
      onRemove={remove}
      onSave={(name) => keep(name, { ...search, page: 1, trade: undefined })}
    />
  )
}

const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'standard', label: 'Standard' },
  { value: 'comfortable', label: 'Comfortable' },
] as const

/** How high rows are, and which columns there are. */
export function ViewChoices() {
  const { density } = useSettings()
  const changeSettings = useChangeSettings()
  const { columns, order, isStandard, show, reorder, reset } = useTradeColumns()
  const shown = new Set(columns.map(({ id }) => id))
  return (
    <>
      <Segmented
        label="Row height"
        isLabelVisible
        isFull
        value={density}
        options={DENSITIES}
        onChange={(next) => changeSettings({ density: next })}
      />
      <fieldset className="mt-3">
        <legend className="mb-1 text-caption text-ink-2">Columns</legend>
        <ColumnTicks
          columns={TRADE_COLUMNS}
          isShown={(id) => shown.has(id)}
          onShow={show}
          order={order}
          onOrder={reorder}
        />
      </fieldset>
      {!isStandard && (
        <button type="button" className="link touch mt-2" onClick={reset}>
          Standard columns
        </button>
      )}
    </>
  )
}

type TradeMenuProps = {
  opened: Opened
  trade: Trade
  onEnd: (trade: Trade, way: CloseAction) => void
}

/** What can be done with one trade; the rows of a list share it. */
export function TradeMenu({ opened, trade, onEnd }: TradeMenuProps) {
  const { id } = trade
  const closeActions = useCloseActions()(trade)
  return (
    <FloatingMenu {...opened} label={`Actions for SmartTrade ${id}`} align="end">
      <MenuLink>
        <Link to="/smart-trades/new" search={{ like: id }}>
          <CopyIcon size={14} />
          Duplicate
        </Link>
      </MenuLink>
      {closeActions.length > 0 && <MenuLine />}
      {closeActions.map(({ way, reason }) => (
        <MenuItem
          key={way}
          icon={way === 'close' ? <StopIcon size={14} /> : <CloseIcon size={14} />}
          isOff={reason !== undefined}
          detail={reason}
          onSelect={() => onEnd(trade, way)}
        >
          {WAY_NAMES[way]}
        </MenuItem>
      ))}
    </FloatingMenu>
  )
}
