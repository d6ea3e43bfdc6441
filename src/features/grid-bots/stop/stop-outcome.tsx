import { useQuery } from '@tanstack/react-query'

import { getGridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { useExtension } from '#query/use-extension.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Age, Time } from '#ui/time.tsx'

import { NotDone } from '#forms/not-done.tsx'
import { gridResult } from '../result.ts'
import { gridBotOf } from '../queries.ts'
import { pendingOrders } from '../bot/rungs.ts'
import { leftBehind } from './left-behind.ts'
import type { StopIntent } from '../stop-state.ts'

type StopOutcomeProps = { botId: number; stop: StopIntent; onSendAgain: () => void }

/** What became of a stop: the bot as it came back, the service's refusal, or that nobody knows. */
export function StopOutcome({ botId, stop, onSendAgain }: StopOutcomeProps) {
  const { outcome } = stop
  if (outcome.kind === 'placed') return <Stopped stop={stop} />
  if (outcome.kind === 'unknown') {
    return <StopUnknown botId={botId} stop={stop} onSendAgain={onSendAgain} />
  }
  if (outcome.kind === 'refused' || outcome.kind === 'unsent') {
    return <NotDone outcome={outcome} at={stop.endedAt} title="Refused. The bot was not stopped." />
  }
  return null
}

function Stopped({ stop }: { stop: StopIntent }) {
  const canStart = useExtension(startGridBot) === true
  if (stop.outcome.kind !== 'placed') return null
  const bot = stop.outcome.answer
  const orders = pendingOrders(bot)
  const { realised, realisedUnit, realisedPlaces } = gridResult(bot)
  return (
    <>
      <div role="status" className="flex items-center gap-2 pt-4 pb-2">
        <CheckIcon size={14} className="text-ink-2" />
        <p className="text-lead font-semibold">
          Placed at <Time at={stop.endedAt} style="clock" />
        </p>
      </div>
      {stop.outcome.isFound && (
        <p className="pb-2 text-ink-2">
          No usable answer came. It was found by reading the bot again.
        </p>
      )}
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

function StopUnknown({ botId, stop, onSendAgain }: StopOutcomeProps) {
  const block = useWriteBlock({ of: stopGridBot })
  const canRead = useExtension(getGridBot) === true
  const { data: bot, dataUpdatedAt } = useQuery({
    ...gridBotOf(botId),
    enabled: canRead,
    refetchInterval: 5_000,
  })
  const isReadAfter = dataUpdatedAt > stop.sentAt
  const isStopped = isReadAfter && bot?.is_enabled === false
  return (
    <>
      <ErrorState
        kind="unknown"
        title={isStopped ? 'The bot is stopped.' : 'Outcome unknown. It may be stopped.'}
        actions={
          isStopped ? undefined : (
            <Button reason={block} onClick={onSendAgain}>
              Send stop again (safe)
            </Button>
          )
        }
        next={
          isStopped
            ? undefined
            : 'Sending it again is safe: stopping a bot that is stopped changes nothing.'
        }
      >
        <ol className="grid gap-1 tabular-nums">
          <LogLine at={stop.sentAt}>Sent once: stop bot {botId}</LogLine>
          <LogLine at={stop.endedAt}>
            {stop.outcome.kind === 'unknown' && stop.outcome.error.message}
          </LogLine>
          {canRead && isReadAfter && (
            <li className="flex gap-4">
              <Age at={dataUpdatedAt} className="min-w-16 text-ink-3" />
              <span>
                Read again:{' '}
                {bot?.is_enabled === true
                  ? 'the bot is still running'
                  : isStopped
                    ? 'the bot is disabled'
                    : 'the service does not tell its state'}
              </span>
            </li>
          )}
        </ol>
        {!canRead && (
          <p className="mt-2">
            This service has no way to read the bot, so its state is not known.
          </p>
        )}
      </ErrorState>
    </>
  )
}

function LogLine({ at, children }: { at: number | undefined; children: React.ReactNode }) {
  return (
    <li className="flex gap-4">
      <Time at={at} style="clock" className="min-w-16 text-ink-3" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}
