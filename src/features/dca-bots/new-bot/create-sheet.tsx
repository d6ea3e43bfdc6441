import { Link } from '@tanstack/react-router'

import { createDcaBot, type DcaBotDraft } from '#contract/dca-bots.ts'
import { readJson } from '#contract/json.ts'
import { missingOf } from '#forms/not-known.ts'
import { useNotKnown } from '#forms/use-not-known.tsx'
import { useWrite } from '#forms/use-write.ts'
import { WriteSheet } from '#forms/write-sheet.tsx'
import type { MadeId } from '#intents/outcome.ts'
import type { Figures } from '#query/use-fresh-figures.ts'
import { type Sending, usePrepared } from '#query/use-sending.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'
import { Amount } from '#ui/amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Age } from '#ui/time.tsx'

import { AlertSecret } from '../alert-secret.tsx'
import { DcaSettings } from '../dca-settings.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { InPlainWords } from '../in-plain-words.tsx'
import { directionOf } from '../words.ts'
import { botOf } from './new-bot.ts'
import { whatMoved } from './price-moved.ts'

type CreateSheetProps = {
  draft: DcaBotDraft
  place: Figures<DcaPlace>
  accountName: string | undefined
  sending: Sending<typeof createDcaBot>
  onSent: () => void
  onClose: () => void
}

/** The bot read back from the bytes of its request, what it may use, and what became of it. */
export function CreateSheet(props: CreateSheetProps) {
  const { draft, place, accountName, sending, onSent, onClose } = props
  const prepared = usePrepared(createDcaBot, { body: draft })
  const members = readJson(prepared.body) as Record<string, unknown>
  const bot = botOf(members)
  const missing = missingOf({ account: accountName, price: place.now.price })
  const notKnown = useNotKnown(missing, prepared.body)
  const write = useWrite({
    prepared,
    obstacle: notKnown.obstacle,
    sending,
    figures: place,
    whatMoved: (reviewed, now) => whatMoved(draft, reviewed.price, now),
    priceOf: ({ price }) => price,
    onSent,
  })
  const outcome = sending.intent?.outcome
  const settings = <DcaSettings bot={bot} members={Object.keys(members)} />
  const facts = (
    <>
      <InPlainWords bot={bot} />
      <p className="pt-1 text-caption text-ink-3">
        {[bot.pair, directionOf(bot)].join(' · ')}
        {place.now.price && place.readAt !== undefined && (
          <>
            {' '}
            · last price <Amount value={place.now.price} isPrice minPlaces={2} />,{' '}
            <Age at={place.readAt} />
          </>
        )}
      </p>
    </>
  )
  return (
    <WriteSheet
      write={write}
      title={outcome?.kind === 'placed' ? 'DCA bot started' : `Start ${bot.name ?? 'a DCA bot'}`}
      account={accountName ?? draft.connection_id}
      words={{
        act: 'Start DCA bot',
        leave: 'Back',
        done: 'Started at',
        accepted: 'The service has made and started it.',
        refused: 'Nothing was made.',
        unknown: 'It may have been made.',
        asked: 'make a DCA bot',
        copies: 'DCA bots were made and started',
      }}
      correctAt="Back to the form"
      kept="Your entries are kept."
      review={
        <>
          {notKnown.note}
          {facts}
          <FundsAndFree bot={bot} />
          {settings}
        </>
      }
      placed={
        <>
          {outcome?.kind === 'placed' && outcome.answer.id !== undefined && (
            <p className="pb-3">{openBot(outcome.answer.id, outcome.answer.name)}</p>
          )}
          {sending.intent && <AlertSecret intent={sending.intent.id} />}
          {facts}
          {settings}
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
    to="/dca-bots/$botId"
    params={{ botId: String(id) }}
    className={buttonClass({ look: name === undefined ? 'secondary' : 'primary' })}
  >
    Open {name ?? `bot ${String(id).slice(0, 8)}`}
  </Link>
)
