import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { createGridBot, type GridBot, type GridBotDraft } from '#contract/grid-bots.ts'
import { readJson } from '#contract/json.ts'
import { askedIn, type Prepared } from '#dialects/prepare.ts'
import { creationOf, type SetUp } from '#forms/set-up-page.tsx'
import { missingOf, useNotKnown } from '#forms/use-not-known.tsx'
import { writeAction } from '#forms/write-action.tsx'
import type { MadeId } from '#intents/outcome.ts'
import { accountWords } from '#market/names.tsx'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { STOP_ACTION_WORDS } from '../bot-facts.ts'
import { previewOf, whatMoved } from './new-bot.ts'
import { NewBotFunds } from './new-bot-preview.tsx'
import { RangeSparkline } from '#charts/sparkline.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import type { AreComing } from '#forms/place-fields.tsx'
import { useExchangeOf } from '#market/accounts.ts'
import { useWeekPrices } from '#market/candles.ts'
import { type Decimal, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import type { Figures } from '#query/use-fresh-figures.ts'
import type { GridMarket } from '#trading/example-grid.ts'

type BotAccount = { id: string; name: string; isFutures?: boolean | undefined }

/** What is read of the service for what is typed. */
export type KnownOfBot = {
  accounts: readonly BotAccount[]
  account: BotAccount | undefined
  /** As the service writes them; `undefined` where it lists none. */
  pairs: readonly string[] | undefined
  areComing: AreComing
  /** Price, rules and free balances of the pair that is chosen, and how to read the price again. */
  figures: Figures<GridMarket>
  onFeeRate: (rate: Decimal) => void
}

/** The bot as the bytes of its request say it. */
const draftIn = (prepared: Prepared): GridBotDraft =>
  z.decode(createGridBot.body, readJson(askedIn(prepared).body) as never)

/** A new grid bot: what it is and needs, its request, and what became of it. */
export const createBot = writeAction(createGridBot, {
  ...creationOf('grid bot'),
  request: ({ draft }: SetUp<GridBotDraft, KnownOfBot>) => ({ body: draft }),
  useFacts({ of: { draft, known } }) {
    const { account, figures } = known
    const missing = missingOf({ account: account?.name, price: figures.now.price })
    const { note, obstacle } = useNotKnown(missing, draft)
    return { figures, obstacle, note }
  },
  words: (state) => {
    const { lower_price: lower, upper_price: upper, ...draft } = draftIn(state.prepared)
    const { quote } = splitPair(draft.pair)
    return {
      ...creationOf('grid bot').words({ isStarted: !isMadeStopped(state.answer) }),
      deed: `${draft.grids_quantity} lines from ${formatAmount(lower)} to ${formatAmount(upper)} ${quote}.`,
    }
  },
  whatMoved: (reviewed, now, { draft }) => whatMoved(draft, reviewed.price, now.price),
  priceOf: (now) => now.price,
  title: ({ answer }) => (answer ? madeTitle(answer) : 'Start a grid bot'),
  account: ({ of: { draft, known } }) => accountWords(known.account?.name, draft.account_id),
  requestNote:
    'Signed and sent once. The bot starts at once: it buys what is missing, then places its orders.',
  review: ({ facts: { note, figures }, prepared }) => {
    const draft = draftIn(prepared)
    return (
      <>
        {note}
        <BotFacts draft={draft} />
        <NewBotFunds preview={previewOf(draft, figures.now)} market={figures.now} />
      </>
    )
  },
  placed: ({ prepared, answer }) => (
    <>
      {isMadeStopped(answer) && (
        <Note tone="caution">
          The service has created the bot and has not started it. It places no order.{' '}
          {answer?.start_refusal !== undefined && (
            <>The start was refused with {answer.start_refusal} </>
          )}
          Start it from its page, and do not create it again.
        </Note>
      )}
      <BotFacts title="What was sent" draft={draftIn(prepared)} />
    </>
  ),
  picture: ({ prepared, facts: { figures } }) => (
    <PlannedRange draft={draftIn(prepared)} last={figures.now.price} />
  ),
  next: ({ answer }) => ({
    link: answer?.id !== undefined && (
      <Link to="/grid-bots/$botId" params={{ botId: answer.id }} className={NEXT_LINK}>
        See the bot
      </Link>
    ),
    another: 'Start another',
  }),
  linkTo: openBot,
})

const isMadeStopped = (bot: GridBot | undefined): boolean => bot !== undefined && !bot.is_enabled

const madeTitle = (bot: GridBot): string =>
  isMadeStopped(bot) ? 'Grid bot created, not started' : 'Grid bot started'

function openBot(id: MadeId) {
  return (
    <Link
      to="/grid-bots/$botId"
      params={{ botId: id }}
      className={buttonClass({ look: 'secondary' })}
    >
      Open bot {id}
    </Link>
  )
}

/** The last week's prices over the range that was sent. */
function PlannedRange({ draft, last }: { draft: GridBotDraft; last: Decimal | undefined }) {
  const exchange = useExchangeOf(draft.account_id)
  const prices = useWeekPrices([{ id: 0, pair: draft.pair, exchange }])?.get(0) ?? []
  return (
    <RangeSparkline
      label={`${toSlashPair(draft.pair)} over the last 7 days, in the range of the bot`}
      values={prices}
      lower={toNumber(draft.lower_price)}
      upper={toNumber(draft.upper_price)}
      last={last && toNumber(last)}
      className="h-20! w-full!"
    />
  )
}

/** What a request to make a bot says, in words. */
function BotFacts({ draft, title = 'The bot' }: { draft: GridBotDraft; title?: string }) {
  const { base, quote } = splitPair(draft.pair)
  const price = (value: GridBotDraft['lower_price'] | undefined) => (
    <Amount value={value} isPrice minPlaces={2} unit={quote} />
  )
  return (
    <SheetSection title={title}>
      <DefinitionList isTight>
        <Definition term="Pair">
          {toSlashPair(draft.pair)}: buys {base} with {quote}
        </Definition>
        <Definition term="Lower price">{price(draft.lower_price)}</Definition>
        <Definition term="Upper price">{price(draft.upper_price)}</Definition>
        <Definition term="Lines">
          {draft.grids_quantity}, {draft.grid_type}
        </Definition>
        <Definition term="Quantity per line">
          <Amount value={draft.quantity_per_grid} unit={base} />
        </Definition>
        {draft.lower_stop_loss_price && (
          <Definition term="Stop loss below">{price(draft.lower_stop_loss_price)}</Definition>
        )}
        {draft.lower_stop_loss_action && (
          <Definition term="At the stop loss below">
            {STOP_ACTION_WORDS[draft.lower_stop_loss_action]}
          </Definition>
        )}
        {draft.upper_stop_loss_price && (
          <Definition term="Stop loss above">{price(draft.upper_stop_loss_price)}</Definition>
        )}
        {draft.upper_stop_loss_action && (
          <Definition term="At the stop loss above">
            {STOP_ACTION_WORDS[draft.upper_stop_loss_action]}
          </Definition>
        )}
        {draft.expansion_down_stop_price && (
          <Definition term="Extends down to">{price(draft.expansion_down_stop_price)}</Definition>
        )}
        {draft.trailing_up_enabled && <Definition term="Trailing up">On</Definition>}
      </DefinitionList>
    </SheetSection>
  )
}
