import { type DcaBot, startDcaBot, startDeal } from '#contract/dca-bots.ts'
import type { Read } from '#contract/read.ts'
import { NotDone } from '#forms/not-done.tsx'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { useFreshFigures } from '#query/use-fresh-figures.ts'
import { useSend } from '#query/use-send.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { can } from '#trading/allowed.ts'
import { ActivityLink } from '#ui/activity-link.tsx'
import { Button } from '#ui/button.tsx'
import { NotSent } from '#ui/not-sent.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Time } from '#ui/time.tsx'

import { AlertSecret } from '../alert-secret.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { plainStart } from '../words.ts'

/** What can be begun at a bot: the bot itself, or one deal of it. */
export const BEGINNINGS = {
  bot: { endpoint: startDcaBot, label: 'Start bot', obstacle: can.startDcaBot },
  deal: { endpoint: startDeal, label: 'Start a deal', obstacle: can.startDeal },
} as const
export type Beginning = keyof typeof BEGINNINGS

const WORDS = {
  bot: {
    leave: 'Leave it stopped',
    done: 'The service has started it.',
    refused: 'Refused. The bot was not started.',
    unknown: 'Outcome unknown. It may be running.',
    next: 'Its page is read again by itself and shows whether it runs.',
  },
  deal: {
    leave: 'Open no deal',
    done: 'The service has opened a deal.',
    refused: 'Refused. No deal was opened.',
    unknown: 'Outcome unknown. A deal may have been opened.',
    next: 'Look at its deals and events before you ask again: once more would be one more deal.',
  },
} as const

type BeginSheetProps = { what: Beginning; botId: string; bot: Read<DcaBot>; onClose: () => void }

/** Starting a bot or one deal of it: what that does, what it takes, and what became of it. */
export function BeginSheet({ what, botId, bot, onClose }: BeginSheetProps) {
  const { client } = useService()
  const block = useWriteBlock()
  const { endpoint, label, obstacle } = BEGINNINGS[what]
  const words = WORDS[what]
  const request = { params: { id: botId } }
  const { send, intent } = useSend(endpoint, request)
  const fresh = useFreshFigures({
    // It names no price: the mode alone can become another one.
    figures: { now: bot, readAt: undefined, readAgain: async () => bot },
    whatMoved: () => undefined,
    send: () => send(request),
  })
  const outcome = intent?.outcome
  const isOver = outcome?.kind === 'placed' || outcome?.kind === 'unknown'
  const { method, target } = client.prepare(endpoint, request)
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      width="stop"
      isHeld={outcome?.kind === 'sending'}
      account={[bot.exchange, bot.pair].filter(Boolean).join(' · ')}
      title={`${label}: ${bot.name ?? 'DCA bot'}`}
      statement={outcome ? STATEMENTS[outcome.kind] : 'Nothing has been sent.'}
      cancelLabel={isOver ? 'Close' : words.leave}
      action={
        isOver ? undefined : (
          <Button
            look="primary"
            size="large"
            reason={block ?? obstacle(bot)}
            isSending={outcome?.kind === 'sending'}
            onClick={fresh.send}
          >
            {label}
          </Button>
        )
      }
    >
      {intent && outcome?.kind === 'placed' && (
        <>
          <p role="status" className="flex items-center gap-2 pt-4 pb-2 text-lead font-semibold">
            <CheckIcon size={14} />
            {words.done} <Time at={intent.endedAt} style="clock" />
          </p>
          <AlertSecret intent={intent.id} />
        </>
      )}
      {(outcome?.kind === 'refused' || outcome?.kind === 'unsent') && (
        <NotDone outcome={outcome} at={intent?.endedAt} title={words.refused} />
      )}
      {outcome?.kind === 'unknown' && (
        <ErrorState
          kind="unknown"
          title={words.unknown}
          actions={<ActivityLink intent={intent?.id} />}
        >
          {failureWords(outcome.error)} {words.next}
        </ErrorState>
      )}
      {!isOver && (
        <>
          {!outcome && <NotSent because={fresh.isVoid} />}
          <SheetSection title="What happens">
            <p>
              {what === 'bot'
                ? (plainStart(bot) ?? 'When it opens deals, the service does not tell.')
                : 'Its base order is placed at once, its safety orders and exits after it has been filled.'}
            </p>
          </SheetSection>
          <FundsAndFree bot={bot} />
          <SheetSection title="Request">
            <CodeBlock label="Request" text={`${method} ${target}`} />
            <p className="mt-1.5 text-caption text-ink-3">Signed and sent once.</p>
          </SheetSection>
        </>
      )}
    </SendingSheet>
  )
}

const STATEMENTS = {
  sending: 'Sent once, waiting for the answer.',
  placed: 'The service has taken it.',
  refused: 'The service said no. Nothing was changed.',
  unsent: 'Nothing has been sent from here.',
  unknown: 'No certain answer came.',
} as const
