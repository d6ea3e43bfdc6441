import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'

import { createGridBot, type GridBotDraft, gridBotDraft } from '#contract/grid-bots.ts'
import { creationOf } from '#forms/creation.tsx'
import { Decisive, factRows } from '#forms/effect.tsx'
import { accountWords } from '#market/names.tsx'
import { type Decimal, subtract } from '#money/decimal.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { FactList, type Facts } from '#ui/facts.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { startedFacts } from '../bot/start-bot.tsx'
import { STOP_ACTION_WORDS } from '../bot-facts.ts'
import { GridPicture } from '../grid-picture.tsx'
import { RangePrices } from '../price-range.tsx'
import { previewOf, whatMoved } from './new-bot.ts'
import { NewBotFunds } from './new-bot-preview.tsx'

export const createBot = creationOf(createGridBot, {
  noun: 'grid bot',
  link: (id, look) => <Link to="/grid-bots/$botId" params={{ botId: id }} {...look} />,
  idle: 'It places no order.',
  request: (body: GridBotDraft) => ({ body }),
  made: ({ id, is_enabled: isStarted, start_refusal: refusal }) => ({ id, isStarted, refusal }),
  account: (name, draft) => accountWords(name, draft.account_id),
  called: () => 'a grid bot',
  whatMoved: (draft, from, now) => whatMoved(draft, from, now.price),
  read: (body): GridBotDraft => z.decode(gridBotDraft, body as never),
  review({ sent, place: { figures } }) {
    const { total } = previewOf(sent, figures.now)
    const { quote } = splitPair(sent.pair)
    const free = figures.now.free.quote
    const look = { currency: quote, reason: 'The service gave no price or balance.' }
    return {
      sentence: (
        <>
          Starts immediately: buys what is missing, then places its orders, with{' '}
          <Decisive value={total} {...look} unit={quote} /> in total.
        </>
      ),
      rows: [
        [
          `${quote} available`,
          <Amount key="now" value={free} {...look} />,
          <Amount key="after" value={free && total && subtract(free, total)} {...look} />,
        ],
      ],
    }
  },
  done: ({ answer }) => ({
    sentence: (
      <>
        {answer.grids_quantity} lines from <RangePrices bot={answer} />.
      </>
    ),
    rows: factRows(startedFacts(answer)),
  }),
  picture: ({ sent, answer, place: { account, figures } }) => {
    const { bot } = useMemo(() => previewOf(sent, figures.now), [sent, figures.now])
    return <GridPicture bot={answer ?? bot} exchange={account?.exchange} />
  },
  lists: ({ sent, place: { figures } }) => (
    <>
      <SheetSection>
        <FactList of={draftFacts(sent)} isTight />
      </SheetSection>
      <NewBotFunds preview={previewOf(sent, figures.now)} market={figures.now} />
    </>
  ),
})

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
