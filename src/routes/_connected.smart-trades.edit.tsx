import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { orAbsent } from '#contract/healed.ts'
import { heldId } from '#contract/primitives.ts'

import { EditPage } from '#features/smart-trades/edit/edit-page.tsx'

export const Route = createFileRoute('/_connected/smart-trades/edit')({
  staticData: { title: 'Edit SmartTrade' },
  validateSearch: z.object({ trade: orAbsent(heldId) }),
  component: EditRoute,
})

function EditRoute() {
  const { trade } = Route.useSearch()
  return <EditPage key={trade} id={trade} />
}
