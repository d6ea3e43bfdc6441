import { type KeyboardEvent, memo } from 'react'

import type { Id } from '#contract/primitives.ts'
import { isSameJson } from '#query/keep-unchanged.ts'
import { Button } from '#ui/button.tsx'
import { MoreIcon } from '#ui/icons.tsx'
import { opensRow } from '#ui/opens-row.ts'
import { popoverTriggerState } from '#ui/popover-trigger.tsx'
import { Td, Tr } from '#ui/table.tsx'

import { isClosed, type Trade } from '../trade-facts.ts'
import { FROM_48 } from './columns.ts'
import type { CellContext, TradeColumn } from './trade-columns.tsx'

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

/**
 * Whether a line of the list would look as it does. Every answer has the market's price in every
 * trade; once a trade is closed its line tells what it got instead, and most trades are closed.
 */
export function rowPropsEqual<Line extends { trade: Trade }>(before: Line, after: Line): boolean {
  const names = Object.keys(after) as (keyof Line)[]
  return (
    names.every((name) => name === 'trade' || Object.is(before[name], after[name])) &&
    (before.trade === after.trade || isSameJson(drawnOf(before.trade), drawnOf(after.trade)))
  )
}

const drawnOf = (trade: Trade): Trade =>
  isClosed(trade) && trade.data
    ? { ...trade, data: { ...trade.data, current_price: undefined } }
    : trade
