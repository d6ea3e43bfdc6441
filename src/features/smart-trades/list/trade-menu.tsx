import { Link } from '@tanstack/react-router'

import { CloseIcon, CopyIcon, StopIcon } from '#ui/icons.tsx'
import { FloatingMenu, MenuItem, MenuLine, MenuLink } from '#ui/menu.tsx'
import type { Opened } from '#ui/popover-trigger.tsx'

import { WAY_NAMES, type CloseAction } from '../closing/close-trade.ts'
import type { Trade } from '../trade-facts.ts'
import { useCloseActions } from '../closing/use-close-actions.ts'

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
