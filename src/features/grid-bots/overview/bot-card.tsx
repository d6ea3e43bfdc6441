import { Link } from '@tanstack/react-router'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { isUnreadable, type UnreadableRow } from '#contract/read.ts'
import { Amount } from '#ui/amount.tsx'
import { StopButton } from '#ui/button.tsx'
import { Percent } from '#ui/percent.tsx'
import { Age } from '#ui/time.tsx'

import { BotState } from '../bot-state.tsx'
import { rangePosition, rangeWords } from '../range.ts'
import { gridResult } from '../result.ts'
import type { StopIntent } from '../stop-state.ts'
import { RangeBar } from './range-bar.tsx'
import { SelectBot } from './select-bot.tsx'
import { StopUnreadable } from './stop-unreadable.tsx'
import type { Selection } from './use-selection.ts'

type BotCardProps = {
  bot: GridBot | UnreadableRow
  stop: StopIntent | undefined
  /** Its place in the list, from 1, and how many there are: most are not drawn. */
  position: number
  count: number
  selection: Selection
  stopReason: string | undefined
  onStop: (id: Id) => void
}

/** A bot in four lines: name and money, state and percent, the range, what stands beside it. */
export function BotCard(props: BotCardProps) {
  const { bot, position, count } = props
  return (
    <div
      role="listitem"
      aria-posinset={position}
      aria-setsize={count}
      className="relative border-b border-hairline pt-3 pb-2.5 max-sm:px-4"
    >
      {isUnreadable(bot) ? (
        <div className="flex items-center justify-between gap-3">
          <p className="text-caution">This row could not be read.</p>
          {bot.id !== undefined && (
            <StopUnreadable id={bot.id} reason={props.stopReason} onStop={props.onStop} />
          )}
        </div>
      ) : (
        <CardLines {...props} bot={bot} id={bot.id} />
      )}
    </div>
  )
}

type CardLinesProps = BotCardProps & { bot: GridBot; id: Id }

function CardLines({ bot, id, stop, selection, stopReason, onStop }: CardLinesProps) {
  const { realised, realisedUnit, realisedPlaces, unrealised, unit, roi } = gridResult(bot)
  const place = rangePosition(bot)
  const name = bot.name ?? `Bot ${id}`
  const canStop = bot.is_enabled
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
        <Amount
          value={realised}
          signed
          places={realisedUnit === unit ? undefined : realisedPlaces}
          currency={unit ?? ''}
          unit={realisedUnit}
        />
      </div>
      <div className={`${line} text-caption`}>
        <span className="flex items-center gap-3">
          <BotState bot={bot} stop={stop} />
          {canStop && <Age at={bot.created_at} as="span" className="text-ink-3" />}
        </span>
        <span className="flex items-center gap-2">
          <span className="text-ink-3">ROI</span>
          <Percent value={roi} signed />
        </span>
      </div>
      <div className="mt-1.5">
        <RangeBar position={place} isWide />
      </div>
      <div className="flex justify-between gap-2 text-caption text-ink-3 tabular-nums">
        <Amount value={bot.lower_price} isPrice />
        <span className="text-ink-2">{place ? rangeWords(place) : 'place unknown'}</span>
        <Amount value={bot.upper_price} isPrice />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-caption text-ink-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          {canStop && (
            <SelectBot
              id={id}
              name={name}
              isSelected={selection.has(id)}
              onSelect={selection.select}
            />
          )}
          <span className="flex items-center gap-1.5">
            Unrealised <Amount value={unrealised} signed currency={unit ?? ''} />
          </span>
          <span className="max-sm:hidden">
            {bot.grids_quantity ?? '—'} {bot.grids_quantity === 1 ? 'line' : 'lines'}
          </span>
          <span className="max-sm:hidden">
            {bot.total_profits_count?.toLocaleString('en-US') ?? '—'} round{' '}
            {bot.total_profits_count === 1 ? 'trip' : 'trips'}
          </span>
        </span>
        {canStop && (
          <span className="relative">
            <StopButton name={name} reason={stopReason} onPress={() => onStop(id)} />
          </span>
        )}
      </div>
    </>
  )
}
