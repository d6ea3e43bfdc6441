import { useState } from 'react'

import { FEE_RATE } from '#trading/fees.ts'

import type { DraftValues } from './draft-values.ts'
import { TicketBody } from './ticket-body.tsx'
import { TicketContext } from './ticket-context.ts'
import { useTicketForm } from './use-ticket.ts'

type TicketProps = { initial: DraftValues; connectionId: string | undefined }

/** One SmartTrade from its plan to its outcome. */
export function Ticket({ initial, connectionId }: TicketProps) {
  const [feeRate, setFeeRate] = useState(FEE_RATE)
  const ticket = useTicketForm(initial, connectionId, feeRate)
  return (
    <TicketContext value={ticket}>
      <TicketBody feeRate={feeRate} onFeeRate={setFeeRate} />
    </TicketContext>
  )
}
