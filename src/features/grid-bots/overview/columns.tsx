import type { ReactNode } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'
import { Age } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { BotState } from '../bot-state.tsx'
import { RangeBar } from './range-bar.tsx'
import { RangePrices } from '../range-prices.tsx'
import { rangePosition, rangeWords } from '../range.ts'
import { gridResult } from '../result.ts'
import type { Sort } from '../search.ts'
import type { StopIntent } from '../stop-state.ts'

/** What a cell knows of its bot besides the bot itself. */
export type BotCell = {
  bot: GridBot
  stop: StopIntent | undefined
  /** Whether each amount carries its currency, since the bots are counted in several. */
  hasUnits: boolean
}

export type BotColumn = {
  id: string
  head: string
  /** Its head names the currency that all rows share. */
  isMoney?: true
  sort?: Exclude<Sort, 'service'>
  isNumeric?: true
  className?: string
  cell: (cell: BotCell) => ReactNode
}

const NO_POSITION = 'The service did not say the range or the last price.'
const NO_RUNTIME = 'It is disabled. The service does not say how long it ran.'

/** Every column after the bot's name, from left to right. */
export const COLUMNS: readonly BotColumn[] = [
  {
    id: 'state',
    head: 'State',
    cell: ({ bot, stop }) => <BotState bot={bot} stop={stop} />,
  },
  {
    id: 'range',
    head: 'Price in the range',
    sort: 'edge',
    cell: ({ bot }) => <Range bot={bot} />,
  },
  {
    id: 'lines',
    head: 'Lines',
    sort: 'lines',
    isNumeric: true,
    className: 'max-lg:hidden',
    cell: ({ bot }) => bot.grids_quantity ?? <UnknownValue />,
  },
  {
    id: 'realised',
    head: 'Realised',
    isMoney: true,
    sort: 'realised',
    isNumeric: true,
    cell: ({ bot, hasUnits }) => {
      const { realised, realisedUnit, realisedPlaces, unit } = gridResult(bot)
      return (
        <Amount
          value={realised}
          signed
          places={realisedUnit === unit ? undefined : realisedPlaces}
          currency={unit ?? ''}
          unit={hasUnits ? realisedUnit : undefined}
        />
      )
    },
  },
  {
    id: 'unrealised',
    head: 'Unrealised',
    isMoney: true,
    sort: 'unrealised',
    isNumeric: true,
    className: 'max-md:hidden',
    cell: ({ bot, hasUnits }) => {
      const { unrealised, unit } = gridResult(bot)
      return (
        <Amount
          value={unrealised}
          signed
          currency={unit ?? ''}
          unit={hasUnits ? unit : undefined}
        />
      )
    },
  },
  {
    id: 'roi',
    head: 'ROI',
    sort: 'roi',
    isNumeric: true,
    cell: ({ bot }) => <Percent value={gridResult(bot).roi} signed />,
  },
  {
    id: 'trips',
    head: 'Round trips',
    sort: 'trips',
    isNumeric: true,
    className: 'max-xl:hidden',
    cell: ({ bot }) => bot.total_profits_count?.toLocaleString('en-US') ?? <UnknownValue />,
  },
  {
    id: 'runtime',
    head: 'Runtime',
    sort: 'runtime',
    isNumeric: true,
    className: 'max-xl:hidden text-ink-2',
    cell: ({ bot }) =>
      !bot.is_enabled ? (
        <UnknownValue reason={NO_RUNTIME} />
      ) : (
        <Age at={bot.created_at} as="span" />
      ),
  },
]

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
export function sharedUnit(bots: readonly GridBot[]): string | undefined {
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
