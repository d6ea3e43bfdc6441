import { Link, useNavigate } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useMemo } from 'react'

import { useWidth } from '#charts/use-width.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { isUnreadable, readableRows, type Rows } from '#contract/read.ts'
import { useKeptIntents } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { type Column, type DataList, DataTable } from '#ui/data-table.tsx'
import { Percent } from '#ui/percent.tsx'
import { Age } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'
import { UnreadableText } from '#ui/unreadable-row.tsx'
import { usePageTop, WindowRows } from '#ui/window-rows.tsx'
import { StopButton } from '#ui/button.tsx'

import { gridResult, rangePosition, rangeWords } from '../bot-facts.ts'
import { BotState, lastStops, type StopIntent } from '../bot-state.tsx'
import { RangeBar, RangePrices } from '../range-bar.tsx'
import type { GridBotSearch, Sort } from '../search.ts'
import type { Selection } from './use-selection.ts'

/** What a cell needs to know besides its bot. */
type Context = {
  /** The latest stop of each bot that was sent from here. */
  stops: ReadonlyMap<Id, StopIntent>
  /** The currency that all results are counted in; each has its own without. */
  unit: string | undefined
  stopReason: string | undefined
  onStop: (id: Id) => void
}

type SortKey = Exclude<Sort, 'service'>

const NO_POSITION = 'The service did not say the range or the last price.'
const NO_RUNTIME = 'It is disabled. The service does not say how long it ran.'

/** Every column after the bot's name and before its stop, from left to right. */
export const CHOSEN_COLUMNS: readonly Column<GridBot, Context, SortKey>[] = [
  {
    id: 'state',
    head: 'State',
    skeleton: 64,
    cell: (bot, { stops }) => <BotState bot={bot} stop={stops.get(bot.id)} />,
  },
  {
    id: 'range',
    head: 'Price in the range',
    sort: 'edge',
    // The price next to leave its range is looked for first.
    isAscendingFirst: true,
    skeleton: 140,
    cell: (bot) => <Range bot={bot} />,
  },
  {
    id: 'lines',
    head: 'Lines',
    sort: 'lines',
    isNumeric: true,
    className: 'max-lg:hidden',
    skeleton: 24,
    cell: (bot) => bot.grids_quantity,
  },
  {
    id: 'realised',
    head: 'Realised',
    unit: ({ unit }) => unit,
    sort: 'realised',
    isNumeric: true,
    skeleton: 72,
    cell: (bot, { unit }) => <Realised bot={bot} hasUnit={unit === undefined} />,
  },
  {
    id: 'unrealised',
    head: 'Unrealised',
    unit: ({ unit }) => unit,
    sort: 'unrealised',
    isNumeric: true,
    className: 'max-md:hidden',
    skeleton: 72,
    cell: (bot, { unit: shared }) => {
      const { unrealised, unit } = gridResult(bot)
      return (
        <Amount
          value={unrealised}
          signed
          currency={unit ?? ''}
          unit={shared === undefined ? unit : undefined}
        />
      )
    },
  },
  {
    id: 'roi',
    head: 'ROI',
    sort: 'roi',
    isNumeric: true,
    skeleton: 56,
    cell: (bot) => <Percent value={gridResult(bot).roi} signed />,
  },
  {
    id: 'trips',
    head: 'Round trips',
    sort: 'trips',
    isNumeric: true,
    className: 'max-xl:hidden',
    skeleton: 32,
    cell: (bot) => bot.total_profits_count.toLocaleString('en-US'),
  },
  {
    id: 'runtime',
    head: 'Runtime',
    sort: 'runtime',
    isNumeric: true,
    isQuiet: true,
    className: 'max-xl:hidden',
    skeleton: 56,
    cell: (bot) =>
      bot.is_enabled ? <Age at={bot.created_at} as="span" /> : <UnknownValue reason={NO_RUNTIME} />,
  },
]

