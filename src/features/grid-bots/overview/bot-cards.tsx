import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { widestPlaces } from '#money/format.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { StopButton } from '#ui/button.tsx'

import { isOutOfRange } from '#trading/grid-range.ts'
import { gridResult } from '../bot-facts.ts'
import { BotState, type StopIntent } from '../bot-state.tsx'
import { PriceRange, RangeText } from '../price-range.tsx'
import { RunningTime } from '../running-time.tsx'

export type BotContext = {
  stops: ReadonlyMap<Id | undefined, StopIntent>
  /** Prices since creation by bot id; absent if the service offers no candles. */
  prices: ReadonlyMap<Id, readonly number[]> | undefined
  stopReason: string | undefined
  onStop: (id: Id) => void
}

type BotCardProps = { bot: GridBot; context: BotContext; checkbox: ReactNode }

export function BotCard({ bot, context, checkbox }: BotCardProps) {
  const { id, name, is_enabled: isEnabled } = bot
  const { total, realised, open, unit, roi, reason } = gridResult(bot)
  const rangePlaces = widestPlaces([bot.lower_price, bot.upper_price])
  const line = 'flex items-baseline justify-between gap-3'
  return (
    <div className="px-4 pt-3 pb-2.5">
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
      <div className="mt-1 flex items-center justify-between gap-1 text-caption text-ink-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          {checkbox}
          <span className="flex items-center gap-1.5">
            Realised <Amount value={realised} signed currency={unit ?? ''} reason={reason} />
          </span>
          <span className="flex items-center gap-1.5">
            Open{!isEnabled && ' at the stop'} <Amount value={open} signed currency={unit ?? ''} />
          </span>
        </span>
        <span className="relative max-sm:-mr-3">
          <StopBot bot={bot} {...context} />
        </span>
      </div>
    </div>
  )
}

type StopProps = Pick<BotContext, 'stopReason' | 'onStop'> & { bot: GridBot }

/** Opens the stop review; draws nothing for a stopped bot. */
export const StopBot = ({
  bot: { id, name, is_enabled: isEnabled },
  stopReason,
  onStop,
}: StopProps) =>
  isEnabled && <StopButton name={name} reason={stopReason} onPress={() => onStop(id)} />
