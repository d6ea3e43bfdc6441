import { useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { useModeOfForm } from '#forms/set-up-page.tsx'
import { useLastPlace } from '#market/last-place.ts'
import { failureWords } from '#query/failure-words.ts'
import type { Mode } from '#session/session.ts'
import { useConnection, useKeptMode } from '#session/use-session.ts'
import { FEE_RATE } from '#trading/fees.ts'
import { Empty } from '#ui/empty.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { useTrade } from '../trade/use-trade.ts'
import { TicketProvider, useTicketForm } from './ticket-context.tsx'
import { type DraftValues, emptyDraft } from './fields.ts'
import { draftFrom } from './from-trade.ts'
import { type PlanPlace, useKeptPlans } from './kept-plan.ts'
import { TicketBody } from './ticket-body.tsx'

export function TicketPage({ like }: { like: Id | undefined }) {
  const { trade, state, error } = useTrade(like)
  if (like === undefined) return <TicketOf like={like} before={emptyDraft} />
  if (trade) return <CopiedTicket key={like} like={like} trade={trade} />
  return (
    <Page title="New SmartTrade">
      {state === 'reading' ? (
        <div role="status" aria-label="Reading the SmartTrade" className="py-6">
          <Skeleton width={240} />
        </div>
      ) : (
        <Empty title={`SmartTrade ${like} is not known here.`}>
          {error ? failureWords(error) : 'It is not among the rows that were read.'} It cannot be
          copied.
        </Empty>
      )}
    </Page>
  )
}

type CopiedTicketProps = {
  like: Id
  trade: NonNullable<ReturnType<typeof useTrade>['trade']>
}

function CopiedTicket({ like, trade }: CopiedTicketProps) {
  const mode = useKeptMode()
  const [copiedIn] = useState(mode)
  const [copied] = useState(trade)
  // Account and size belong to the mode in which it was read.
  return (
    <TicketOf like={like} before={(of) => (of === copiedIn ? draftFrom(copied) : emptyDraft())} />
  )
}

type TicketOfProps = {
  like: Id | undefined
  /** Initial values without stored ones. */
  before: (mode: Mode) => DraftValues
}

/** Stored values of the current mode; after a switch of mode, once no review is open. */
function TicketOf({ like, before }: TicketOfProps) {
  const keptPlans = useKeptPlans()
  const connectionId = useConnection()?.id
  const { mode, onUnreviewed } = useModeOfForm()
  const { begin } = useLastPlace('number', mode)
  const plan = { connectionId, like, mode }
  const values = keptPlans.read(plan) ?? before(mode)
  const { account, pair } = begin({ account: values.account_id, pair: values.pair })
  return (
    <Ticket
      key={mode}
      initial={{ ...values, account_id: account, pair }}
      plan={plan}
      onUnreviewed={onUnreviewed}
    />
  )
}

type TicketProps = {
  initial: DraftValues
  plan: PlanPlace
  /** Called once no review is open. */
  onUnreviewed: () => void
}

function Ticket({ initial: first, plan, onUnreviewed }: TicketProps) {
  const [initial] = useState(first)
  const [feeRate, setFeeRate] = useState(FEE_RATE)
  const ticket = useTicketForm(initial, plan, feeRate)
  return (
    <TicketProvider of={ticket}>
      <TicketBody feeRate={feeRate} onFeeRate={setFeeRate} onUnreviewed={onUnreviewed} />
    </TicketProvider>
  )
}
