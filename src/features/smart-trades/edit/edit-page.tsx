import { Link } from '@tanstack/react-router'
import { type FormEvent, memo, useId, useMemo, useState } from 'react'
import type { FieldPath } from 'react-hook-form'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Id } from '#contract/primitives.ts'
import { updateSmartTrade } from '#contract/smart-trade-change.ts'
import { heldUnits } from '#contract/smart-trade-funds-rules.ts'
import { useProblems } from '#forms/declared-form.tsx'
import { FormFrame } from '#forms/form-frame.tsx'
import { useWriteAction } from '#forms/write-action.tsx'
import { currenciesOf } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { failureWords } from '#query/failure-words.ts'
import { useExtension } from '#query/service.tsx'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { useConnection, useKeptMode } from '#session/use-session.ts'
import { can } from '#trading/allowed.ts'
import { FEE_RATE } from '#trading/fees.ts'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { FactList, type Facts } from '#ui/facts.tsx'
import { ChevronLeftIcon } from '#ui/icons.tsx'
import { leftAs } from '#ui/left-pages.ts'
import { Page } from '#ui/page.tsx'
import { Side } from '#ui/side.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { TradePicture } from '../picture/trade-picture.tsx'
import { type DraftValues, ticketForm } from '../ticket/fields.ts'
import { StopLossSection } from '../ticket/stop-loss-section.tsx'
import { TakeProfitSection } from '../ticket/take-profit-section.tsx'
import {
  type Edited,
  TicketProvider,
  useDerivedTicket,
  useTicket,
  useTicketForm,
  useTicketMarket,
} from '../ticket/ticket-context.tsx'
import { LastPrice } from '../ticket/ticket-frame.tsx'
import { TicketNote } from '../ticket/ticket-note.tsx'
import { useTrade } from '../trade/use-trade.ts'
import { entryOf, sideOf, statusLabel, type Trade, tradeName } from '../trade-facts.ts'
import { breakEvenAfter, changedMeanwhile, ticketOf, typedUpon } from './changed-lines.ts'
import { changeOf, fixedSteps, judgedChange, valuesOf } from './change.ts'
import { changeTrade } from './edit-review.tsx'

const TITLE = 'Edit SmartTrade'

/** Edits targets, stop and note of an open trade, in the ticket's form. */
export function EditPage({ id }: { id: Id | undefined }) {
  const { trade, state, error } = useTrade(id)
  const isOffered = useExtension(updateSmartTrade)
  const whyNot = useWhyNotOffered(updateSmartTrade)
  const obstacle = trade && can.updateSmartTrade(trade)
  if (id !== undefined && trade && isOffered && obstacle === undefined) {
    return <EditTicket key={id} id={id} trade={trade} />
  }
  const isReading = state === 'reading' || (trade && isOffered === undefined)
  return (
    <Page title={TITLE} back={<Back id={id} />}>
      {isReading ? (
        <div role="status" aria-label="Reading the SmartTrade" className="py-6">
          <Skeleton width={240} />
        </div>
      ) : (
        <Empty
          title={trade ? 'This trade cannot be edited.' : 'This SmartTrade is not known here.'}
        >
          {trade
            ? isOffered === false
              ? (whyNot ?? 'This service does not offer changing a trade.')
              : obstacle
            : error
              ? failureWords(error)
              : 'It is not among the rows that were read.'}
        </Empty>
      )}
    </Page>
  )
}

const Back = ({ id }: { id: Id | undefined }) => (
  <Link
    to="/smart-trades"
    search={() => ({ ...leftAs('/smart-trades'), trade: id })}
    aria-label="Back to the trade"
    className={buttonClass({ look: 'quiet', isIcon: true, className: '-ml-2' })}
  >
    <ChevronLeftIcon />
  </Link>
)

function EditTicket({ id, trade: latest }: { id: Id; trade: Trade }) {
  // Trade at the last opening or review: a later read must not overwrite typed values.
  const [trade, setTrade] = useState(latest)
  const connectionId = useConnection()?.id
  const mode = useKeptMode()
  const edited = useMemo(() => editedOf(trade), [trade])
  const ticket = useTicketForm(valuesOf(trade), { connectionId, like: id, mode }, FEE_RATE, edited)
  return (
    <TicketProvider of={ticket}>
      <EditBody id={id} trade={trade} onTrade={setTrade} />
    </TicketProvider>
  )
}

function editedOf(trade: Trade): Edited {
  const before = valuesOf(trade)
  return {
    trade,
    fixed: fixedSteps(trade),
    judge: (values, market) => judgedChange(changeOf(values, before, trade, market), trade, market),
  }
}

type EditBodyProps = { id: Id; trade: Trade; onTrade: (trade: Trade) => void }