const gridBotsList: DataList<GridBot, Context, SortKey> = {
  caption: 'Grid bots',
  columns: [
    {
      id: 'name',
      head: 'Bot',
      sort: 'name',
      isAscendingFirst: true,
      isStrong: true,
      isFixed: true,
      skeleton: 140,
      cell: ({ id, name, account_name: account }) => (
        <>
          <Link
            to="/grid-bots/$botId"
            params={{ botId: id }}
            title={name}
            className="block max-w-64 truncate"
          >
            {name}
          </Link>
          <span className="block text-caption font-normal text-ink-3">{account}</span>
        </>
      ),
    },
    ...CHOSEN_COLUMNS,
    {
      id: 'stop',
      head: 'Stop',
      isHeadHidden: true,
      isFixed: true,
      cellClass: 'pinned-end text-right',
      skeleton: 40,
      cell: (bot, context) => <Stop bot={bot} {...context} />,
    },
  ],
  idOf: ({ id }) => id,
  // It may well run.
  unreadableAction: (id, { stopReason, onStop }) => (
    <span className="flex items-center gap-3">
      <Link to="/grid-bots/$botId" params={{ botId: id }}>
        Bot {id}
      </Link>
      <StopButton name={`bot ${id}`} reason={stopReason} onPress={() => onStop(id)} />
    </span>
  ),
  selects: {
    all: 'Select all bots shown',
    one: ({ is_enabled: isEnabled, name }) => (isEnabled ? `Select ${name}` : undefined),
  },
  rowHeight: 48,
  skeletonRows: 6,
  hasBleed: true,
}

type GridBotListProps = {
  /** `undefined` until the first answer. */
  bots: Rows<GridBot> | undefined
  selection: Selection
  search: GridBotSearch
  hidden: readonly string[]
  isCards: boolean
  stopReason: string | undefined
  onSearch: (change: Partial<GridBotSearch>) => void
  onStop: (id: Id) => void
}

/** The grid bots in rows, or as cards. */
export function GridBotList(props: GridBotListProps) {
  const { bots, selection, search, hidden, isCards, stopReason, onSearch, onStop } = props
  const navigate = useNavigate()
  const intents = useKeptIntents()
  const context: Context = {
    stops: useMemo(() => lastStops(intents), [intents]),
    unit: useMemo(() => bots && sharedUnit(readableRows(bots)), [bots]),
    stopReason,
    onStop,
  }
  if (isCards && bots) return <GridBotCards bots={bots} selection={selection} context={context} />
  const { sort, direction } = search
  return (
    <DataTable
      list={gridBotsList}
      rows={bots}
      hidden={hidden}
      context={context}
      body={WindowRows}
      selection={bots && selection}
      sort={sort === 'service' ? undefined : { by: sort, direction }}
      onSort={(next) => onSearch({ sort: next.by, direction: next.direction })}
      onOpen={({ id }) => void navigate({ to: '/grid-bots/$botId', params: { botId: id } })}
    />
  )
}

type GridBotCardsProps = { bots: Rows<GridBot>; selection: Selection; context: Context }

const CARD = 360
const HEIGHT = 136
const OVERSCAN = 4

