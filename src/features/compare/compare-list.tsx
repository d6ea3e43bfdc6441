import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'

import { LegendMark } from '#charts/chart-export.tsx'
import { botKey } from '#market/compared-bots.ts'
import { plural } from '#money/format.ts'
import { Amount, Percent, UnknownValue } from '#ui/amount.tsx'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import type { Figure } from '#ui/facts.tsx'
import { formatSpan } from '#ui/instant.ts'
import { Skeleton } from '#ui/skeleton.tsx'

import { type Bot, nameOf } from './comparison.ts'
import { lookOf } from './looks.ts'
import type { Chosen } from './use-comparisons.ts'

type Row = Chosen & { place: number }

const list: DataList<Row> = {
  caption: 'Figures of the bots compared',
  columns: [
    {
      id: 'name',
      head: 'Bot',
      isFixed: true,
      isStrong: true,
      skeleton: 140,
      cell: (row) => <BotName row={row} />,
    },
    {
      id: 'state',
      head: 'State',
      className: '@max-[72rem]/page:hidden',
      cell: (row) => row.bot?.state ?? <Missing row={row} />,
    },
    {
      id: 'span',
      head: 'Running time',
      isNumeric: true,
      from: 'wide',
      cell: (row) => <Span row={row} />,
    },
    {
      id: 'capital',
      head: 'Capital',
      isNumeric: true,
      from: 'medium',
      cell: (row) => <Money row={row} of={row.bot?.capital} />,
    },
    {
      id: 'realised',
      head: 'Realised',
      isNumeric: true,
      hasGlyphSlot: true,
      cell: (row) => <Money row={row} of={row.comparison?.realised} isSigned />,
    },
    {
      id: 'percent',
      head: 'Return on capital',
      isNumeric: true,
      hasGlyphSlot: true,
      cell: (row) => <Share row={row} of={row.comparison?.percent} />,
    },
    {
      id: 'day',
      head: 'Return per day',
      isNumeric: true,
      hasGlyphSlot: true,
      cell: (row) => <Share row={row} of={row.comparison?.perDay} places={3} />,
    },
    {
      id: 'open',
      head: 'Incl. open positions',
      isNumeric: true,
      hasGlyphSlot: true,
      from: 'wide',
      cell: (row) => <Share row={row} of={row.comparison?.withOpen} />,
    },
    {
      id: 'finished',
      head: 'Finished',
      isNumeric: true,
      className: '@max-[72rem]/page:hidden',
      cell: (row) => (row.bot && finishedWords(row.bot)) ?? <Missing row={row} />,
    },
  ],
  idOf: ({ ref }) => botKey(ref),
  card: (row) => <Card row={row} />,
  cardHeight: 190,
  rowHeight: 48,
  hasBleed: true,
  className: 'narrow:-mx-4',
}

export const CompareList = ({ chosen }: { chosen: readonly Chosen[] }) => (
  <DataTable
    list={list}
    rows={chosen.map((one, place) => ({ ...one, place }))}
    context={undefined}
  />
)

function BotLink({ row: { ref, bot }, className }: { row: Row; className: string }) {
  const name = nameOf(ref, bot)
  return ref.kind === 'grid' ? (
    <Link to="/grid-bots/$botId" params={{ botId: ref.id }} title={name} className={className}>
      {name}
    </Link>
  ) : (
    <Link to="/dca-bots/$botId" params={{ botId: ref.id }} title={name} className={className}>
      {name}
    </Link>
  )
}

const BotName = ({ row }: { row: Row }) => (
  <span className="flex items-center gap-2.5">
    <LegendMark {...lookOf(row.place)} />
    <span className="min-w-0">
      <BotLink row={row} className="block max-w-56 truncate" />
      <span className="block text-caption font-normal text-ink-3">{kindWords(row)}</span>
    </span>
  </span>
)

/** "Grid, BTC/USDT". */
function kindWords({ ref, bot }: Row): string {
  const [pair, ...others] = bot?.pairs ?? []
  const kind = ref.kind === 'grid' ? 'Grid' : 'DCA'
  return [kind, others.length > 0 ? `${pair} + ${others.length}` : pair].filter(Boolean).join(', ')
}

const finishedWords = ({ ref, finished }: Bot): string | undefined =>
  finished === undefined ? finished : plural(finished, ref.kind === 'grid' ? 'round trip' : 'deal')

/** Loading bar, or a dash with the reason of a failed read. */
function Missing({ row, width = 72 }: { row: Row; width?: number }) {
  if (row.comparison !== undefined) return <UnknownValue />
  return row.problem === undefined ? (
    <Skeleton width={width} />
  ) : (
    <UnknownValue reason={row.problem} />
  )
}

type FigureProps = { row: Row; of: Figure | undefined }

function Money({ row, of, isSigned = false }: FigureProps & { isSigned?: boolean }) {
  if (!of) return <Missing row={row} width={112} />
  const currency = row.bot?.currency ?? ''
  return <Amount {...of} signed={isSigned} currency={currency} unit={currency} hasUnitSlot />
}

function Share({ row, of, places = 2 }: FigureProps & { places?: number }) {
  return of ? <Percent {...of} signed places={places} /> : <Missing row={row} />
}

function Span({ row }: { row: Row }) {
  if (!row.comparison) return <Missing row={row} />
  const { span, perDay } = row.comparison
  return span === undefined ? <UnknownValue reason={perDay.reason} /> : formatSpan(span)
}

const IN_CARD = new Set(['span', 'capital', 'realised', 'percent', 'open'])

/** On a phone: name and result per day, then the figures behind it. */
function Card({ row }: { row: Row }) {
  const line = 'flex items-baseline justify-between gap-3'
  return (
    <div className="px-4 py-3">
      <div className={line}>
        <span className="flex min-w-0 items-center gap-2.5">
          <LegendMark {...lookOf(row.place)} />
          <BotLink row={row} className="truncate font-medium after:absolute after:inset-0" />
        </span>
        <Share row={row} of={row.comparison?.perDay} places={3} />
      </div>
      <div className={`${line} text-caption text-ink-3`}>
        <span>{[kindWords(row), row.bot?.state].filter(Boolean).join(' · ')}</span>
        <span className="flex-none">return per day</span>
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 pt-1.5 text-caption text-ink-3">
        {list.columns
          .filter(({ id }) => IN_CARD.has(id))
          .map(({ id, head, cell }) => (
            <Fragment key={id}>
              <dt>{head}</dt>
              <dd className="text-right">{cell(row, undefined)}</dd>
            </Fragment>
          ))}
      </dl>
    </div>
  )
}
