import { type KeyboardEvent, memo } from 'react'

import type { Id } from '#contract/primitives.ts'
import { Button } from '#ui/button.tsx'
import { MoreIcon } from '#ui/icons.tsx'
import { popoverTriggerState } from '#ui/popover-trigger.tsx'
import { opensRow } from '#ui/opens-row.ts'
import { Td, Tr } from '#ui/table.tsx'

import { FROM_48 } from './columns.ts'
import { rowPropsEqual } from './row-props-equal.ts'
import type { CellContext, TradeColumn } from './trade-columns.tsx'
import type { Trade } from '../trade-facts.ts'

type SmartTradeRowProps = {
  id: Id
  trade: Trade
  columns: readonly TradeColumn[]
  context: CellContext
  isSelected: boolean
  menuId: string
  isMenuOpen: boolean
  onOpen: (id: Id) => void
  onMenu: (id: Id, button: HTMLElement) => void
}

/** Drawn anew only when something of its own has changed: a list has a hundred of them. */
export const SmartTradeRow = memo(function SmartTradeRow(props: SmartTradeRowProps) {
  const { id, trade, columns, context, isSelected, menuId, isMenuOpen, onOpen, onMenu } = props
  return (
    <Tr
      isPressable
      isSelected={isSelected}
      onClick={(event) => {
        if (opensRow(event)) onOpen(id)
      }}
    >
      {columns.map(({ id: name, isNumeric, className = '', isQuiet, cell }) => (
        // No `Td`: a component around every cell is a fifth of what a row costs.
        <td
          key={name}
          data-numeric={isNumeric || undefined}
          className={isQuiet ? `${className} text-ink-2` : className}
        >
          {cell(trade, context)}
        </td>
      ))}
      <Td className={`${FROM_48} w-8 px-0!`}>
        <Button
          look="quiet"
          size="small"
          isIcon
          aria-label={`Actions for SmartTrade ${id}`}
          {...popoverTriggerState('menu', isMenuOpen, menuId)}
          onClick={(event) => onMenu(id, event.currentTarget)}
          onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
            if (event.key !== 'ArrowDown' || isMenuOpen) return
            event.preventDefault()
            onMenu(id, event.currentTarget)
          }}
        >
          <MoreIcon />
        </Button>
      </Td>
    </Tr>
  )
}, rowPropsEqual)
