import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { RangeSparkline } from '#charts/sparkline.tsx'
import { createGridBot, type GridBotDraft, gridBotDraft } from '#contract/grid-bots.ts'
import { creationOf } from '#forms/creation.tsx'
import { usePastPrices } from '#market/candles.ts'
import { accountWords } from '#market/names.tsx'
import { type Decimal, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { FactList, type Facts } from '#ui/facts.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { STOP_ACTION_WORDS } from '../bot-facts.ts'
import { previewOf, whatMoved } from './new-bot.ts'
import { NewBotFunds } from './new-bot-preview.tsx'

/** A new grid bot: what it is and needs, its request, and what became of it. */
export const createBot = creationOf(createGridBot, {
  noun: 'grid bot',
  link: (id, look) => <Link to="/grid-bots/$botId" params={{ botId: id }} {...look} />,
  idle: 'It places no order.',
  request: (body: GridBotDraft) => ({ body }),
  made: ({ id, is_enabled: isStarted, start_refusal: refusal }) => ({ id, isStarted, refusal }),
  account: (name, draft) => accountWords(name, draft.account_id),
  called: () => 'a grid bot',
  deed: ({ grids_quantity: lines, lower_price: lower, upper_price: upper, pair }) =>
    `${lines} lines from ${formatAmount(lower)} to ${formatAmount(upper)} ${splitPair(pair).quote}.`,
  whatMoved: (draft, from, now) => whatMoved(draft, from, now.price),
  read: (body) => z.decode(gridBotDraft, body as never),
  review: ({ sent, place: { figures } }) => (
    <>
      <BotFacts draft={sent} />
      <NewBotFunds preview={previewOf(sent, figures.now)} market={figures.now} />
      <p className="pb-2.5 text-caption text-ink-3">
        The bot starts at once: it buys what is missing, then places its orders.
      </p>
    </>
  ),
  receipt: ({ sent }) => <BotFacts title="What was sent" draft={sent} />,
  picture: ({ sent, place: { account, figures } }) => (
    <PlannedRange draft={sent} exchange={account?.exchange} last={figures.now.price} />
  ),
})

type PlannedRangeProps = {
  draft: GridBotDraft
  exchange: string | undefined
  last: Decimal | undefined
}

/** The last week's prices over the range that was sent. */
function PlannedRange({ draft, exchange, last }: PlannedRangeProps) {
  const prices = usePastPrices([{ id: 0, pair: draft.pair, exchange }])?.get(0) ?? []
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
