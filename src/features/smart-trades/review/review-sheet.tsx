import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { readJson } from '#contract/json.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { typeOfTrade } from '#contract/smart-trade-type.ts'
import { askedIn } from '#dialects/prepare.ts'
import { missingOf, useNotKnown } from '#forms/use-not-known.tsx'
import { useWrite } from '#forms/use-write.ts'
import { WriteSheet } from '#forms/write-sheet.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import type { MadeId } from '#intents/outcome.ts'
import { formatAmount, HIDDEN } from '#money/format.ts'
import { useMode } from '#query/use-mode.tsx'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'
import { DisplayPreferencesContext, useDisplayPreferences } from '#ui/display-preferences.tsx'

import { searchDefaults } from '../list/smart-trade-search.ts'
import { statusTitle } from '../trade-facts.ts'
import { SentPicture } from '../picture/sent-picture.tsx'
import { ReviewExits, ReviewFacts, ReviewNotes } from './review-facts.tsx'
import { deedOf, titleOf } from './review-words.ts'
import type { Review, Reviewed } from './use-review.ts'

/** The order as it will go out, and afterwards what became of it. */
export const ReviewSheet = ({ review }: { review: Review }) =>
  review.isOpen && review.reviewed ? (
    // Each review is another request.
    <OpenReview key={review.reviewed.prepared.body} review={review} reviewed={review.reviewed} />
  ) : null

function OpenReview({ review, reviewed }: { review: Review; reviewed: Reviewed }) {
  const { prepared, account, market, left } = reviewed
  const { sending, startAgain, close } = review
  const mode = useMode()
  const reading = useDisplayPreferences()
  const body = z.decode(smartTradeDraft, readJson(askedIn(prepared).body) as never)
  const preview = previewSmartTrade(body, market.view)
  const { needs } = preview
  const missing = missingOf({
    account,
    price: market.view.price,
    ...(needs && { balance: market.view.free?.[needs.currency] }),
  })
  const notKnown = useNotKnown(missing, prepared)
  const write = useWrite({
    prepared,
    obstacle: notKnown.obstacle,
    sending,
    figures: review.figures,
    whatMoved: (_, now) => review.whatMoved(now),
    priceOf: ({ price }) => price,
    onSent: review.onSent,
  })
  const outcome = sending.intent?.outcome
  const isLookedFor = sending.intent?.looked?.endedAt === undefined
  const { type, units } = body.position
  const amount = reading.areAmountsHidden ? HIDDEN : formatAmount(units.value)
  const facts = (title?: string) => (
    <>
      {/* What goes out is read whole, as in its request below; balance and results stay hidden. */}
      <DisplayPreferencesContext value={{ ...reading, areAmountsHidden: false }}>
        <ReviewFacts title={title} body={body} preview={preview} market={market} />
      </DisplayPreferencesContext>
      <ReviewExits body={body} preview={preview} />
    </>
  )
  return (
    <WriteSheet
      write={write}
      title={titleOf(typeOfTrade(body), splitPair(body.pair))}
      account={`${account?.name ?? 'Account'}, account ${body.account_id}`}
      beside={
        <span className="flex-none text-caption text-ink-3 max-sm:hidden">
          {new URL(prepared.url).host}
        </span>
      }
      words={{
        act: mode === 'REAL' ? 'Place trade, real money' : 'Place paper trade',
        leave: 'Cancel',
        done: 'Placed at',
        deed: deedOf(body, amount),
        refused: 'Nothing was placed.',
        unknown: 'Do not send it again.',
        asked: `${type} ${amount} ${toSlashPair(body.pair)}`,
        copies: 'trades were opened',
      }}
      correctAt="Back to the ticket"
      kept="Your entries are kept."
      review={
        <>
          {notKnown.note}
          {facts()}
          <ReviewNotes body={body} preview={preview} market={market} left={left} />
        </>
      }
      placed={
        outcome?.kind === 'placed' && (
          <>
            <p className="pb-3 pl-11 text-ink-2">
              SmartTrade {outcome.answer.id}
              {statusTitle(outcome.answer.status) !== undefined &&
                `, “${statusTitle(outcome.answer.status)}”`}
              . It keeps running when this page is closed.
            </p>
            {facts('What was sent')}
          </>
        )
      }
      picture={<SentPicture body={body} preview={preview} market={market} />}
      next={{
        link: outcome?.kind === 'placed' && (
          <Link
            to="/smart-trades"
            search={{ ...searchDefaults, status: 'all', trade: outcome.answer.id }}
            className={NEXT_LINK}
          >
            Open the trade
          </Link>
        ),
        another: 'Place another',
      }}
      again={{
        label: 'Place again',
        reason: isLookedFor ? 'after the last check' : undefined,
        next: isLookedFor ? 'Nothing else is sent from here until this is known.' : undefined,
        onPress: startAgain,
      }}
      linkTo={openTrade}
      onReviewAgain={startAgain}
      onClose={close}
    />
  )
}

const openTrade = (id: MadeId) => (
  <Link
    to="/smart-trades"
    search={{ ...searchDefaults, status: 'all', trade: id }}
    className="link touch"
  >
    SmartTrade {id}
  </Link>
)
