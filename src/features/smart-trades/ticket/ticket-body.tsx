import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type FieldPath, useController, useFormState } from 'react-hook-form'

import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { useProblems } from '#forms/declared-form.tsx'
import { FormFrame } from '#forms/form-frame.tsx'
import { Price } from '#market/price.tsx'
import type { Decimal } from '#money/decimal.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { useSettings } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { ChevronDownIcon, ChevronLeftIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Percent } from '#ui/percent.tsx'
import { Popover } from '#ui/popover.tsx'
import { Age } from '#ui/time.tsx'

import { SavedList, useKeptByName } from '../saved-list.tsx'
import { NoteField } from '../note-field.tsx'
import { TradePicture } from '../picture/trade-picture.tsx'
import { ReviewSheet } from '../review/review-sheet.tsx'
import { useReview } from '../review/use-review.ts'
import { type Ticket as TicketState, useDerivedTicket, useTicket } from './ticket-context.tsx'
import { shownBlocks, type SoftKind } from './draft.ts'
import { EntrySection } from './entry-section.tsx'
import { type DraftValues, emptyDraft, ticketForm } from './fields.ts'
import { StopLossSection } from './stop-loss-section.tsx'
import { summaryOf } from './summary-words.ts'
import { TakeProfitSection } from './take-profit-section.tsx'
import { TicketReceipt } from './ticket-receipt.tsx'
import { ChoiceField } from './ticket-section.tsx'

const KIND_WORDS: Record<SoftKind, string> = {
  tick: 'The tick',
  lot: 'The lot',
  minimum: 'The minimum',
  balance: 'The free balance',
}

/** What holds the trade back by figures that may be old, each with a way past it. */
function SoftBlockList() {
  const { overridden, override } = useTicket()
  const { soft } = useDerivedTicket()
  if (soft.length === 0) return null
  return (
    <div className="grid gap-2" role="group" aria-label="Held back">
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
                aria-label={`${isLeft ? 'Hold back' : 'Leave to the service'}: ${KIND_WORDS[kind].toLowerCase()}`}
                onClick={() => override(kind, !isLeft)}
              >
                {isLeft ? 'Hold back again' : 'Leave it to the service'}
              </button>
            }
          >
            {sentence} {isLeft ? 'Left to the service, which may refuse it.' : BASIS[kind]}
          </Note>
        )
      })}
    </div>
  )
}

const BASIS: Record<SoftKind, string> = {
  tick: 'So says the list of pairs.',
  lot: 'So says the list of pairs.',
  minimum: 'So says the list of pairs.',
  balance: 'So says the last balance that was read.',
}

/** Plans under a name. The account stays the ticket's own, and so does the pair once it has one. */
function TicketTemplates() {
  const { form } = useTicket()
  const { kept, keep, remove } = useKeptByName('ticket-templates', ticketForm.schema)
  const [isOpen, setOpen] = useState(false)
  const fill = (template: DraftValues) => {
    const { account_id, pair } = form.getValues()
    form.reset({ ...template, account_id, pair: pair || template.pair })
    setOpen(false)
  }
  return (
    <Popover
      label="Templates"
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Chip>
          Templates
          <ChevronDownIcon />
        </Chip>
      }
    >
      <SavedList
        noun="template"
        items={kept.map(({ name, value }) => ({
          name,
          way: (
            <button
              type="button"
              className="link touch max-w-full truncate"
              onClick={() => fill(value)}
            >
              {name}
            </button>
          ),
        }))}
        onRemove={remove}
        onSave={(name) => keep(name, { ...form.getValues(), account_id: '' })}
      />
    </Popover>
  )
}

type TicketBodyProps = {
  feeRate: Decimal
  onFeeRate: (rate: Decimal) => void
  onUnreviewed: () => void
}

