import { Link } from '@tanstack/react-router'

import { createDcaBot, type DcaBot, type DcaBotDraft } from '#contract/dca-bots.ts'
import { readJson } from '#contract/json.ts'
import { askedIn, type Prepared } from '#dialects/prepare.ts'
import { CreatedOnly, creationOf, type SetUp, useCreationFacts } from '#forms/set-up-page.tsx'
import { writeAction } from '#forms/write-action.tsx'
import type { AreComing } from '#forms/place-fields.tsx'
import { Amount } from '#ui/amount.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Age } from '#ui/time.tsx'

import { AlertText } from '../alert-text.tsx'
import { DcaSettings, InPlainWords } from '../dca-settings.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { directionOf, plainStart } from '../words.ts'
import { botOf, whatMoved } from './new-bot.ts'
import type { Exchange } from '#market/exchanges.ts'
import type { Market } from '#market/markets.ts'
import type { Decimal } from '#money/decimal.ts'
import { textOr } from '#money/words.ts'
import type { Figures } from '#query/use-fresh-figures.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'
import type { DealEstimate } from '../ladder.ts'
import type { drawableBot } from './new-bot.ts'
import type { Means } from './suggestion.ts'

/** What is read of the service for what is typed, and what it comes to there. */
export type KnownOfBot = {
  accounts: readonly Exchange[]
  account: Exchange | undefined
  /** What sizes can be suggested from: balance, price and rules of the pair. */
  means: Means
  market: Market | undefined
  /** As DCA bots write them; `undefined` where the service lists none. */
  pairs: readonly string[] | undefined
  areComing: AreComing
  figures: Figures<DcaPlace>
  /** When the price was read, whether or not one is known. */
  readAt: number
  bot: ReturnType<typeof drawableBot>
  estimate: DealEstimate | undefined
  /** How far away the last safety order is, in percent, once that is known. */
  reach: Decimal | undefined
}

/** The members of the request, as its bytes say them. */
const membersIn = (prepared: Prepared) =>
  readJson(askedIn(prepared).body) as Record<string, unknown>

const creation = creationOf('DCA bot', (id, look) => (
  <Link to="/dca-bots/$botId" params={{ botId: String(id) }} {...look} />
))

/** A service that makes a bot first and starts it then may have done the first alone. */
const isMadeStopped = (bot: DcaBot | undefined): boolean => bot?.status === 'stopped'

/** A new DCA bot: what it does and may use, its request, and what became of it. */
export const createBot = writeAction(createDcaBot, {
  ...creation,
  request: ({ draft }: SetUp<DcaBotDraft, KnownOfBot>) => ({ body: draft }),
  useFacts: useCreationFacts<DcaPlace>,
  whatMoved: (reviewed, now, { draft }) => whatMoved(draft, reviewed.price, now),
  priceOf: (now) => now.price,
  title: ({ answer, of: { draft } }) =>
    !answer
      ? `Start ${textOr(draft.name, 'a DCA bot')}`
      : isMadeStopped(answer)
        ? 'DCA bot created, not started'
        : 'DCA bot started',
  account: ({ of: { draft, known } }) => known.account?.name ?? draft.connection_id,
  words: ({ of: { draft }, answer }) => ({
    ...creation.words({ isStarted: !isMadeStopped(answer) }),
    deed: `${draft.name}. ${plainStart(draft) ?? ''}`.trim(),
  }),
  review: ({ facts: { note }, of: { known }, prepared }) => (
    <>
      {note}
      <BotWords known={known} members={membersIn(prepared)} />
      <FundsAndFree bot={botOf(membersIn(prepared))} />
      <BotMembers title="Settings" members={membersIn(prepared)} />
    </>
  ),
  placed: ({ intent, of: { known }, prepared, answer }) => (
    <>
      {isMadeStopped(answer) && <CreatedOnly bot={answer} idle="It opens no deal." />}
      {intent && <AlertText intent={intent.id} bot={answer} />}
      <BotWords known={known} members={membersIn(prepared)} />
      <BotMembers title="What was sent" members={membersIn(prepared)} />
    </>
  ),
})

type BotWordsProps = { known: KnownOfBot; members: Record<string, unknown> }

/** The bot read back from the bytes of its request, and the price it would start at. */
function BotWords({ known: { figures }, members }: BotWordsProps) {
  const bot = botOf(members)
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

const BotMembers = ({ title, members }: Pick<BotWordsProps, 'members'> & { title: string }) => (
  <SheetSection title={title}>
    <DcaSettings bot={botOf(members)} members={Object.keys(members)} />
  </SheetSection>
)
