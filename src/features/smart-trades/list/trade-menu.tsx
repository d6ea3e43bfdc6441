import { Link } from '@tanstack/react-router'

import type { Id } from '#contract/primitives.ts'
import { CloseIcon, CopyIcon, StopIcon } from '#ui/icons.tsx'
import { FloatingMenu, MenuItem, MenuLine, MenuLink } from '#ui/menu.tsx'
import type { Opened } from '#ui/opener.tsx'

import { WAY_NAMES, type WayOut } from '../ending/end-trade.ts'
import type { Trade } from '../trade-facts.ts'
import { useWaysOut } from '../ending/use-ways-out.ts'

type TradeMenuProps = {
  opened: Opened
  id: Id
  trade: Trade
  onEnd: (trade: Trade, way: WayOut) => void
}

/** What can be done with one trade; the rows of a list share it. */
export function TradeMenu({ opened, id, trade, onEnd }: TradeMenuProps) {
  const waysOut = useWaysOut()(trade)
  return (
    <FloatingMenu {...opened} label={`Actions for SmartTrade ${id}`} align="end">
      <MenuLink>
        <Link to="/smart-trades/new" search={{ like: id }}>
          <CopyIcon size={14} />
          Duplicate
        </Link>
      </MenuLink>
      {waysOut.length > 0 && <MenuLine />}
      {waysOut.map(({ way, reason }) => (
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
