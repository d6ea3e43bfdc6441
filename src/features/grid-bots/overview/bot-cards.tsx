import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'

import { useWidth } from '#charts/use-width.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { isUnreadable, type Rows } from '#contract/read.ts'
import { widestPlaces } from '#money/format.ts'
import { plural } from '#money/words.ts'
import { Amount } from '#ui/amount.tsx'
import { StopButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { linesOf } from '#ui/data-list.tsx'
import { Percent } from '#ui/percent.tsx'
import { UnreadableText } from '#ui/unreadable-row.tsx'
import { WindowRows } from '#ui/window-rows.tsx'

import { isOutOfRange } from '#trading/grid-range.ts'
import { gridResult } from '../bot-facts.ts'
import { BotState, type StopIntent } from '../bot-state.tsx'
import { PriceRange, RangeText } from '../price-range.tsx'
import { RunningTime } from '../running-time.tsx'
import type { Selection } from './use-selection.ts'

/** What a card or a cell needs to know besides its bot. */
export type BotContext = {
  /** The latest stop of each bot that was sent from here. */
  stops: ReadonlyMap<Id | undefined, StopIntent>
  /** The last week's prices by the id of the bot, if the service offers candles. */
  prices: ReadonlyMap<Id, readonly number[]> | undefined
  stopReason: string | undefined
  onStop: (id: Id) => void
}

type GridBotCardsProps = {
  bots: Rows<GridBot>
  selection: Selection
  context: BotContext
  /** What can be done with a bot of which only the id could be read. */
  unreadableAction: ((id: string | number, context: never) => ReactNode) | undefined
}

const CARD_WIDTH = 360
const CARD_HEIGHT = 152
const NO_COLUMNS: readonly never[] = []

/** The same bots as cards, one beside the other as far as they fit; on a phone one a row. */
export function GridBotCards({ bots, selection, context, unreadableAction }: GridBotCardsProps) {
  const [list, width] = useWidth<HTMLDivElement>()
  const lanes = Math.max(1, Math.floor(width / CARD_WIDTH))
  const lines = useMemo(() => {
    const count = Math.ceil(bots.length / lanes)
    const rows = Array.from({ length: count }, (_, at) => bots.slice(at * lanes, (at + 1) * lanes))
    return linesOf(rows, () => undefined)
  }, [bots, lanes])
  return (
    <div ref={list} role="list" aria-label="Grid bots" className="max-sm:-mx-4">
      <WindowRows
        lines={lines}
        listKey={undefined}
        columns={NO_COLUMNS}
        heightOf={() => CARD_HEIGHT}
        rowLength=""
      >
        {({ items, before, after, frame }) => (
          <div ref={frame} role="presentation" style={{ paddingTop: before, paddingBottom: after }}>
            {items.map(
              ({ line, index }) =>
                line.kind === 'row' && (
                  <div
                    key={line.key}
                    data-index={index}
                    role="presentation"
                    className="grid gap-x-8"
                    style={{ gridTemplateColumns: `repeat(${lanes}, minmax(0, 1fr))` }}
                  >
                    {line.row.map((bot, place) => (
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
                            action={
                              bot.id !== undefined && unreadableAction?.(bot.id, context as never)
                            }
                          />
                        ) : (
                          <BotCard bot={bot} selection={selection} context={context} />
                        )}
                      </div>
                    ))}
                  </div>
                ),
            )}
          </div>
        )}
      </WindowRows>
    </div>
  )
}

type BotCardProps = { bot: GridBot; selection: Selection; context: BotContext }

/** Name and money, state and percent, the range, what stands beside it. */
function BotCard({ bot, selection, context }: BotCardProps) {
  const { id, name, is_enabled: isEnabled, grids_quantity: lines, total_profits_count: trips } = bot
  const { total, realised, open, unit, roi, reason } = gridResult(bot)
  const rangePlaces = widestPlaces([bot.lower_price, bot.upper_price])
  const line = 'flex items-baseline justify-between gap-3'
  return (
    <>
      <div className={line}>
        <Link
          to="/grid-bots/$botId"
          params={{ botId: id }}
          title={name}
          className="truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <Amount value={total} signed currency={unit ?? ''} unit={unit} reason={reason} />
      </div>
      <div className={`${line} text-caption`}>
        <span className="flex items-center gap-3">
          <BotState bot={bot} stop={context.stops.get(id)} />
          {isOutOfRange(bot) && <span className="text-caution">Out of range</span>}
          <span className="text-ink-3">
            <RunningTime bot={bot} />
          </span>
        </span>
        <span className="flex items-center gap-2">
          <span className="text-ink-3">ROI</span>
          <Percent value={roi} signed reason={reason} />
        </span>
      </div>
      <PriceRange bot={bot} prices={context.prices?.get(bot.id)} className="mt-1.5 h-9! w-full!" />
      <div className="flex justify-between gap-2 text-caption text-ink-3 tabular-nums">
        <Amount value={bot.lower_price} isPrice minPlaces={rangePlaces} />
        <RangeText bot={bot} />
        <Amount value={bot.upper_price} isPrice minPlaces={rangePlaces} />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-caption text-ink-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          {isEnabled && (
            <Checkbox
              aria-label={`Select ${name}`}
              checked={selection.has(id)}
              onChange={(event) => selection.select(id, event.target.checked)}
              className="gap-0! max-sm:-ml-3.5 max-sm:p-3.5!"
            />
          )}
          <span className="flex items-center gap-1.5">
            Realised <Amount value={realised} signed currency={unit ?? ''} reason={reason} />
          </span>
          <span className="flex items-center gap-1.5">
            Open{!isEnabled && ' at the stop'} <Amount value={open} signed currency={unit ?? ''} />
          </span>
          <span className="max-sm:hidden">{plural(lines, 'line')}</span>
          <span className="max-sm:hidden">{plural(trips, 'round trip')}</span>
        </span>
        <span className="relative">
          <StopBot bot={bot} {...context} />
        </span>
      </div>
    </>
  )
}

type StopProps = Pick<BotContext, 'stopReason' | 'onStop'> & { bot: GridBot }

/** Opens the review that stops a bot; nothing for one that is stopped. */
export const StopBot = ({
  bot: { id, name, is_enabled: isEnabled },
  stopReason,
  onStop,
}: StopProps) =>
  isEnabled && <StopButton name={name} reason={stopReason} onPress={() => onStop(id)} />
