import { Link } from '@tanstack/react-router'

import { SendingSheet } from '#forms/sending-sheet.tsx'
import { dedupeKey, dedupeKeyOf } from '#intents/intent.ts'
import { type PendingConfirmation, whyOutdated } from '#intents/pending-confirmation.ts'
import { useService } from '#query/service.tsx'
import { useMode } from '#query/use-mode.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { useDisplayPreferences, useNow } from '#ui/display-preferences.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Time } from '#ui/time.tsx'

import { aboutOf, EndState, nameOf } from './intent-words.tsx'

export function PendingSheet({
  pending,
  onClose,
}: {
  pending: PendingConfirmation
  onClose: () => void
}) {
  const { id, prepared, first } = pending
  const { sender } = useService()
  const { areAmountsHidden } = useDisplayPreferences()
  const block = useWriteBlock({ of: prepared.endpoint, passesPause: pending.passesPause })
  const outdated = whyOutdated(pending, { at: useNow() ?? pending.askedAt, mode: useMode() })
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      width="stop"
      title={titleOf(pending)}
      statement="On hold. Nothing has been sent."
      cancelLabel="Do not send"
      action={{
        step: id,
        label: isSame(pending) ? 'Send again' : 'Send anyway',
        look: 'danger-final',
        reason: block ?? outdated,
        onClick: () => sender.sendPending(id),
      }}
    >
      <SheetSection title="Sent first">
        {first ? (
          <>
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span className="font-medium">{nameOf(first)}</span>
              <span className="text-ink-2">{aboutOf(first, { areAmountsHidden })}</span>
              <Time at={first.sentAt} style="second" className="text-ink-2" />
              <EndState intent={first} />
            </p>
            {first.outcome.kind === 'unknown' && (
              <p className="pt-1 pb-1.5 text-ink-2">
                It may have gone through. Check it in Activity first: what you send now could be a
                second order.
              </p>
            )}
            <Link
              to="/activity"
              search={{ intent: first.id }}
              onClick={onClose}
              className="link touch"
            >
              Open the first in Activity
            </Link>
          </>
        ) : (
          <p>Another tab is sending it now.</p>
        )}
      </SheetSection>
      <SheetSection title="Request">
        <CodeBlock
          label="Request on hold"
          text={`${prepared.method} ${prepared.target}\n${prepared.body}`.trim()}
        />
      </SheetSection>
    </SendingSheet>
  )
}

const isSame = ({ prepared, first }: PendingConfirmation): boolean =>
  first === undefined || dedupeKeyOf(first) === dedupeKey(prepared)

function titleOf(pending: PendingConfirmation): string {
  if (pending.first?.outcome.kind === 'unknown') return 'An earlier request has no known result'
  return pending.first === undefined
    ? 'The same request is being sent'
    : 'The same request was just sent'
}
