import { memo, type ReactNode, type Ref } from 'react'

import { PairText } from '#market/pairs.tsx'
import { legiblePlaces } from '#money/legible.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { opensRow } from '#ui/opens-row.ts'
import { Td, Th, Tr } from '#ui/table.tsx'
import { Time } from '#ui/time.tsx'

import type { CellContext, Column } from './columns.tsx'
import { priceOf, ProfitText, SideText, unitsOf } from './trade-cells.tsx'
import { TradeStatus } from './trade-status.tsx'
import { idOf, statusOf, type Trade } from './trades.ts'
import { sourceWords } from './words.ts'

type TradeRowProps = {
  trade: Trade
  columns: readonly Column[]
  context: CellContext
  /** Its place among all lines. */
  index: number
  ref: Ref<HTMLTableRowElement>
  isNarrow: boolean
  isOpen: boolean
  onOpen: (uuid: string) => void
}

/** One trade. The whole row opens it; its first cell is the link that keyboards use. */
export const TradeRow = memo(function TradeRow(props: TradeRowProps) {
  const { trade, columns, context, index, ref, isNarrow, isOpen, onOpen } = props
  const id = idOf(trade)
  const [first, ...others] = isNarrow ? [] : columns
  return (
    <Tr
      isSelected={isOpen}
      isPressable={id !== undefined}
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      onClick={(event) => {
        if (id !== undefined && opensRow(event)) onOpen(id)
      }}
    >
      <Th scope="row" className="font-normal! max-sm:pr-2!">
        {isNarrow ? (
          <PhoneLines trade={trade} context={context} />
        ) : (
          <TradeLink trade={trade} context={context}>
            {first?.cell(trade, context)}
          </TradeLink>
        )}
      </Th>
      {others.map((column) => (
        <Td
          key={column.id}
          isNumeric={column.isNumeric}
          className={classNames(column.className, column.isQuiet && 'text-ink-2')}
        >
          {column.cell(trade, context)}
        </Td>
      ))}
    </Tr>
  )
})

type TradeLinkProps = { trade: Trade; context: CellContext; children: ReactNode }

function TradeLink({ trade, context, children }: TradeLinkProps) {
  const { pair } = trade
  const id = idOf(trade)
  if (id === undefined) return children
  const label = `Open ${pair === undefined ? 'order' : toSlashPair(pair)} ${id.slice(-4)}`
  return (
    <a href={context.addressOf(id)} aria-label={label} className="rounded-s font-normal">
      {children}
    </a>
  )
}

type PhoneLinesProps = { trade: Trade; context: CellContext }

/** On a phone a row is one cell of three lines. */
function PhoneLines({ trade, context }: PhoneLinesProps) {
  const { pair, order, profit, status, source, filled, closed_at } = trade
  const units = unitsOf(trade)
  const total = filled?.total
  const line = 'flex justify-between gap-3 text-caption text-ink-3'
  return (
    <span className="block py-2.5">
      <span className="flex justify-between gap-3">
        <TradeLink trade={trade} context={context}>
          <PairText pair={pair} />
        </TradeLink>
        {profit !== undefined && <ProfitText profit={profit} />}
      </span>
      <span className={line}>
        <span className="flex gap-2">
          <SideText side={order?.side} />
          {sourceWords(source?.type)}
        </span>
        <span className="tabular-nums">
          {(statusOf(trade) ?? 'finished') !== 'finished' ? (
            <TradeStatus status={status} />
          ) : (
            <Time at={closed_at} style={context.dayField === 'closed_at' ? 'clock' : 'short'} />
          )}
        </span>
      </span>
      <span className={line}>
        <span>
          <Amount value={units} places={units && legiblePlaces(units)} /> at{' '}
          <Amount isPrice value={priceOf(trade)} />
        </span>
        <Amount value={total} places={total && Math.max(2, legiblePlaces(total))} />
      </span>
    </span>
  )
}
