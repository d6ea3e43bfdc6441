import { useState } from 'react'

import { useConnection } from '#session/use-session.ts'
import { Empty } from '#ui/empty.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { emptyDraft } from './draft-values.ts'
import { draftFrom } from './from-trade.ts'
import { keptPlans } from './kept-plan.ts'
import { Ticket } from './ticket.tsx'
import { useTrade } from '../trade/use-trade.ts'

type TicketPageProps = {
  /** The trade to make again. */
  like: number | undefined
}

/** A new SmartTrade: empty, as it was left before a reload, or filled in from another one. */
export function TicketPage({ like }: TicketPageProps) {
  const { trade, state } = useTrade(like)
  if (like === undefined) return <KeptTicket />
  if (trade) return <CopiedTicket key={like} like={like} trade={trade} />
  return (
    <Page title="New SmartTrade">
      {state === 'reading' ? (
        <div role="status" aria-label="Reading the SmartTrade" className="py-6">
          <Skeleton width={240} />
        </div>
      ) : (
        <Empty title={`SmartTrade ${like} is not known here.`}>
          It is not among the rows that were read, so there is nothing to fill in from.
        </Empty>
      )}
    </Page>
  )
}

function KeptTicket() {
  const plan = { connectionId: useConnection()?.id, like: undefined }
  const [initial] = useState(() => keptPlans().read(plan) ?? emptyDraft())
  return <Ticket initial={initial} plan={plan} />
}

type CopiedTicketProps = {
  like: number
  trade: NonNullable<ReturnType<typeof useTrade>['trade']>
}

function CopiedTicket({ like, trade }: CopiedTicketProps) {
  const plan = { connectionId: useConnection()?.id, like }
  // As it was when it was opened: a later read must not write over what was typed.
  const [initial] = useState(() => keptPlans().read(plan) ?? draftFrom(trade))
  return <Ticket initial={initial} plan={plan} />
}
