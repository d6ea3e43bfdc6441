import { Link } from '@tanstack/react-router'

import { createDcaBot, type DcaBotDraft } from '#contract/dca-bots.ts'
import { creationOf } from '#forms/creation.tsx'
import type { Place } from '#forms/place-fields.tsx'
import { textOr } from '#money/words.ts'
import { Amount } from '#ui/amount.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Age } from '#ui/time.tsx'

import { AlertText } from '../alert-text.tsx'
import { DcaSettings, InPlainWords } from '../dca-settings.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import type { DealPlan } from '../ladder.ts'
import { directionOf, plainStart } from '../words.ts'
import { botOf, whatMoved } from './new-bot.ts'

/** A new DCA bot: what it does and may use, its request, and what became of it. */
export const createBot = creationOf(createDcaBot, {
  noun: 'DCA bot',
  link: (id, look) => <Link to="/dca-bots/$botId" params={{ botId: String(id) }} {...look} />,
  idle: 'It opens no deal.',
  request: (body: DcaBotDraft) => ({ body }),
  made: ({ id, status, start_refusal: refusal }) => ({
    id,
    isStarted: status !== 'stopped',
    refusal,
  }),
  account: (name, draft) => name ?? draft.connection_id,
  called: (draft) => textOr(draft.name, 'a DCA bot'),
  deed: (draft) => `${draft.name}. ${plainStart(draft) ?? ''}`.trim(),
  whatMoved,
  read: (body): Sent => ({ bot: botOf(body), members: Object.keys(body) }),
  review: (parts) => (
    <>
      <BotWords {...parts} />
      <FundsAndFree bot={parts.sent.bot} />
      <BotMembers title="Settings" {...parts} />
    </>
  ),
  secret: ({ intent, answer }) => <AlertText intent={intent} bot={answer} />,
  receipt: (parts) => (
    <>
      <BotWords {...parts} />
      <BotMembers title="What was sent" {...parts} />
    </>
  ),
})

type Sent = { bot: DealPlan; members: readonly string[] }

/** The bot read back from the bytes of its request, and the price it would start at. */
function BotWords({ sent: { bot }, place: { figures } }: { sent: Sent; place: Place }) {
  return (
    <>
      <InPlainWords bot={bot} />
      <p className="pt-1 text-caption text-ink-3">
        {[bot.pair, directionOf(bot)].join(' · ')}
        {figures.now.price && figures.readAt !== undefined && (
          <>
            {' '}
            · last price <Amount value={figures.now.price} isPrice minPlaces={2} />,{' '}
            <Age at={figures.readAt} />
          </>
        )}
      </p>
    </>
  )
}

const BotMembers = ({ title, sent }: { title: string; sent: Sent }) => (
  <SheetSection title={title}>
    <DcaSettings {...sent} />
  </SheetSection>
)