/** All of the ticket. */
export function TicketBody({ feeRate, onFeeRate, onUnreviewed }: TicketBodyProps) {
  const formId = useId()
  const ticket = useTicket()
  const { form, choices, issuesNow } = ticket
  const { errors } = useFormState({ control: form.control })
  const review = useReview(ticket)
  const block = useWriteBlock({ of: createSmartTrade })
  useEffect(() => {
    if (!review.isOpen) onUnreviewed()
  }, [review.isOpen, onUnreviewed])
  const isInstant = SHAPE_OF_TYPE[choices.type].instant
  useEffect(() => {
    if (form.getValues('account_id') === '') form.setFocus('account_id')
  }, [form])
  /** Enter goes to the next field that wants something; only a ticket that lacks nothing is reviewed. */
  const enterMovesOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    const next = ticketForm.next(issuesNow())
    const before = document.activeElement
    if (next === undefined) return
    form.setFocus(next as FieldPath<DraftValues>)
    // What is wrong where one stands is said by trying to send it.
    if (document.activeElement !== before) event.preventDefault()
  }
  const clear = () => {
    const { type, account_id, pair } = choices
    form.reset({ ...emptyDraft(), type, account_id, pair })
  }
  return (
    <>
      <Page
        title="New SmartTrade"
        back={
          <Link
            to="/smart-trades"
            aria-label="Back to SmartTrades"
            className={buttonClass({ look: 'quiet', isIcon: true, className: '-ml-2' })}
          >
            <ChevronLeftIcon />
          </Link>
        }
        beside={<TypeChoice />}
        actions={
          <>
            <LastPrice ticket={ticket} />
            <TicketTemplates />
          </>
        }
        footer={
          <>
            <Summary />
            <span className="ml-auto text-right text-caption text-ink-3 max-sm:ml-0 max-sm:text-left">
              {block ?? review.hold ?? <Missing />}{' '}
              {review.hold && (
                <button type="button" className="link touch" onClick={review.show}>
                  Look
                </button>
              )}
            </span>
            <Button look="quiet" onClick={clear}>
              Clear
            </Button>
            <Button
              look="primary"
              size="large"
              type="submit"
              form={formId}
              className="max-sm:flex-1"
              aria-disabled={(block ?? review.hold) !== undefined}
            >
              Review trade
            </Button>
          </>
        }
      >
        <FormFrame
          label="New SmartTrade"
          id={formId}
          refusal={errors.root?.['refusal']?.message}
          onSubmit={(event) => {
            if (block ?? review.hold) return event.preventDefault()
            void form.handleSubmit(review.open)(event)
          }}
          onKeyDown={enterMovesOn}
          className="mt-3.5"
        >
          <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
            <div className="grid min-w-0 content-start gap-6">
              {review.sending.intent?.outcome.kind === 'unknown' && !review.isOpen && (
                <Note
                  tone="caution"
                  action={
                    <button type="button" className="link" onClick={review.show}>
                      Look
                    </button>
                  }
                >
                  The outcome of the last order is unknown. Do not send it again.
                </Note>
              )}
              <div className="grid grid-cols-3 items-start gap-7 max-md:grid-cols-2 max-sm:grid-cols-1">
                <EntrySection>{isInstant && <TicketNote />}</EntrySection>
                {!isInstant && (
                  <>
                    <TakeProfitSection />
                    <div className="min-w-0">
                      <StopLossSection />
                      <TicketNote />
                    </div>
                  </>
                )}
              </div>
              <SoftBlockList />
              <TicketReceipt feeRate={feeRate} onFeeRate={onFeeRate} />
            </div>
            <TradePicture />
          </div>
        </FormFrame>
      </Page>
      <ReviewSheet review={review} />
    </>
  )
}

const Missing = () => ticketForm.stillToDo(useProblems().issues)

const TypeChoice = () => (
  <ChoiceField at="type" isLabelHidden className="ml-2 max-w-full overflow-x-auto max-md:ml-0" />
)

function TicketNote() {
  const { form } = useTicket()
  const { errorAt } = useProblems()
  const { orderRefs } = useSettings()
  const {
    field: { value, onChange, onBlur, ref },
  } = useController({ control: form.control, name: 'note' })
  return (
    <div className="mt-2.5 border-t border-hairline pt-2.5">
      <NoteField
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        inputRef={ref}
        name="note"
        rows={3}
        placeholder="Optional. Use #tags to group."
        error={errorAt('note')}
        hasRef={orderRefs}
      />
    </div>
  )
}

function LastPrice({ ticket: { market, base } }: { ticket: TicketState }) {
  const { view, dayChange, priceAt } = market
  if (view.price === undefined) return null
  return (
    <span className="flex items-center gap-2 text-ink-2">
      {base} last{' '}
      <span className="font-medium text-ink">
        <Price value={view.price} />
      </span>
      {dayChange && <Percent value={dayChange} signed />}
      <span className="text-caption text-ink-3 max-sm:hidden">
        <Age at={priceAt} />
      </span>
    </span>
  )
}

function Summary() {
  const { base, quote } = useTicket()
  const { values, preview } = useDerivedTicket()
  const { areAmountsHidden } = useDisplayPreferences()
  const orderType = values.type.startsWith('simple') ? 'market' : values.position.order_type
  const isHeld = SHAPE_OF_TYPE[values.type].skip_enter_step
  const words = summaryOf(values.type, isHeld ? 'held' : orderType, preview, {
    base,
    quote,
    areAmountsHidden,
  })
  if (!words) return null
  return (
    <span className="text-large tabular-nums">
      <span className="font-medium">{words.deed}</span>{' '}
      <span className="text-ink-2">{words.consequence}</span>
    </span>
  )
}
