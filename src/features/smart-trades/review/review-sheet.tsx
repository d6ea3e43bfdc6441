import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { readJson } from '#contract/json.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { typeOfTrade } from '#contract/smart-trade-type.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { askedIn, type Prepared } from '#dialects/prepare.ts'
import { Decisive } from '#forms/effect.tsx'
import { missingOf, useNotKnown } from '#forms/use-not-known.tsx'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import type { MadeId } from '#intents/outcome.ts'
import { Price } from '#market/price.tsx'
import { type Decimal, negate } from '#money/decimal.ts'
import { formatAmount, HIDDEN } from '#money/format.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'
import { Amount } from '#ui/amount.tsx'
import { DisplayPreferencesContext, useDisplayPreferences } from '#ui/display-preferences.tsx'

import { searchDefaults } from '../list/smart-trade-search.ts'
import { ticketOf } from '../edit/changed-lines.ts'
import { SentPicture, TradeLevelsPicture } from '../picture/sent-picture.tsx'
import {
  entryOf,
  isClosed,
  isFilled,
  isPartlyFilled,
  statusLabel,
  tickPlacesOf,
  type Trade,
} from '../trade-facts.ts'
import { freeRow, useQuoteFree } from '../trade-write.tsx'
import { ReviewExits, ReviewFacts } from './review-facts.tsx'
import { deedOf, notesOf, titleOf, whatMoved } from './review-words.ts'
import type { OrderToPlace } from './use-review.ts'

/** Order in the bytes of its request. */
const bodyIn = (prepared: Prepared) =>
  z.decode(smartTradeDraft, readJson(askedIn(prepared).body) as never)

