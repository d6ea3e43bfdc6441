import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { readJson } from '#contract/json.ts'
import { createGridBot, type GridBotDraft } from '#contract/grid-bots.ts'
import { missingOf } from '#forms/not-known.ts'
import { useNotKnown } from '#forms/use-not-known.tsx'
import { useWrite } from '#forms/use-write.ts'
import { WriteSheet } from '#forms/write-sheet.tsx'
import type { MadeId } from '#intents/outcome.ts'
import { accountWords } from '#market/names.tsx'
import type { Figures } from '#query/use-fresh-figures.ts'
import { type Sending, usePrepared } from '#query/use-sending.ts'
import { buttonClass } from '#ui/button-class.ts'
import { SheetSection } from '#ui/sheet.tsx'

import { DraftFacts } from './draft-facts.tsx'
import { type BotMarket, previewOf } from './new-bot.ts'
import { NewBotFunds } from './new-bot-preview.tsx'
import { whatMoved } from './price-moved.ts'

type CreateSheetProps = {
  draft: GridBotDraft
  figures: Figures<BotMarket>
  accountName: string | undefined
  sending: Sending<typeof createGridBot>
  onSent: () => void
  onClose: () => void
}

/** The bot as the request says it, what it needs, the bytes, and what became of it. */
export function CreateSheet(props: CreateSheetProps) {
  const { figures, accountName, sending, onSent, onClose } = props
  const prepared = usePrepared(createGridBot, { body: props.draft })
  const draft = z.decode(createGridBot.body, readJson(prepared.body) as never)
  const missing = missingOf({ account: accountName, price: figures.now.price })
  const notKnown = useNotKnown(missing, prepared.body)
  const write = useWrite({
    prepared,
    obstacle: notKnown.obstacle,
    sending,
    figures,
    whatMoved: (reviewed, now) => whatMoved(draft, reviewed.price, now.price),
    priceOf: ({ price }) => price,
    onSent,
  })
  const outcome = sending.intent?.outcome
  const facts = (
    <SheetSection title="The bot">
      <DraftFacts draft={draft} />
    </SheetSection>
  )
  return (
    <WriteSheet
      write={write}
      title={outcome?.kind === 'placed' ? 'Grid bot started' : 'Start a grid bot'}
      account={accountWords(accountName, draft.account_id)}
      words={{
        act: 'Start grid bot',
        leave: 'Back',
        done: 'Started at',
        accepted: 'The service has made and started it.',
        refused: 'Nothing was made.',
        unknown: 'It may have been made.',
        asked: 'make a grid bot',
        copies: 'grid bots were made and started',
      }}
      correctAt="Back to the form"
      kept="Your entries are kept."
      requestNote="Signed and sent once. It starts at once: what is missing is bought, then its orders are placed."
      review={
        <>
          {notKnown.note}
          {facts}
          <NewBotFunds preview={previewOf(draft, figures.now)} market={figures.now} />
        </>
      }
      placed={
        <>
          {outcome?.kind === 'placed' && outcome.answer.id !== undefined && (
            <p className="pb-3">{openBot(outcome.answer.id, outcome.answer.name)}</p>
          )}
          {facts}
        </>
      }
      linkTo={openBot}
      reading={{
        at: undefined,
        words:
          'Another one on this account is held back until this is known or marked as resolved in Activity.',
      }}
      onClose={onClose}
    />
  )
}

const openBot = (id: MadeId, name?: string) => (
  <Link
    to="/grid-bots/$botId"
    params={{ botId: id }}
    className={buttonClass({ look: name === undefined ? 'secondary' : 'primary' })}
  >
    Open {name ?? `bot ${id}`}
  </Link>
)
