import { Link } from '@tanstack/react-router'

import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { CloseIcon, CopyIcon, StopIcon } from '#ui/icons.tsx'
import { FloatingMenu, MenuItem, MenuLine, MenuLink } from '#ui/menu.tsx'
import type { Opened } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { useCloseActions } from '../closing/close-actions.tsx'
import { type CloseAction, WAY_NAMES } from '../closing/close-trade.ts'
import { SavedList, useKeptByName } from '../saved-list.tsx'
import type { Trade } from '../trade-facts.ts'
import { type SmartTradeSearch, smartTradeSearch } from './smart-trade-search.ts'

type SavedViewListProps = {
  search: SmartTradeSearch
  onLeave: () => void
}

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

export function RowHeight() {
  const { density } = useSettings()
  const changeSettings = useChangeSettings()
  return (
    <div className="mt-3">
      <Segmented
        label="Row height"
        isLabelVisible
        isFull
        value={density}
        options={DENSITIES}
        onChange={(next) => changeSettings({ density: next })}
      />
    </div>
  )
}

type TradeMenuProps = {
  opened: Opened
  trade: Trade
  onEnd: (trade: Trade, way: CloseAction) => void
}

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
