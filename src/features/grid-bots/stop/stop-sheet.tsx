import { useQuery } from '@tanstack/react-query'

import { getGridBot, type GridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import type { Read } from '#contract/read.ts'
import { useWrite } from '#forms/use-write.ts'
import type { LaterReading } from '#forms/write-outcome.tsx'
import { WriteSheet } from '#forms/write-sheet.tsx'
import { accountOf } from '#market/names.tsx'
import { useExtension } from '#query/use-extension.ts'
import { usePrepared } from '#query/use-sending.ts'
import { can } from '#trading/allowed.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'

import { pendingOrders } from '../bot/grid-lines.ts'
import { gridBotOf } from '../queries.ts'
import { gridResult } from '../result.ts'
import { leftBehind } from './left-behind.ts'
import { stopLabel } from './pending-words.ts'
import { StopReview } from './stop-review.tsx'

type StopSheetProps = {
  /** Nothing is open without one. */
  botId: Id | undefined
  /** The bot as it is read; a service without a list tells nothing. */
  bot: Read<GridBot> | undefined
  onClose: () => void
}

/** Everything about stopping one bot: what it does, the request, and what became of it. */
export function StopSheet({ botId, bot, onClose }: StopSheetProps) {
  // A bot's sheet begins anew with the next bot.
  return botId === undefined ? null : (
    <OpenStopSheet key={botId} botId={botId} bot={bot} onClose={onClose} />
  )
}

function OpenStopSheet({ botId, bot, onClose }: StopSheetProps & { botId: Id }) {
  const prepared = usePrepared(stopGridBot, { params: { id: botId } })
  const write = useWrite({ prepared, obstacle: bot && can.stopGridBot(bot) })
  const outcome = write.intent?.outcome
  const answered = outcome?.kind === 'placed' ? outcome.answer : undefined
  const name = (bot ?? answered)?.name ?? `grid bot ${botId}`
  const reading = useStopReading(botId, outcome?.kind === 'unknown' ? write.intent : undefined)
  return (
    <WriteSheet
      write={write}
      width="stop"
      look="danger-final"
      account={accountOf(bot)}
      title={answered ? `Stopped ${name}` : `Stop ${name}`}
      subject={`Bot ${botId}.`}
      words={{
        act: stopLabel('Stop bot', bot && pendingOrders(bot), 1),
        anyway: 'Stop anyway',
        leave: 'Keep running',
        done: 'Stopped at',
        accepted: 'The service has stopped it.',
        refused: 'The bot was not stopped.',
        unknown: 'It may be stopped.',
        asked: `stop bot ${botId}`,
      }}
      review={<StopReview bot={bot} />}
      placed={answered && <StoppedBot bot={answered} />}
      reading={reading}
      again={{
        label: 'Send stop again (safe)',
        next: 'Sending it again is safe: stopping a bot that is stopped changes nothing.',
      }}
      onClose={onClose}
    />
  )
}

/** What the bot says of itself while nobody knows whether it was stopped. */
function useStopReading(
  botId: Id,
  unknown: { sentAt: number } | undefined,
): LaterReading | undefined {
  const canRead = useExtension(getGridBot) === true
  const { data: bot, dataUpdatedAt } = useQuery({
    ...gridBotOf(botId),
    enabled: canRead && unknown !== undefined,
    refetchInterval: 5_000,
  })
  if (!unknown) return undefined
  if (!canRead) {
    return {
      at: undefined,
      words: 'The bot cannot be read here, so its state is not known.',
    }
  }
  if (dataUpdatedAt <= unknown.sentAt) return undefined
  const isStopped = bot?.is_enabled === false
  const state = isStopped
    ? 'the bot is disabled'
    : bot?.is_enabled === true
      ? 'the bot is still running'
      : 'the service does not tell its state'
  return {
    at: dataUpdatedAt,
    words: `Read again: ${state}`,
    isDone: isStopped ? 'The bot is stopped.' : undefined,
  }
}

/** The bot as the answer to its stop tells it. */
function StoppedBot({ bot }: { bot: Read<GridBot> }) {
  const canStart = useExtension(startGridBot) === true
  const orders = pendingOrders(bot)
  const { realised, realisedUnit, realisedPlaces } = gridResult(bot)
  return (
    <>
      <SheetSection title="The bot as the service returned it">
        <DefinitionList isLined>
          <Definition term="State">
            <StatusTag tone="stopped">Disabled</StatusTag>
          </Definition>
          <Definition term="Last changed">
            <Time at={bot.updated_at} style="second" />
          </Definition>
          <Definition term="Pending orders left">
            {orders ? orders.buys + orders.sells : '—'}
          </Definition>
          <Definition term="Grid profit, realised">
            <Amount value={realised} signed places={realisedPlaces} unit={realisedUnit} />
          </Definition>
          <Definition term="Round trips">{bot.total_profits_count ?? '—'}</Definition>
        </DefinitionList>
      </SheetSection>
      <p className="py-2 text-ink-2">
        Check on the exchange what happened to {leftBehind([bot])}. It{' '}
        {canStart ? 'can be started again from its page' : 'cannot be started again from this app'}.
      </p>
    </>
  )
}