/** New SmartTrade: its review, and then its outcome. */
export const placeTrade = writeAction(createSmartTrade, {
  label: 'New SmartTrade',
  request: ({ draft }: OrderToPlace) => ({ body: draft }),
  useFacts({ of: { draft, account, market, figures }, intent }) {
    const { needs } = previewSmartTrade(draft, market.view)
    const missing = missingOf({
      account,
      price: market.view.price,
      ...(needs && { balance: market.view.free?.[needs.currency] }),
    })
    const { areAmountsHidden } = useDisplayPreferences()
    const of = { account: { id: draft.account_id }, pair: draft.pair }
    return {
      figures,
      areAmountsHidden,
      free: useQuoteFree(of, intent),
      ...useNotKnown(missing, draft),
    }
  },
  whatMoved: (_, now, { draft, market, overridden: left }, prepared) =>
    whatMoved({ draft, body: askedIn(prepared).body, left }, market.view, now),
  reviewAnew: ({ startAgain }) => startAgain(),
  priceOf: ({ price }) => price,
  width: 'review',
  title: ({ of: { draft } }) => titleOf(typeOfTrade(draft), splitPair(draft.pair)),
  account: ({ of: { account, draft } }) =>
    `${account?.name ?? 'Account'}, account ${draft.account_id}`,
  words({ prepared, mode, facts: { areAmountsHidden } }) {
    const body = bodyIn(prepared)
    const { type, units } = body.position
    const amount = areAmountsHidden ? HIDDEN : formatAmount(units.value)
    return {
      act: mode === 'REAL' ? 'Place trade, real money' : 'Place paper trade',
      leave: 'Cancel',
      done: 'Placed at',
      refused: 'Nothing was placed.',
      unknown: 'Do not send it again.',
      asked: `${type} ${amount} ${toSlashPair(body.pair)}`,
      copies: 'trades were opened',
    }
  },
  correctAt: 'Back to the ticket',
  review({ of, prepared, facts: { areAmountsHidden } }) {
    const { body, market, preview } = orderOf(of, prepared)
    const { quote, base } = splitPair(body.pair)
    const { needs, freeAfter, stop, reward } = preview
    const free = needs && market.view.free?.[needs.currency]
    const currency = needs?.currency === 'base' ? base : quote
    const notes = notesOf(body, of.left, preview)
    const loss = stop?.loss && negate(stop.loss)
    const result = (value: Decimal | undefined) => (
      <Decisive value={value} signed currency={quote} unit={quote} />
    )
    return {
      sentence: (
        <>
          {deedOf(body, areAmountsHidden ? HIDDEN : formatAmount(body.position.units.value))}{' '}
          {stop ? (
            <>If the stop hits, it ends at {result(loss)}.</>
          ) : (
            reward && <>If all targets hit, it ends at {result(reward)}.</>
          )}
        </>
      ),
      rows: [
        free !== undefined && [
          `${currency} available`,
          <Amount key="now" value={free} currency={currency} />,
          <Amount key="after" value={freeAfter} currency={currency} />,
        ],
      ],
      note: notes.length > 0 && notes.join(' '),
      isCaution: true,
    }
  },
  done({ of, answer, facts: { free } }) {
    if (!answer) return { sentence: 'Placed. The trade is being read.' }
    const { quote, base } = splitPair(answer.pair)
    const { stop, reward } = ticketOf(answer, of.market.view).preview
    const result = (value: Decimal | undefined) => <Amount value={value} signed currency={quote} />
    return {
      sentence: <PlacedWords trade={answer} />,
      rows: [
        ['Units', <Amount key="units" value={answer.position.units.value} unit={base} />],
        ['Entry', <Price key="entry" value={entryOf(answer)} places={tickPlacesOf(answer)} />],
        reward !== undefined && ['If all targets hit', result(reward)],
        stop && ['If the stop hits', result(stop.loss && negate(stop.loss))],
        !answer.leverage.enabled && freeRow(quote, free),
      ],
    }
  },
  controls: ({ facts: { note } }) => note,
  lists: ({ of, prepared }) => <Order {...orderOf(of, prepared)} />,
  picture: ({ of, prepared, answer }) =>
    answer ? <TradeLevelsPicture trade={answer} /> : <SentPicture {...orderOf(of, prepared)} />,
  next: ({ answer }) => ({
    link: answer && tradeLink(answer.id, NEXT_LINK, 'Open the trade'),
    another: 'Place another',
  }),
  again({ of: { startAgain }, intent }) {
    const isLookedFor = intent?.looked?.endedAt === undefined
    return {
      label: 'Place again',
      reason: isLookedFor ? 'after the last check' : undefined,
      next: isLookedFor ? 'Nothing else is sent from here until this is known.' : undefined,
      onPress: startAgain,
    }
  },
  linkTo: (id) => tradeLink(id, 'link touch', `SmartTrade ${id}`),
})

export function PlacedWords({ trade }: { trade: Trade }) {
  const { id, status, position, data, pair } = trade
  const title = statusLabel(status)
  return (
    <>
      SmartTrade {id} {title === undefined ? 'is placed' : `is “${title}”`}.{' '}
      {isFilled(trade) || isPartlyFilled(trade) ? (
        <>
          {position.type === 'sell' ? 'Sold' : 'Holds'}{' '}
          <Decisive value={data.entered_amount} unit={splitPair(pair).base} /> at{' '}
          <Price value={entryOf(trade)} places={tickPlacesOf(trade)} />.
        </>
      ) : (
        'Nothing is filled yet.'
      )}
      {!isClosed(trade) && ' It keeps running when this page is closed.'}
    </>
  )
}

function orderOf({ market }: OrderToPlace, prepared: Prepared) {
  const body = bodyIn(prepared)
  return { body, market, preview: previewSmartTrade(body, market.view) }
}

function Order(order: ReturnType<typeof orderOf>) {
  const reading = useDisplayPreferences()
  return (
    <>
      {/* { The order is shown as in its request; balance and results stay hidden. */}
      <DisplayPreferencesContext value={{ ...reading, areAmountsHidden: false }}>
        <ReviewFacts {...order} />
      </DisplayPreferencesContext>
      <ReviewExits {...order} />
    </>
  )
}

const tradeLink = (id: MadeId, className: string | undefined, words: string) => (
  <Link
    to="/smart-trades"
    search={{ ...searchDefaults, status: 'all', trade: id }}
    className={className}
  >
    {words}
  </Link>
)
