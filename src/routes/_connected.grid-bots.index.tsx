import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as z from 'zod'

import { GridBotsPage } from '#features/grid-bots/grid-bots-page.tsx'
import { serviceTime } from '#query/use-extension.ts'

const search = z.object({
  /** The bot whose stop sheet is open. */
  stop: z.int().positive().optional().catch(undefined),
})

export const Route = createFileRoute('/_connected/grid-bots/')({
  staticData: { title: 'Grid bots' },
  validateSearch: search,
  loader: ({ context }) => context.queryClient.query({ ...serviceTime(), staleTime: 'static' }),
  component: GridBots,
})

function GridBots() {
  const { stop } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <GridBotsPage
      stopping={stop}
      onStopping={(id) =>
        void navigate({ to: '/grid-bots', search: { stop: id }, resetScroll: false })
      }
    />
  )
}
