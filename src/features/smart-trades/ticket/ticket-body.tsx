import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, memo, useEffect, useId } from 'react'
import { type FieldPath, useFormState } from 'react-hook-form'

import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { FormFrame } from '#forms/form-frame.tsx'
import type { Decimal } from '#money/decimal.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { useSettings } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { ChevronLeftIcon } from '#ui/icons.tsx'
import { leftAs } from '#ui/left-pages.ts'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'

import { TYPE_PURPOSES } from '../trade-facts.ts'
import { TradePicture } from '../picture/trade-picture.tsx'
import { placeTrade } from '../review/review-sheet.tsx'
import { type ReviewedOrder, useReview } from '../review/use-review.ts'
import { useDerivedTicket, useTicket, useTicketMarket } from './ticket-context.tsx'
import { shownBlocks, type SoftKind } from './draft.ts'
import { EntrySection } from './entry-section.tsx'
import { type DraftValues, emptyDraft, ticketForm } from './fields.ts'
import { StopLossSection } from './stop-loss-section.tsx'
import { TakeProfitSection } from './take-profit-section.tsx'
import { TicketNote } from './ticket-note.tsx'
import { TicketReceipt } from './ticket-receipt.tsx'
import { TICKET_COLUMNS } from './ticket-section.tsx'
import {
  LastPrice,
  TicketFooter,
  TicketTemplates,
  TypeChoice,
  useTicketExample,
} from './ticket-frame.tsx'

const KIND_WORDS: Record<SoftKind, string> = {
  tick: 'The tick',
  lot: 'The lot',
  minimum: 'The minimum',
  balance: 'The free balance',
}

/** Blocking checks by data that may be old, each with a button to proceed. */
function SoftBlockList() {
  const { overridden, override } = useTicket()
  const { soft } = useDerivedTicket()
  if (soft.length === 0) return null
  return (
    <div className="grid gap-2" role="group" aria-label="Limits of the exchange">
      {shownBlocks(soft, overridden).map(({ kind, sentence }) => {
        const isLeft = overridden.has(kind)
        return (
          <Note
            key={kind}
            tone={isLeft ? 'plain' : 'caution'}
            action={
              <button
                type="button"
                className="link touch whitespace-nowrap"
                aria-label={`${isLeft ? 'Check here' : 'Let the service decide'}: ${KIND_WORDS[kind].toLowerCase()}`}
                onClick={() => override(kind, !isLeft)}
              >
                {isLeft ? 'Check here again' : 'Let the service decide'}
              </button>
            }
          >
            {sentence} {isLeft ? 'The service decides, and may refuse it.' : basisOf(kind)}
          </Note>
        )
      })}
    </div>
  )
}

const basisOf = (kind: SoftKind): string =>
  `From the ${kind === 'balance' ? 'last balance that was read' : 'list of pairs'}.`

type TicketBodyProps = {
  feeRate: Decimal
  onFeeRate: (rate: Decimal) => void
  onUnreviewed: () => void
}

