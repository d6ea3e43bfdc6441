import { Link } from '@tanstack/react-router'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { BotState } from './bot-state.tsx'
import { RangeBar } from './range-bar.tsx'
import { rangePosition, rangeWords } from './range.ts'
import { gridResult } from './result.ts'
import { StopButton } from './stop-button.tsx'
import { lastStop } from './stop-state.ts'
import { useIntents } from './use-intents.ts'

type GridBotCardsProps = {
  bots: readonly Read<GridBot>[] | undefined
  stopReason: string | undefined
  onStop: (id: number) => void
}

/** The same bots on a phone: name and money, state and percent, the range, its three prices. */
export function GridBotCards({ bots, stopReason, onStop }: GridBotCardsProps) {
  return (
    <ul aria-label="Grid bots" aria-busy={bots === undefined} className="-mx-4 sm:hidden">
      {bots === undefined &&
        [0, 1, 2].map((row) => (
          <li key={row} className="grid gap-3 border-b border-hairline px-4 py-4">
            <Skeleton width={180 - row * 20} />
            <Skeleton width={120} />
          </li>
        ))}
      {bots?.map((bot, index) =>
        bot.id === undefined ? (
          <li key={index} className="border-b border-hairline px-4 py-3 text-caution">
            This row could not be read.
          </li>
        ) : (
          <BotCard key={bot.id} bot={bot} id={bot.id} stopReason={stopReason} onStop={onStop} />
        ),
      )}
    </ul>
  )
}

type BotCardProps = Omit<GridBotCardsProps, 'bots'> & { bot: Read<GridBot>; id: number }

function BotCard({ bot, id, stopReason, onStop }: BotCardProps) {
  const intents = useIntents()
  const { realised, realisedUnit, unrealised, roi } = gridResult(bot)
  const position = rangePosition(bot)
  const name = bot.name ?? `Bot ${id}`
  return (
    <li className="relative border-b border-hairline px-4 pt-3 pb-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to="/grid-bots/$botId"
          params={{ botId: id }}
          className="truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <Amount value={realised} signed places={2} unit={realisedUnit} />
      </div>
      <div className="flex items-baseline justify-between gap-3 text-caption">
        <BotState bot={bot} stop={lastStop(intents, id)} />
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
        <span className="flex items-center gap-1.5">
          Unrealised <Amount value={unrealised} signed places={2} />
        </span>
        {bot.is_enabled !== false && (
          <span className="relative">
            <StopButton name={name} reason={stopReason} onPress={() => onStop(id)} />
          </span>
        )}
      </div>
    </li>
  )
}
