import { useState } from 'react'

import { FEE_RATE } from '#trading/fees.ts'

import type { DraftValues } from './fields.ts'
import type { PlanPlace } from './kept-plan.ts'
import { TicketBody } from './ticket-body.tsx'
import { TicketContext } from './ticket-context.ts'
import { DerivedTicketProvider } from './derived-ticket.tsx'
import { useTicketForm } from './use-ticket.ts'

type TicketProps = {
  initial: DraftValues
  plan: PlanPlace
  /** No review of it is open: nobody reads now what stands in it. */
  onUnreviewed: () => void
}

/** One SmartTrade from its plan to its outcome. */
export function Ticket({ initial: first, plan, onUnreviewed }: TicketProps) {
  const [initial] = useState(first)
  const [feeRate, setFeeRate] = useState(FEE_RATE)
  const ticket = useTicketForm(initial, plan, feeRate)
  return (
    <TicketContext value={ticket}>
      <DerivedTicketProvider ticket={ticket}>
        <TicketBody feeRate={feeRate} onFeeRate={setFeeRate} onUnreviewed={onUnreviewed} />
      </DerivedTicketProvider>
    </TicketContext>
  )
}
