import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useMatches, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import * as z from 'zod/mini'

import { orAbsent } from '#contract/healed.ts'

import { PendingConfirmation } from '#features/activity/pending-confirmation.tsx'
import { Notices } from '#features/notices/notices.tsx'
import { ArrivingPage, NotFound } from '#features/shell/page-states.tsx'
import { ReadWaits } from '#features/shell/read-waits.tsx'
import { ServiceTime } from '#features/shell/service-time.tsx'
import { Shell } from '#features/shell/shell.tsx'
import { ServiceProvider } from '#query/service.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { keepPagesOf } from '#ui/left-pages.ts'
import { painted } from '#ui/painted.ts'

const PanicSheet = lazyPanel(
  () => import('#features/panic/panic-sheet.tsx').then((module) => module.PanicSheet),
  { onGiveUp: ({ onClose }) => onClose() },
)

const search = z.object({
  /** Over whatever page: what a panic would end, or what became of the last one. */
  panic: orAbsent(z.enum(['review', 'report'])),
})

/** Everything that needs a connection; without one, or without its key, to the connect page. */
export const Route = createFileRoute('/_connected')({
  // Nearly every address begins with it: a file of its own would only be one request more.
  codeSplitGroupings: [],
  validateSearch: search,
  beforeLoad: async ({ context, location, cause, matches }) => {
    // The rail shows the place that was chosen before the page that is left is taken down.
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
    // An observer of the cache stays with the client it was made for: another connectionContext, other observers.
    <QueryClientProvider key={id} client={queryClient}>
      <ServiceProvider service={service}>
        <ServiceTime>
          <Shell title={title ?? 'Quarterdeck'} onPanic={() => onPanic('review')}>
            <ReadWaits>
              <ArrivingPage>
                <Outlet />
              </ArrivingPage>
            </ReadWaits>
          </Shell>
          {panic !== undefined && (
            <Suspense>
              <PanicSheet shown={panic} onShow={onPanic} onClose={() => onPanic(undefined)} />
            </Suspense>
          )}
          <PendingConfirmation />
          <Notices />
        </ServiceTime>
      </ServiceProvider>
    </QueryClientProvider>
  )
}
