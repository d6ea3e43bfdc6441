import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { createGridBot, type GridBotDraft } from '#contract/grid-bots.ts'
import { lookingWords } from '#intents/looking-words.ts'
import { toText } from '#money/decimal.ts'
import { failureWords } from '#query/failure-words.ts'
import type { Figures } from '#query/fresh-figures.ts'
import { useService } from '#query/service.tsx'
import { useFreshFigures } from '#query/use-fresh-figures.ts'
import { useMode } from '#query/use-mode.ts'
import type { Sent } from '#query/use-send.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ActivityLink } from '#ui/activity-link.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { NotSent } from '#ui/not-sent.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'
import { Time } from '#ui/time.tsx'

import { accountWords } from '../account-words.ts'
import { DraftFacts } from './draft-facts.tsx'
import { type BotMarket, previewOf } from './new-bot.ts'
import { NotDone } from '../not-done.tsx'
import { NewBotFunds } from './new-bot-preview.tsx'
import { whatMoved } from './price-moved.ts'

type Intent = Sent<typeof createGridBot>

type CreateSheetProps = {
  draft: GridBotDraft
  figures: Figures<BotMarket>
  accountName: string | undefined
  intent: Intent | undefined
  onSend: (price: string | undefined) => void
  onClose: () => void
}

/** The bot as the request says it, what it needs, the bytes, and what became of it. */
export function CreateSheet(props: CreateSheetProps) {
  const { draft, figures, accountName, intent, onSend, onClose } = props
  const { client } = useService()
  const mode = useMode()
  const market = figures.now
  const [price, setPrice] = useState(market.price)
  const fresh = useFreshFigures({
    figures,
    whatMoved: (now) => whatMoved(draft, price, now.price),
    send: (now) => onSend(now.price && toText(now.price)),
  })
  const { method, target, body } = client.prepare(createGridBot, { body: draft })
  const outcome = intent?.outcome
  const isSending = outcome?.kind === 'sending' || fresh.isReading
  const isOver = outcome !== undefined && outcome.kind !== 'sending' && outcome.kind !== 'refused'
  const reviewAgain = () => {
    setPrice(market.price)
    fresh.leave()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isReal={mode === 'REAL'}
      isHeld={isSending}
      context={
        <>
          <Badge mode={mode === 'REAL' ? 'real' : 'paper'} />
          <span className="truncate">{accountWords(accountName, draft.account_id)}</span>
        </>
      }
      title={outcome?.kind === 'placed' ? 'Grid bot made' : 'Make a grid bot'}
      statement={STATEMENTS[outcome?.kind ?? 'nothing']}
      cancelLabel={isOver ? 'Close' : 'Back'}
      action={
        isOver ? undefined : fresh.isVoid ? (
          <Button look="primary" size="large" onClick={reviewAgain}>
            Review again
          </Button>
        ) : (
          <Button look="primary" size="large" isSending={isSending} onClick={fresh.send}>
            Make and start grid bot
          </Button>
        )
      }
    >
      {intent && <CreateOutcome intent={intent} />}
      {!isOver && (
        <>
          <NotSent because={fresh.isVoid} />
          <SheetSection title="The bot">
            <DraftFacts draft={draft} />
          </SheetSection>
          <NewBotFunds preview={previewOf(draft, market)} market={market} />
          <SheetSection title="Request">
            <CodeBlock label="Request" text={`${method} ${target}\n${body}`} />
            <p className="mt-1.5 text-caption text-ink-3">
              Signed and sent once. It starts at once: what is missing is bought, then its orders
              are placed.
            </p>
          </SheetSection>
        </>
      )}
    </Sheet>
  )
}

const STATEMENTS = {
  nothing: 'Nothing has been sent.',
  sending: 'Sent once, waiting for the answer.',
  placed: 'The service has made and started it.',
  refused: 'The service said no. Nothing was made.',
  unknown: 'No certain answer came.',
  twice: 'It was delivered twice.',
} as const

function CreateOutcome({ intent }: { intent: Intent }) {
  const { outcome } = intent
  if (outcome.kind === 'placed') {
    const { id, name } = outcome.answer
    return (
      <div role="status" className="py-4">
        <p className="flex items-center gap-2 text-lead font-semibold">
          <CheckIcon size={14} />
          Placed at <Time at={intent.endedAt} style="clock" />
        </p>
        {outcome.isFound && (
          <p className="mt-1.5 text-ink-2">
            No usable answer came. It was found by reading the service.
          </p>
        )}
        {id !== undefined && <OpenBot id={id} name={name} />}
      </div>
    )
  }
  if (outcome.kind === 'refused') {
    return <NotDone error={outcome.error} at={intent.endedAt} title="Refused. Nothing was made." />
  }
  if (outcome.kind === 'twice') {
    return (
      <ErrorState title="Delivered twice. Two bots were made and started.">
        <p>
          It was sent once from here, and the network repeated it. Look at both, and stop the one
          that you do not want.
        </p>
        <div className="flex flex-wrap gap-x-3">
          {outcome.ids.map((id) => (
            <OpenBot key={id} id={id} name={undefined} />
          ))}
        </div>
      </ErrorState>
    )
  }
  return outcome.kind === 'unknown' ? (
    <ErrorState
      kind="unknown"
      title="Outcome unknown. It may have been made."
      actions={<ActivityLink intent={intent.id} />}
      next="Another one on this account is held back until this is known or laid aside."
    >
      {failureWords(outcome.error)} {lookingWords(intent)}
    </ErrorState>
  ) : null
}

const OpenBot = ({ id, name }: { id: number; name: string | undefined }) => (
  <Link
    to="/grid-bots/$botId"
    params={{ botId: id }}
    className={buttonClass({ look: 'secondary', className: 'mt-3' })}
  >
    Open {name ?? `bot ${id}`}
  </Link>
)
