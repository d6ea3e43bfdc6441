import { useQuery } from '@tanstack/react-query'

import { type GridBot, startGridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { useFreshFigures } from '#query/use-fresh-figures.ts'
import { useSend } from '#query/use-send.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { can } from '#trading/allowed.ts'
import { ActivityLink } from '#ui/activity-link.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { NotSent } from '#ui/not-sent.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Time } from '#ui/time.tsx'

import { BotSheet, isOver } from '../bot-sheet.tsx'
import { FundsNeeded } from './funds-needed.tsx'
import { NotDone } from '#forms/not-done.tsx'
import { requiredBalancesOf } from '../queries.ts'
import { needsMoved } from './required-funds.ts'

type StartSheetProps = { botId: number; bot: Read<GridBot>; onClose: () => void }

/** Starting a stopped bot again: what it does first, what it needs, and what became of it. */
export function StartSheet({ botId, bot, onClose }: StartSheetProps) {
  const { client, clock } = useService()
  const block = useWriteBlock()
  const request = { params: { id: botId } }
  const { send, intent } = useSend(startGridBot, request)
  const outcome = intent?.outcome
  const funds = useQuery({
    ...requiredBalancesOf(botId),
    enabled: can.readRequiredBalances(bot) === undefined,
  })
  const fresh = useFreshFigures({
    figures: {
      now: funds.data,
      readAt: funds.data && funds.dataUpdatedAt + (clock.offset() ?? 0),
      readAgain: async () => (await funds.refetch({ throwOnError: true })).data,
    },
    whatMoved: (now) => funds.data && now && needsMoved(funds.data, now),
    send: () => send(request),
  })
  const name = bot.name ?? `grid bot ${botId}`
  const { method, target } = client.prepare(startGridBot, request)
  return (
    <BotSheet
      botId={botId}
      bot={bot}
      title={outcome?.kind === 'placed' ? `Started ${name}` : `Start ${name}`}
      outcome={outcome}
      done="The service has started it."
      leaveLabel="Leave it stopped"
      action={
        <Button
          look="primary"
          size="large"
          reason={block ?? can.startGridBot(bot)}
          isSending={outcome?.kind === 'sending' || fresh.isReading}
          onClick={fresh.send}
        >
          Start bot
        </Button>
      }
      onClose={onClose}
    >
      {outcome?.kind === 'placed' && (
        <p role="status" className="flex items-center gap-2 py-4 text-lead font-semibold">
          <CheckIcon size={14} />
          Placed at <Time at={intent?.endedAt} style="clock" />
        </p>
      )}
      {(outcome?.kind === 'refused' || outcome?.kind === 'unsent') && (
        <NotDone outcome={outcome} at={intent?.endedAt} title="Refused. The bot was not started." />
      )}
      {outcome?.kind === 'unknown' && (
        <ErrorState
          kind="unknown"
          title="Outcome unknown. It may be running."
          actions={<ActivityLink intent={intent?.id} />}
        >
          {failureWords(outcome.error)}{' '}
          {bot.is_enabled === true
            ? 'Read again: it is running.'
            : 'Its page is read again by itself and shows whether it runs.'}
        </ErrorState>
      )}
      {!isOver(outcome) && (
        <>
          <NotSent because={fresh.isVoid} />
          <SheetSection title="What happens">
            <p>
              Its lines are set anew around the price of that moment. What it lacks to sell is
              bought first, then its orders are placed.
            </p>
          </SheetSection>
          <FundsNeeded botId={botId} bot={bot} />
          <SheetSection title="Request">
            <CodeBlock label="Request" text={`${method} ${target}`} />
            <p className="mt-1.5 text-caption text-ink-3">Signed and sent once.</p>
          </SheetSection>
        </>
      )}
    </BotSheet>
  )
}