/** Memoised, so that a new price does not draw it. */
export const TicketBody = memo(function TicketBody({
  feeRate,
  onFeeRate,
  onUnreviewed,
}: TicketBodyProps) {
  const formId = useId()
  const ticket = useTicket()
  const { form, choices, issuesNow } = ticket
  const { errors } = useFormState({ control: form.control })
  const review = useReview(ticket)
  const isReviewed = review.order !== undefined
  const block = useWriteBlock({ of: createSmartTrade })
  useEffect(() => {
    if (!isReviewed) onUnreviewed()
  }, [isReviewed, onUnreviewed])
  const isInstant = SHAPE_OF_TYPE[choices.type].instant
  const { orderRefs } = useSettings()
  const note = <TicketNote placeholder="Optional. Use #tags to group." hasRef={orderRefs} />
  useEffect(() => {
    if (form.getValues('account_id') === '') form.setFocus('account_id')
  }, [form])
  /** Enter moves to the next missing field; only a complete ticket is reviewed. */
  const enterMovesOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    const next = ticketForm.next(issuesNow())
    const before = document.activeElement
    if (next === undefined) return
    form.setFocus(next as FieldPath<DraftValues>)
    // At the last field, submitting shows the errors.
    if (document.activeElement !== before) event.preventDefault()
  }
  const clear = () => {
    const { type, account_id, pair } = choices
    form.reset({ ...emptyDraft(), type, account_id, pair })
  }
  const example = useTicketExample(ticket, feeRate)
  return (
    <>
      <Page
        title="New SmartTrade"
        back={
          <Link
            to="/smart-trades"
            search={() => leftAs('/smart-trades')}
            aria-label="Back to SmartTrades"
            className={buttonClass({ look: 'quiet', isIcon: true, className: '-ml-2' })}
          >
            <ChevronLeftIcon />
          </Link>
        }
        beside={
          <>
            <Button look="quiet" onClick={clear} className="-mr-3 ml-auto sm:hidden">
              Clear
            </Button>
            <TypeChoice />
          </>
        }
        actions={<LastPrice />}
        footer={
          <TicketFooter
            formId={formId}
            reason={block ?? review.hold}
            unknown={block === undefined ? review.heldBy : undefined}
            onClear={clear}
          />
        }
      >
        <div className="mt-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <p
            role="status"
            className={`min-w-0 flex-1 max-sm:flex-auto max-sm:basis-full ${example.said === undefined ? 'text-ink-2' : ''}`}
          >
            {example.said ?? TYPE_PURPOSES[choices.type]}
          </p>
          <span className="ml-auto flex items-center gap-2 max-sm:w-full max-sm:justify-between">
            <TicketTemplates />
            {example.button}
          </span>
        </div>
        <FormFrame
          label="New SmartTrade"
          id={formId}
          refusal={errors.root?.['refusal']?.message}
          onSubmit={(event) => {
            if (block ?? review.hold) return event.preventDefault()
            void form.handleSubmit(review.open)(event)
          }}
          onKeyDown={enterMovesOn}
          className="mt-2.5"
        >
          <div className="grid gap-x-10 gap-y-6 @min-[61rem]/page:grid-cols-[minmax(0,1fr)_22.5rem]">
            <div className="grid min-w-0 content-start gap-6">
              {review.sending.intent?.outcome.kind === 'unknown' && !isReviewed && (
                <Note
                  tone="caution"
                  action={
                    <button type="button" className="link touch" onClick={review.show}>
                      Show what is known
                    </button>
                  }
                >
                  The outcome of the last order is unknown. Do not send it again.
                </Note>
              )}
              <div className={`${TICKET_COLUMNS} items-start`}>
                <EntrySection>{isInstant && note}</EntrySection>
                {!isInstant && (
                  <>
                    <TakeProfitSection />
                    <div className="min-w-0">
                      <StopLossSection />
                      {note}
                    </div>
                  </>
                )}
              </div>
              <TicketReceipt feeRate={feeRate} onFeeRate={onFeeRate} />
              {/* Last, so that it moves nothing while the trader types. */}
              <SoftBlockList />
            </div>
            <TradePicture hasExample={example.button !== null} />
          </div>
        </FormFrame>
      </Page>
      {review.order && <OrderSheet review={review} order={review.order} />}
    </>
  )
})

type OrderSheetProps = { review: ReturnType<typeof useReview>; order: ReviewedOrder }

/** Keeps reading the market during the review. */
function OrderSheet({ review, order }: OrderSheetProps) {
  const { view, priceAt, readAgain } = useTicketMarket()
  return (
    <placeTrade.Sheet
      of={{ ...order, figures: { now: view, readAt: priceAt, readAgain } }}
      sending={review.sending}
      onSent={review.onSent}
      onClose={review.close}
    />
  )
}
