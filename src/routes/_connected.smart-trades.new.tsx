import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'

import { TicketPage } from '#features/smart-trades/ticket-page.tsx'

export const Route = createFileRoute('/_connected/smart-trades/new')({
  staticData: { title: 'New SmartTrade' },
  /** The trade that fills the ticket in. */
  validateSearch: z.object({ like: z.int().positive().optional().catch(undefined) }),
  component: TicketRoute,
})

function TicketRoute() {
  const { like } = Route.useSearch()
  return <TicketPage key={like} like={like} />
}
