import { Link } from '@tanstack/react-router'

import type { DcaBot } from '#contract/dca-bots.ts'
import { isUnreadable } from '#contract/read.ts'
import { formatPercent } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { StopButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { BotStatus } from '../bot-status.tsx'
import { dealsDone, directionOf, strategyInShort } from '../words.ts'
import {
  type DcaBotTableProps,
  ExposureText,
  isStoppable,
  type StopControl,
  StopUnreadable,
} from './dca-bot-table.tsx'

/** The same bots on a phone. */
export function DcaBotCards({ bots, stop }: DcaBotTableProps) {
  return (
    <ul aria-label="DCA bots" aria-busy={bots === undefined} className="-mx-4 sm:hidden">
      {bots === undefined &&
        [0, 1, 2].map((row) => (
          <li key={row} className="grid gap-3 border-b border-hairline px-4 py-4">
            <Skeleton width={180 - row * 20} />
            <Skeleton width={120} />
          </li>
        ))}
      {bots?.map((bot, index) =>
        isUnreadable(bot) ? (
          <li
            key={index}
            className="flex items-center justify-between gap-3 border-b border-hairline px-4 py-3 text-caution"
          >
            This row could not be read.
            {stop && <StopUnreadable row={bot} stop={stop} />}
          </li>
        ) : (
          <BotCard key={bot.id} bot={bot} id={bot.id} stop={stop} />
        ),
      )}
    </ul>
  )
}

type BotCardProps = { bot: DcaBot; id: string; stop: StopControl | undefined }

function BotCard({ bot, id, stop }: BotCardProps) {
  return (
    <li className="relative border-b border-hairline px-4 py-3">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to="/dca-bots/$botId"
          params={{ botId: id }}
          className="truncate font-medium after:absolute after:inset-0"
        >
          {bot.name ?? 'Unnamed bot'}
        </Link>
        <Amount value={bot.total_profit} signed currency={bot.quote_currency ?? ''} />
      </div>
      <div className="flex items-baseline justify-between gap-3 text-caption text-ink-2">
        <BotStatus status={bot.status} />
        <span className="tabular-nums">
          {bot.active_trades ?? '—'} of {bot.max_active_trades ?? '—'} deals open,{' '}
          {dealsDone(bot)?.toLocaleString('en-US') ?? '—'} done
        </span>
      </div>
      <div className="flex items-baseline justify-between gap-3 pt-1 text-caption text-ink-3">
        <span>{[bot.pair, directionOf(bot), bot.exchange].filter(Boolean).join(' · ')}</span>
        <span className="flex-none tabular-nums">
          {bot.take_profit_pct && `target ${formatPercent(bot.take_profit_pct)}`}
        </span>
      </div>
      <div className="flex items-baseline justify-between gap-3 text-caption text-ink-3">
        <span>{strategyInShort(bot)}</span>
        <span className="flex-none">
          <ExposureText bot={bot} />
        </span>
      </div>
      {stop && isStoppable(bot) && (
        <div className="relative mt-2 flex justify-end">
          <StopButton
            name={bot.name ?? 'unnamed bot'}
            reason={stop.reason}
            onPress={() => stop.onStop(id)}
          />
        </div>
      )}
    </li>
  )
}
