import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { readJson } from '#contract/json.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { typeOfTrade } from '#contract/smart-trade-type.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { askedIn, type Prepared } from '#dialects/prepare.ts'
import { missingOf, useNotKnown } from '#forms/use-not-known.tsx'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import type { MadeId } from '#intents/outcome.ts'
import { formatAmount, HIDDEN } from '#money/format.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'
import { DisplayPreferencesContext, useDisplayPreferences } from '#ui/display-preferences.tsx'

import { searchDefaults } from '../list/smart-trade-search.ts'
import { statusTitle } from '../trade-facts.ts'
import { SentPicture } from '../picture/sent-picture.tsx'
import { ReviewExits, ReviewFacts, ReviewNotes } from './review-facts.tsx'
import { deedOf, titleOf, whatMoved } from './review-words.ts'
import type { OrderToPlace } from './use-review.ts'

/** The order as the bytes of its request say it. */
const bodyIn = (prepared: Prepared) =>
  z.decode(smartTradeDraft, readJson(askedIn(prepared).body) as never)

/** A new SmartTrade: the order as it will go out, and afterwards what became of it. */
export const placeTrade = writeAction(createSmartTrade, {
  label: 'New SmartTrade',
  request: ({ draft }: OrderToPlace) => ({ body: draft }),
  useFacts({ of: { draft, account, market, figures } }) {
    const { needs } = previewSmartTrade(draft, market.view)
    const missing = missingOf({
      account,
      price: market.view.price,
      ...(needs && { balance: market.view.free?.[needs.currency] }),
    })
    const { areAmountsHidden } = useDisplayPreferences()
    return { figures, areAmountsHidden, ...useNotKnown(missing, draft) }
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
      deed: deedOf(body, amount),
      refused: 'Nothing was placed.',
      unknown: 'Do not send it again.',
      asked: `${type} ${amount} ${toSlashPair(body.pair)}`,
      copies: 'trades were opened',
    }
  },
  correctAt: 'Back to the ticket',
  review: ({ of, prepared, facts: { note } }) => (
    <>
      {note}
      <Order of={of} prepared={prepared} />
      <div className="border-t border-hairline py-3">
        <SentPicture {...orderOf(of, prepared)} />
      </div>
      <ReviewNotes {...orderOf(of, prepared)} left={of.left} />
    </>
  ),
  placed: ({ of, prepared, answer }) => {
    const status = statusTitle(answer?.status)
    return (
      <>
        <p className="pb-3 pl-11 text-ink-2">
          SmartTrade {answer?.id}
          {status !== undefined && `, “${status}”`}. It keeps running when this page is closed.
        </p>
        <Order title="What was sent" of={of} prepared={prepared} />
      </>
    )
  },
  picture: ({ of, prepared }) => <SentPicture {...orderOf(of, prepared)} />,
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

type OrderProps = { of: OrderToPlace; prepared: Prepared; title?: string }

function orderOf({ market }: OrderToPlace, prepared: Prepared) {
  const body = bodyIn(prepared)
  return { body, market, preview: previewSmartTrade(body, market.view) }
}

function Order({ of, prepared, title }: OrderProps) {
  const reading = useDisplayPreferences()
  const order = orderOf(of, prepared)
  return (
    <>
      {/* What goes out is read whole, as in its request below; balance and results stay hidden. */}
      <DisplayPreferencesContext value={{ ...reading, areAmountsHidden: false }}>
        <ReviewFacts title={title} {...order} />
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
