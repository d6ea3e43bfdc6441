import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { healed, orAbsent } from '#contract/healed.ts'

import { textLike, wholeWithin } from '#contract/primitives.ts'

import { IntentList } from '#features/activity/intent-list.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'

const PanicReportLine = lazyPanel(
  async () => (await import('#features/panic/panic-sheet.tsx')).PanicReportLine,
)

const search = z.object({
  /** Id of the intent in the open drawer. */
  intent: orAbsent(textLike(/^[0-9a-f]{32}$/)),
  page: healed(wholeWithin(1, 10_000), 1),
})

export const Route = createFileRoute('/_connected/activity')({
  staticData: { title: 'Activity' },
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  component: Activity,
})

function Activity() {
  const { intent, page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <IntentList
      page={page}
      openId={intent}
      above={
        <PanicReportLine
          onShow={() => void navigate({ search: (before) => ({ ...before, panic: 'report' }) })}
        />
      }
      onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
      onClose={() => void navigate({ search: (before) => ({ ...before, intent: undefined }) })}
    />
  )
}
