import { Td, Tr } from '#ui/table.tsx'

import { FROM_48 } from './columns.ts'
import type { WayOut } from './end-trade.ts'
import type { CellContext, TradeColumn } from './trade-columns.tsx'
import type { Trade } from './trade-facts.ts'
import { TradeMenu } from './trade-menu.tsx'
import type { useWaysOut } from './use-ways-out.ts'

type SmartTradeRowProps = {
  trade: Trade
  columns: readonly TradeColumn[]
  context: CellContext
  waysOut: ReturnType<typeof useWaysOut>
  onOpen: (id: number) => void
  onEnd: (trade: Trade, way: WayOut) => void
}

export function SmartTradeRow(props: SmartTradeRowProps) {
  const { trade, columns, context, waysOut, onOpen, onEnd } = props
  const { id } = trade
  return (
    <Tr
      isPressable
      isSelected={id === context.search.trade}
      onClick={(event) => {
        // The link opens by itself, in a new tab when asked.
        const isLink =
          event.target instanceof Element && event.target.closest('a, button, [role=menu]')
        if (!isLink && id !== undefined) onOpen(id)
      }}
    >
      {columns.map(({ id: name, isNumeric, className = '', isQuiet, cell }) => (
        <Td
          key={name}
          isNumeric={isNumeric}
          className={isQuiet ? `${className} text-ink-2` : className}
        >
          {cell(trade, context)}
        </Td>
      ))}
      <Td className={`${FROM_48} w-8 px-0!`}>
        {id !== undefined && (
          <TradeMenu id={id} waysOut={waysOut(trade)} onEnd={(way) => onEnd(trade, way)} />
        )}
      </Td>
    </Tr>
  )
}
