import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { createGridBot, type GridBotDraft, listGridBots } from '#contract/grid-bots.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { useExtension } from '#query/use-extension.ts'
import { useMode } from '#query/use-mode.ts'
import type { Sent } from '#query/use-send.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'
import { Time } from '#ui/time.tsx'

import { DraftFacts } from './draft-facts.tsx'
import { madeBot } from './made-bot.ts'
import type { BotMarket, BotPreview } from './new-bot.ts'
import { NewBotFunds } from './new-bot-preview.tsx'
import { gridBotList } from './queries.ts'

type Intent = Sent<typeof createGridBot>

type CreateSheetProps = {
  draft: GridBotDraft
  preview: BotPreview
  market: BotMarket
  accountName: string | undefined
  intent: Intent | undefined
  onSend: () => void
  onClose: () => void
}

/** The bot as the request says it, what it needs, the bytes, and what became of it. */
export function CreateSheet(props: CreateSheetProps) {
  const { draft, preview, market, accountName, intent, onSend, onClose } = props
  const { client } = useService()
  const mode = useMode()
  const { method, target, body } = client.prepare(createGridBot, { body: draft })
  const outcome = intent?.outcome
  const isOver = outcome?.kind === 'placed' || outcome?.kind === 'unknown'
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isReal={mode === 'REAL'}
      isHeld={outcome?.kind === 'sending'}
      context={
        <>
          <Badge mode={mode === 'REAL' ? 'real' : 'paper'} />
          <span className="truncate">
            {accountName ?? 'Account'}, account …{String(draft.account_id).slice(-4)}
          </span>
        </>
      }
      title={outcome?.kind === 'placed' ? 'Grid bot made' : 'Make a grid bot'}
      statement={STATEMENTS[outcome?.kind ?? 'nothing']}
      cancelLabel={isOver ? 'Close' : 'Back'}
      action={
        isOver ? undefined : (
          <Button
            look="primary"
            size="large"
            isSending={outcome?.kind === 'sending'}
            onClick={onSend}
          >
            Make and start grid bot
          </Button>
        )
      }
    >
      {intent && <CreateOutcome intent={intent} draft={draft} />}
      {!isOver && (
        <>
          <SheetSection title="The bot">
            <DraftFacts draft={draft} />
          </SheetSection>
          <NewBotFunds preview={preview} market={market} />
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
} as const

function CreateOutcome({ intent, draft }: { intent: Intent; draft: GridBotDraft }) {
  const { outcome } = intent
  if (outcome.kind === 'placed') {
    const { id, name } = outcome.answer
    return (
      <div role="status" className="py-4">
        <p className="flex items-center gap-2 text-lead font-semibold">
          <CheckIcon size={14} />
          Placed at <Time at={intent.endedAt} style="clock" />
        </p>
        {id !== undefined && <OpenBot id={id} name={name} />}
      </div>
    )
  }
  if (outcome.kind === 'refused') {
    return (
      <ErrorState kind="refused" title="Refused. Nothing was made.">
        {failureWords(outcome.error)}
      </ErrorState>
    )
  }
  if (outcome.kind !== 'unknown') return null
  return <CreateUnknown intent={intent} draft={draft} words={failureWords(outcome.error)} />
}

type CreateUnknownProps = { intent: Intent; draft: GridBotDraft; words: string }

/** Looks for the bot among those that the service lists; never sends again. */
function CreateUnknown({ intent, draft, words }: CreateUnknownProps) {
  const isListed = useExtension(listGridBots) === true
  const { data, dataUpdatedAt } = useQuery({
    ...gridBotList(),
    enabled: isListed,
    refetchInterval: 5_000,
  })
  const made = madeBot(data ?? [], draft, intent.sentAt)
  const isRead = dataUpdatedAt > (intent.endedAt ?? Number.POSITIVE_INFINITY)
  return (
    <ErrorState
      kind="unknown"
      title={made ? 'It was made.' : 'Outcome unknown. It may have been made.'}
      next={made ? undefined : 'Look among the grid bots before you make it once more.'}
      actions={
        made?.id !== undefined ? (
          <OpenBot id={made.id} name={made.name} />
        ) : (
          <Link to="/grid-bots" className={buttonClass({ look: 'secondary' })}>
            See the grid bots
          </Link>
        )
      }
    >
      {words}
      {!made && isRead && (
        <>
          {' '}
          The list as read at <Time at={dataUpdatedAt} style="clock" /> has no such bot.
        </>
      )}
    </ErrorState>
  )
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
