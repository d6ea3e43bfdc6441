import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'

import { isUnreadable, readableRows } from '#contract/read.ts'
import { useKeptIntents } from '#query/service.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { RowGap, SortableTh, Table, Th } from '#ui/table.tsx'
import { UnreadableRow } from '#ui/unreadable-row.tsx'
import { rowHeight, usePageTop } from '#ui/window-rows.tsx'

import { lastStops } from '../stop-state.ts'
import { BotRow } from './bot-row.tsx'
import { type BotColumn, COLUMNS, sharedUnit } from './columns.tsx'
import type { BotsShown } from './listed-bots.tsx'
import { StopUnreadable } from './stop-unreadable.tsx'

const ROW = 48
const OVERSCAN = 10

/** The bots in rows; the head stays as it is while they come and go. */
export function GridBotTable(props: BotsShown) {
  const { bots, selection, search, onSearch, hiddenColumns } = props
  // The same list at every scroll, or every row in sight would be drawn again.
  const columns = useMemo(
    () => COLUMNS.filter(({ id }) => !hiddenColumns.includes(id)),
    [hiddenColumns],
  )
  const unit = useMemo(() => sharedUnit(readableRows(bots)), [bots])
  const sort = (next: typeof search.sort) =>
    onSearch(
      next === search.sort
        ? { direction: search.direction === 'asc' ? 'desc' : 'asc' }
        : { sort: next, direction: ASCENDING.has(next) ? 'asc' : 'desc' },
    )
  const sortedBy = (id: typeof search.sort) =>
    search.sort === id ? SORTED[search.direction] : undefined
  return (
    <Table caption="Grid bots" hasBleed rowHeight={ROW} rowCount={bots.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <Th className="w-6">
            <Checkbox
              label={<span className="sr-only">Select all bots shown</span>}
              checked={selection.isWhole}
              onChange={(event) => selection.selectShown(event.target.checked)}
            />
          </Th>
          <SortableTh sorted={sortedBy('name')} onSort={() => sort('name')}>
            Bot
          </SortableTh>
          {columns.map(({ id, head, isMoney, sort: by, isNumeric, className }) => {
            const words = isMoney && unit !== undefined ? `${head}, ${unit}` : head
            return by ? (
              <SortableTh
                key={id}
                isNumeric={isNumeric}
                className={className}
                sorted={sortedBy(by)}
                onSort={() => sort(by)}
              >
                {words}
              </SortableTh>
            ) : (
              <Th key={id} isNumeric={isNumeric} className={className}>
                {words}
              </Th>
            )
          })}
          <Th>
            <span className="sr-only">Stop</span>
          </Th>
        </tr>
      </thead>
      <BotRows {...props} columns={columns} hasUnits={unit === undefined} />
    </Table>
  )
}

type BotRowsProps = Pick<BotsShown, 'bots' | 'selection' | 'stopReason' | 'onStop'> & {
  columns: readonly BotColumn[]
  hasUnits: boolean
}

/** Only the rows in sight are drawn; two empty rows keep the rest's room. */
function BotRows(props: BotRowsProps) {
  const { bots, selection, stopReason, onStop, columns, hasUnits } = props
  const stops = lastStops(useKeptIntents())
  const body = useRef<HTMLTableSectionElement>(null)
  const top = usePageTop(body)
  // Nothing below is memoized by what it returns: the rows take plain values.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: bots.length,
    estimateSize: () => ROW,
    measureElement: rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return (
    <tbody ref={body}>
      {first && <RowGap height={first.start - top} />}
      {items.map(({ index }) => {
        const bot = bots[index]
        if (!bot) return null
        return isUnreadable(bot) ? (
          <UnreadableRow
            key={`unreadable ${index}`}
            ref={virtualizer.measureElement}
            data-index={index}
            columns={columns.length + 3}
            raw={bot.raw}
            action={
              bot.id !== undefined && (
                <StopUnreadable id={bot.id} reason={stopReason} onStop={onStop} />
              )
            }
          />
        ) : (
          <BotRow
            key={bot.id}
            ref={virtualizer.measureElement}
            index={index}
            bot={bot}
            id={bot.id}
            stop={stops.get(bot.id)}
            columns={columns}
            hasUnits={hasUnits}
            isSelected={selection.has(bot.id)}
            stopReason={stopReason}
            onStop={onStop}
            onSelect={selection.select}
          />
        )
      })}
      {last && <RowGap height={virtualizer.getTotalSize() - (last.end - top)} />}
    </tbody>
  )
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const
/** Where the lowest is looked for first: names, and the price next to leave its range. */
const ASCENDING = new Set<string>(['name', 'edge'])

/** The table's head and bars in place of its rows. */
export function GridBotTableSkeleton() {
  return (
    <Table caption="Grid bots" hasBleed rowHeight={ROW} isBusy>
      <thead>
        <tr>
          <Th>Bot</Th>
          {COLUMNS.map(({ id, head, isNumeric, className }) => (
            <Th key={id} isNumeric={isNumeric} className={className}>
              {head}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        <SkeletonRows rows={6} columns={SKELETON} />
      </tbody>
    </Table>
  )
}

const SKELETON = [
  { width: 140 },
  { width: 64 },
  { width: 140 },
  { width: 24, isNumeric: true },
  { width: 72, isNumeric: true },
  { width: 72, isNumeric: true },
  { width: 56, isNumeric: true },
  { width: 32, isNumeric: true },
  { width: 56, isNumeric: true },
]