/** The same bots as cards, one beside the other as far as they fit; on a phone one a row. */
function GridBotCards({ bots, selection, context }: GridBotCardsProps) {
  const [list, width] = useWidth<HTMLDivElement>()
  const top = usePageTop(list)
  const lanes = Math.max(1, Math.floor(width / CARD))
  // Nothing below is memoized by what it returns: the cards take plain values.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(bots.length / lanes),
    estimateSize: () => HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  return (
    <div
      ref={list}
      role="list"
      aria-label="Grid bots"
      className="relative max-sm:-mx-4"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => (
        <div
          key={index}
          ref={virtualizer.measureElement}
          data-index={index}
          role="presentation"
          className="absolute inset-x-0 top-0 grid gap-x-8"
          style={{
            transform: `translateY(${start - top}px)`,
            gridTemplateColumns: `repeat(${lanes}, minmax(0, 1fr))`,
          }}
        >
          {bots.slice(index * lanes, (index + 1) * lanes).map((bot, place) => (
            <div
              key={bot.id ?? `unreadable ${place}`}
              role="listitem"
              // Most are not drawn.
              aria-posinset={index * lanes + place + 1}
              aria-setsize={bots.length}
              className="relative border-b border-hairline pt-3 pb-2.5 max-sm:px-4"
            >
              {isUnreadable(bot) ? (
                <UnreadableText
                  raw={bot.raw}
                  action={bot.id !== undefined && gridBotsList.unreadableAction?.(bot.id, context)}
                />
              ) : (
                <BotCard bot={bot} selection={selection} context={context} />
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

type BotCardProps = { bot: GridBot; selection: Selection; context: Context }

/** Name and money, state and percent, the range, what stands beside it. */
function BotCard({ bot, selection, context }: BotCardProps) {
  const { id, name, is_enabled: isEnabled, grids_quantity: lines, total_profits_count: trips } = bot
  const { unrealised, unit, roi } = gridResult(bot)
  const position = rangePosition(bot)
  const line = 'flex items-baseline justify-between gap-3'
  return (
    <>
      <div className={line}>
        <Link
          to="/grid-bots/$botId"
          params={{ botId: id }}
          className="truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <Realised bot={bot} hasUnit />
      </div>
      <div className={`${line} text-caption`}>
        <span className="flex items-center gap-3">
          <BotState bot={bot} stop={context.stops.get(id)} />
          {isEnabled && <Age at={bot.created_at} as="span" className="text-ink-3" />}
        </span>
        <span className="flex items-center gap-2">
          <span className="text-ink-3">ROI</span>
          <Percent value={roi} signed />
        </span>
      </div>
      <div className="mt-1.5">
        <RangeBar position={position} isWide />
      </div>
      <div className="flex justify-between gap-2 text-caption text-ink-3 tabular-nums">
        <Amount value={bot.lower_price} isPrice />
        <span className="text-ink-2">{position ? rangeWords(position) : 'place unknown'}</span>
        <Amount value={bot.upper_price} isPrice />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-caption text-ink-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          {isEnabled && (
            <Checkbox
              aria-label={`Select ${name}`}
              checked={selection.has(id)}
              onChange={(event) => selection.select(id, event.target.checked)}
              className="gap-0! max-sm:-ml-3.5 max-sm:p-3.5"
            />
          )}
          <span className="flex items-center gap-1.5">
            Unrealised <Amount value={unrealised} signed currency={unit ?? ''} />
          </span>
          <span className="max-sm:hidden">
            {lines} {lines === 1 ? 'line' : 'lines'}
          </span>
          <span className="max-sm:hidden">
            {trips.toLocaleString('en-US')} round {trips === 1 ? 'trip' : 'trips'}
          </span>
        </span>
        <span className="relative">
          <Stop bot={bot} {...context} />
        </span>
      </div>
    </>
  )
}

type StopProps = Pick<Context, 'stopReason' | 'onStop'> & { bot: GridBot }

const Stop = ({ bot: { id, name, is_enabled: isEnabled }, stopReason, onStop }: StopProps) =>
  isEnabled && <StopButton name={name} reason={stopReason} onPress={() => onStop(id)} />

function Realised({ bot, hasUnit }: { bot: GridBot; hasUnit: boolean }) {
  const { realised, realisedUnit, realisedPlaces, unit } = gridResult(bot)
  return (
    <Amount
      value={realised}
      signed
      places={realisedUnit === unit ? undefined : realisedPlaces}
      currency={unit ?? ''}
      unit={hasUnit ? realisedUnit : undefined}
    />
  )
}

function Range({ bot }: { bot: GridBot }) {
  const position = rangePosition(bot)
  return (
    <>
      <RangeBar position={position} />
      <span className="ml-2.5 text-ink-2 tabular-nums">
        {position ? rangeWords(position) : <UnknownValue reason={NO_POSITION} />}
      </span>
      <span className="block text-caption text-ink-3 tabular-nums">
        <RangePrices bot={bot} />
      </span>
    </>
  )
}

/** The one currency in which all results are counted, for the head; none when they differ. */
function sharedUnit(bots: readonly GridBot[]): string | undefined {
  const units = new Set<string>()
  for (const bot of bots) {
    const { realised, realisedUnit, unit } = gridResult(bot)
    // An amount in nobody knows what stands under no currency.
    if (realised !== undefined && realisedUnit === undefined) return undefined
    if (realisedUnit !== undefined) units.add(realisedUnit)
    if (unit !== undefined) units.add(unit)
  }
  return units.size === 1 ? [...units][0] : undefined
}
