import { Link } from '@tanstack/react-router'

import { Button } from '#ui/button.tsx'
import { CloseIcon, CopyIcon, MoreIcon, StopIcon } from '#ui/icons.tsx'
import { Menu, MenuItem, MenuLine, MenuLink } from '#ui/menu.tsx'

import { WAY_NAMES, type WayOut } from './end-trade.ts'
import type { OfferedWay } from './use-ways-out.ts'

type TradeMenuProps = { id: number; waysOut: readonly OfferedWay[]; onEnd: (way: WayOut) => void }

/** What can be done with the trade of one row. */
export function TradeMenu({ id, waysOut, onEnd }: TradeMenuProps) {
  return (
    <Menu
      label={`Actions for SmartTrade ${id}`}
      align="end"
      trigger={
        <Button look="quiet" size="small" isIcon aria-label={`Actions for SmartTrade ${id}`}>
          <MoreIcon />
        </Button>
      }
    >
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
          onSelect={() => onEnd(way)}
        >
          {WAY_NAMES[way]}
        </MenuItem>
      ))}
    </Menu>
  )
}
