import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { createGridBot, type GridBotDraft } from '#contract/grid-bots.ts'
import { readJson } from '#contract/json.ts'
import { askedIn, type Prepared } from '#dialects/prepare.ts'
import { CreatedOnly, creationOf, type SetUp, useCreationFacts } from '#forms/set-up-page.tsx'
import { writeAction } from '#forms/write-action.tsx'
import { accountWords } from '#market/names.tsx'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { FactList, type Facts } from '#ui/facts.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { STOP_ACTION_WORDS } from '../bot-facts.ts'
import { previewOf, whatMoved } from './new-bot.ts'
import { NewBotFunds } from './new-bot-preview.tsx'
import { RangeSparkline } from '#charts/sparkline.tsx'
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

const creation = creationOf('grid bot', (id, look) => (
  <Link to="/grid-bots/$botId" params={{ botId: id }} {...look} />
))

/** A new grid bot: what it is and needs, its request, and what became of it. */
export const createBot = writeAction(createGridBot, {
  ...creation,
  request: ({ draft }: SetUp<GridBotDraft, KnownOfBot>) => ({ body: draft }),
  useFacts: useCreationFacts<GridMarket>,
  words: ({ prepared, answer }) => {
    const draft = draftIn(prepared)
    const { lower_price: lower, upper_price: upper } = draft
    return {
      ...creation.words({ isStarted: answer?.is_enabled }),
      deed: `${draft.grids_quantity} lines from ${formatAmount(lower)} to ${formatAmount(upper)} ${splitPair(draft.pair).quote}.`,
    }
  },
  whatMoved: (reviewed, now, { draft }) => whatMoved(draft, reviewed.price, now.price),
  priceOf: (now) => now.price,
  title: ({ answer }) =>
    !answer
      ? 'Start a grid bot'
      : answer.is_enabled
        ? 'Grid bot started'
        : 'Grid bot created, not started',
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
      {answer?.is_enabled === false && <CreatedOnly bot={answer} idle="It places no order." />}
      <BotFacts title="What was sent" draft={draftIn(prepared)} />
    </>
  ),
  picture: ({ prepared, facts: { figures } }) => (
    <PlannedRange draft={draftIn(prepared)} last={figures.now.price} />
  ),
})

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
const BotFacts = ({ draft, title = 'The bot' }: { draft: GridBotDraft; title?: string }) => (
  <SheetSection title={title}>
    <FactList of={draftFacts(draft)} isTight />
  </SheetSection>
)

export function draftFacts(draft: GridBotDraft): Facts {
  const { base, quote } = splitPair(draft.pair)
  const price = (value: Decimal | undefined) =>
    value && <Amount value={value} isPrice minPlaces={2} unit={quote} />
  const action = (word: GridBotDraft['lower_stop_loss_action']) => word && STOP_ACTION_WORDS[word]
  return {
    Pair: `${toSlashPair(draft.pair)}: buys ${base} with ${quote}`,
    'Lower price': price(draft.lower_price),
    'Upper price': price(draft.upper_price),
    Lines: `${draft.grids_quantity}, ${draft.grid_type}`,
    'Quantity per line': <Amount value={draft.quantity_per_grid} unit={base} />,
    'Stop loss below': price(draft.lower_stop_loss_price),
    'At the stop loss below': action(draft.lower_stop_loss_action),
    'Stop loss above': price(draft.upper_stop_loss_price),
    'At the stop loss above': action(draft.upper_stop_loss_action),
    'Extends down to': price(draft.expansion_down_stop_price),
    'Trailing up': draft.trailing_up_enabled && 'On',
  }
}