const EditBody = memo(function EditBody({ id, trade, onTrade }: EditBodyProps) {
  const formId = useId()
  const ticket = useTicket()
  const { form, marketNow, issuesNow, edited } = ticket
  const { open, sheet, block } = useWriteAction(changeTrade)
  const review = (event: FormEvent) => {
    event.preventDefault()
    const values = form.getValues()
    const { view, isComing } = marketNow()
    const judged = edited?.judge(values, view)
    const wrong = ticketForm.next(issuesNow())
    if (wrong !== undefined || !judged?.draft) {
      void form.trigger()
      if (wrong !== undefined) form.setFocus(wrong as FieldPath<DraftValues>)
      return
    }
    if (block !== undefined || isComing || Object.keys(judged.draft).length === 0) return
    open({ ...reviewed(trade, values, view), id, since: [], reviewAnew })
  }
  /** Reviews again with the current trade; typed values stay, also in the form. */
  function reviewAnew(was: Trade, now: Trade) {
    const values = typedUpon(form.getValues(), was, now)
    const { view } = marketNow()
    const since = changedMeanwhile(was, now, view)
    onTrade(now)
    form.reset(values)
    open({ ...reviewed(now, values, view), id, since, reviewAnew })
  }
  return (
    <>
      <Page
        title={TITLE}
        back={<Back id={id} />}
        actions={<LastPrice />}
        footer={<EditFooter trade={trade} formId={formId} block={block} />}
      >
        <FormFrame
          label={TITLE}
          id={formId}
          refusal={undefined}
          onSubmit={review}
          className="mt-2.5"
        >
          <div className="grid gap-10 @min-[61rem]/page:grid-cols-[minmax(0,1fr)_22.5rem]">
            <div className="grid min-w-0 content-start gap-6">
              <UnchangedPart trade={trade} />
              <div className="grid items-start gap-7 @min-[35rem]/page:grid-cols-2">
                <TakeProfitSection />
                <div className="min-w-0">
                  <StopLossSection />
                  <TicketNote placeholder="Use #tags to group." hasRef={false} />
                </div>
              </div>
            </div>
            <TradePicture hasExample={false} />
          </div>
        </FormFrame>
      </Page>
      {sheet}
    </>
  )
})

type EditFooterProps = { trade: Trade; formId: string; block: string | undefined }

function EditFooter({ trade, formId, block }: EditFooterProps) {
  const { values } = useDerivedTicket()
  const { view, isComing } = useTicketMarket()
  const missing = ticketForm.stillToDo(useProblems().issues, values)
  const before = useMemo(() => valuesOf(trade), [trade])
  const isChanged = Object.keys(changeOf(values, before, trade, view)).length > 0
  // Without a price, a target that would close the trade at once goes unnoticed.
  const waits = isComing ? 'Reading the price.' : undefined
  return (
    <>
      <span className="ml-auto text-right text-caption text-ink-3 max-sm:ml-0 max-sm:min-w-0 max-sm:flex-1 max-sm:text-left">
        {block ?? missing ?? waits ?? (isChanged ? undefined : 'Nothing is changed yet.')}
      </span>
      <Button
        look="primary"
        size="large"
        type="submit"
        form={formId}
        aria-disabled={block !== undefined || waits !== undefined || !isChanged}
      >
        Review changes
      </Button>
    </>
  )
}

/** Change of a trade, or the reason that it cannot be sent. */
function reviewed(trade: Trade, values: DraftValues, market: MarketView) {
  const { draft: change = {}, issues = {} } = editedOf(trade).judge(values, market)
  const planned = ticketOf(trade, market, values)
  return {
    trade,
    change,
    market,
    planned,
    breakEven: breakEvenAfter(trade, values, planned.preview, market),
    obstacle:
      Object.values(issues).flat()[0] ??
      (Object.keys(change).length === 0 ? 'The trade already is as you want it.' : undefined),
  }
}

function UnchangedPart({ trade }: { trade: Trade }) {
  return (
    <section aria-label="The trade" className="min-w-0">
      <h2 className="mb-2 border-b border-hairline-2 pb-2 font-semibold">{tradeName(trade)}</h2>
      <FactList
        className="grid gap-x-10 @min-[35rem]/page:grid-cols-2"
        of={unchangedFacts(trade)}
      />
    </section>
  )
}

export function unchangedFacts(trade: Trade): Facts {
  const { base, quote } = currenciesOf(trade.pair)
  const side = sideOf(trade)
  return {
    Status: statusLabel(trade.status) ?? <UnknownValue />,
    Side: side ? <Side side={side} /> : <UnknownValue />,
    'Entry, before fees': (
      <Price value={entryOf(trade)} unit={quote} reason="The entry has no price yet." />
    ),
    Open: <Amount value={heldUnits(trade)} unit={base} />,
    'Closed so far': <Amount value={trade.data.closed_amount} unit={base} />,
  }
}
