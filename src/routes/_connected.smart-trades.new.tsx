import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { orAbsent } from '#contract/healed.ts'
import { heldId } from '#contract/primitives.ts'

import { TicketPage } from '#features/smart-trades/ticket/ticket-page.tsx'

export const Route = createFileRoute('/_connected/smart-trades/new')({
  staticData: { title: 'New SmartTrade' },
  /** `like`: id of a trade to copy. */
  validateSearch: z.object({ like: orAbsent(heldId) }),
  component: TicketRoute,
})

function TicketRoute() {
  const { like } = Route.useSearch()
  return <TicketPage key={like} like={like} />
}
