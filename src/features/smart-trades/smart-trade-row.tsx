import { Link } from '@tanstack/react-router'

import { Amount } from '#ui/amount.tsx'
import { Profit } from '#ui/profit.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Side } from '#ui/side.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Td, Tr } from '#ui/table.tsx'
import { Age } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { FROM_48, FROM_60, FROM_68 } from './columns.ts'
import type { WayOut } from './end-trade.ts'
import { NoteText } from './note-text.tsx'
import { PairText } from './pair-text.tsx'
import { Price } from './price.tsx'
import type { ProfitUnit } from './profit-total.ts'
import { progressOf } from './progress.ts'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import {
  entryOf,
  isClosed,
  isFilled,
  nowOf,
  sideOf,
  statusTitle,
  toneOf,
  type Trade,
  typeNameOf,
} from './trade-facts.ts'
import { TradeMenu } from './trade-menu.tsx'
import type { useWaysOut } from './use-ways-out.ts'

type SmartTradeRowProps = {
  trade: Trade
  search: SmartTradeSearch
  profit: ProfitUnit
  entryPlaces: number
  nowPlaces: number
  unitPlaces: number
  waysOut: ReturnType<typeof useWaysOut>
  onOpen: (id: number) => void
  onEnd: (trade: Trade, way: WayOut) => void
}

const BAR_WIDTH = 96

export function SmartTradeRow(props: SmartTradeRowProps) {
  const { trade, search, profit, entryPlaces, nowPlaces, unitPlaces, waysOut, onOpen, onEnd } =
    props
  const { id } = trade
  const side = sideOf(trade)
  const typeName = typeNameOf(trade.data?.type)
  const reason = whyUnknown(trade)
  return (
    <Tr
      isPressable
      isSelected={id === search.trade}
      onClick={(event) => {
        // The link opens by itself, in a new tab when asked.
        const isLink =
          event.target instanceof Element && event.target.closest('a, button, [role=menu]')
        if (!isLink && id !== undefined) onOpen(id)
      }}
    >
      <Td>
        <Link
          to="/smart-trades"
          search={{ ...search, trade: id }}
          aria-label={`${trade.pair ?? 'SmartTrade'}, open SmartTrade ${id}`}
          className="rounded-s"
        >
          <PairText pair={trade.pair} />
        </Link>
      </Td>
      <Td>{side ? <Side side={side} /> : (trade.position?.type ?? <UnknownValue />)}</Td>
      <Td className={`${FROM_60} text-ink-2`}>{typeName ?? <UnknownValue />}</Td>
      <Td>
        <StatusCell trade={trade} />
      </Td>
      <Td className={`${FROM_60} text-ink-2`}>
        <Age at={trade.data?.created_at} />
      </Td>
      <Td className={FROM_68}>
        <span className="block max-w-36 truncate text-ink-2" title={trade.note?.trim()}>
          {trade.note ? <NoteText note={trade.note} /> : null}
        </span>
      </Td>
      <Td isNumeric className={FROM_48}>
        <Amount value={trade.position?.units?.value} padTo={unitPlaces} />
      </Td>
      <Td isNumeric>
        <Price value={entryOf(trade)} padTo={entryPlaces} reason="The entry has no price yet." />
      </Td>
      <Td isNumeric>
        <Price value={nowOf(trade)} padTo={nowPlaces} reason="The service sent no price." />
      </Td>
      <Td className="pl-4!">
        <Bar trade={trade} />
      </Td>
      <Td isNumeric>
        <Profit value={profit.of(trade)} percent={trade.profit?.percent} reason={reason} />
      </Td>
      <Td className="w-8 px-0!">
        {id !== undefined && (
          <TradeMenu id={id} waysOut={waysOut(trade)} onEnd={(way) => onEnd(trade, way)} />
        )}
      </Td>
    </Tr>
  )
}

export const whyUnknown = (trade: Trade): string =>
  isFilled(trade) || isClosed(trade)
    ? 'The service sent no profit.'
    : 'The entry is not filled yet.'

/** The service's own word; why it failed is one hover away, and stands in the drawer. */
export function StatusCell({ trade }: { trade: Trade }) {
  const { status } = trade
  const title = statusTitle(status)
  if (title === undefined) return <UnknownValue />
  return (
    <span title={status?.error}>
      <StatusTag tone={toneOf(status, isFilled(trade))}>{title}</StatusTag>
    </span>
  )
}

export function Bar({ trade, isWide = false }: { trade: Trade; isWide?: boolean }) {
  const progress = progressOf(trade)
  if (!progress) return isWide ? null : <UnknownValue reason="No target, stop or entry price." />
  const { entry, now, targets, direction, label } = progress
  return (
    <ProgressBar
      entry={entry}
      now={now}
      ticks={isWide ? targets : []}
      direction={direction}
      label={label}
      width={isWide ? undefined : BAR_WIDTH}
    />
  )
}
