import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as z from 'zod/mini'

import { orAbsent } from '#contract/healed.ts'

import { PendingConfirmation } from '#features/activity/pending-confirmation.tsx'
import { Notices } from '#features/notices/notices.tsx'
import { ArrivingPage, NotFound } from '#features/shell/page-states.tsx'
import { ServiceTime } from '#features/shell/read-waits.tsx'
import { Shell } from '#features/shell/shell.tsx'
import { ServiceProvider } from '#query/service.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { keepPagesOf } from '#ui/left-pages.ts'
import { painted } from '#ui/painted.ts'

const PanicSheet = lazyPanel(
  async () => (await import('#features/panic/panic-sheet.tsx')).PanicSheet,
  {
    onGiveUp: ({ onClose }) => onClose(),
  },
)

const search = z.object({
  /** Panic sheet over any page: its review, or the report of the last panic. */
  panic: orAbsent(z.enum(['review', 'report'])),
})

/** Layout of all pages that need a connection. Redirects to the connect page without one. */
export const Route = createFileRoute('/_connected')({
  // Part of the first files, because nearly every page needs it.
  codeSplitGroupings: [],
  validateSearch: search,
  beforeLoad: async ({ context, location, cause, matches }) => {
    // Lets the navigation highlight the clicked page before the old page unmounts.
    if (cause === 'stay' && matches.at(-1)?.cause === 'enter') await painted()
    const connectionContext = await context.openConnectionContext()
    if (!connectionContext) throw redirect({ to: '/connect', search: { back: location.href } })
    return connectionContext
  },
  component: Connected,
  notFoundComponent: NotFound,
})

function Connected() {
  const { id, service, queryClient } = Route.useRouteContext()
  useEffect(() => keepPagesOf(id), [id])
  const panic = Route.useSearch({ select: (found) => found.panic })
  const navigate = useNavigate()
  const onPanic = (shown: typeof panic) =>
    void navigate({ to: '.', search: (before) => ({ ...before, panic: shown }) })
  const title = useMatches({
    select: (matches) => matches.flatMap(({ staticData }) => staticData.title ?? []).at(-1),
  })
  return (
    // The key remounts everything for a new connection, because query observers keep their client.
    <QueryClientProvider key={id} client={queryClient}>
      <ServiceProvider service={service}>
        <ServiceTime>
          <Shell title={title ?? 'Quarterdeck'} onPanic={() => onPanic('review')}>
            <ArrivingPage>
              <Outlet />
            </ArrivingPage>
          </Shell>
          {panic !== undefined && (
            <PanicSheet shown={panic} onShow={onPanic} onClose={() => onPanic(undefined)} />
          )}
          <PendingConfirmation />
          <Notices />
        </ServiceTime>
      </ServiceProvider>
    </QueryClientProvider>
  )
}
