import { Link } from '@tanstack/react-router'

import { type GridBot, startGridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { useMode } from '#query/use-mode.ts'
import { useSend } from '#query/use-send.ts'
import { can } from '#trading/allowed.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'
import { Time } from '#ui/time.tsx'

import { FundsNeeded } from './funds-needed.tsx'
import { useStopBlock } from './use-stop-block.ts'

type StartSheetProps = { botId: number; bot: Read<GridBot>; onClose: () => void }

/** Starting a stopped bot again: what it does first, what it needs, and what became of it. */
export function StartSheet({ botId, bot, onClose }: StartSheetProps) {
  const { client } = useService()
  const mode = useMode()
  const block = useStopBlock()
  const request = { params: { id: botId } }
  const { send, intent } = useSend(startGridBot, request)
  const outcome = intent?.outcome
  const name = bot.name ?? `grid bot ${botId}`
  const { method, target } = client.prepare(startGridBot, request)
  const isOver = outcome?.kind === 'placed' || outcome?.kind === 'unknown'
  return (
    <Sheet
      isOpen
      onClose={onClose}
      width="stop"
      isReal={mode === 'REAL'}
      isHeld={outcome?.kind === 'sending'}
      context={
        <>
          <Badge mode={mode === 'REAL' ? 'real' : 'paper'} />
          <span className="truncate">{bot.account_name ?? 'Unnamed account'}</span>
        </>
      }
      title={outcome?.kind === 'placed' ? `Started ${name}` : `Start ${name}`}
      statement={`Bot ${botId}. ${STATEMENTS[outcome?.kind ?? 'nothing']}`}
      cancelLabel={isOver ? 'Close' : 'Leave it stopped'}
      action={
        isOver ? undefined : (
          <Button
            look="primary"
            size="large"
            reason={block ?? can.startGridBot(bot)}
            isSending={outcome?.kind === 'sending'}
            onClick={() => send(request)}
          >
            Start bot
          </Button>
        )
      }
    >
      {outcome?.kind === 'placed' && (
        <p role="status" className="flex items-center gap-2 py-4 text-lead font-semibold">
          <CheckIcon size={14} />
          Placed at <Time at={intent?.endedAt} style="clock" />
        </p>
      )}
      {outcome?.kind === 'refused' && (
        <ErrorState kind="refused" title="Refused. The bot was not started.">
          {failureWords(outcome.error)}
        </ErrorState>
      )}
      {outcome?.kind === 'unknown' && (
        <ErrorState
          kind="unknown"
          title="Outcome unknown. It may be running."
          actions={
            <Link to="/activity" search={{ intent: intent?.id }} className={buttonClass()}>
              Open in Activity
            </Link>
          }
        >
          {failureWords(outcome.error)}{' '}
          {bot.is_enabled === true
            ? 'Read again: it is running.'
            : 'Its page is read again by itself and shows whether it runs.'}
        </ErrorState>
      )}
      {!isOver && (
        <>
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
    </Sheet>
  )
}

const STATEMENTS = {
  nothing: 'Nothing has been sent.',
  sending: 'Sent once, waiting for the answer.',
  placed: 'The service has started it.',
  refused: 'The service said no. Nothing was changed.',
  unknown: 'No certain answer came.',
} as const
