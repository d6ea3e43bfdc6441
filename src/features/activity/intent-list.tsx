import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'

import type { Intent } from '#intents/intent.ts'
import { NewLink } from '#forms/new-link.tsx'
import { plural, textOr } from '#money/format.ts'
import { useKeptIntents, useService } from '#query/service.tsx'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Empty } from '#ui/empty.tsx'
import { ChevronRightIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { Badge } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { UnknownValue } from '#ui/amount.tsx'

import { IntentDetail } from './intent-detail.tsx'
import { aboutOf, detailOf, EndState, nameOf } from './intent-words.tsx'
import { type SubjectNames, useSubjectNames } from './entity-link.tsx'

type IntentListProps = {
  page: number
  openId: string | undefined
  above?: ReactNode
  onPage: (page: number) => void
  onClose: () => void
}

const PAGE_SIZE = 50

export function IntentList({ page, openId, above, onPage, onClose }: IntentListProps) {
  const intents = useIntents()
  const navigate = useNavigate()
  const { areAmountsHidden } = useDisplayPreferences()
  const names = useSubjectNames()
  const { journal } = useService().sender
  const isLoaded = useSyncExternalStore(journal.subscribe, journal.isLoaded)
  const open = intents.find(({ id }) => id === openId)
  const unknown = intents.filter(isOnTop).length
  const shown = intents.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return (
    <Page
      title="Activity"
      drawer={open && <IntentDetail key={open.id} intent={open} onClose={onClose} />}
    >
      {above}
      {unknown > 0 && (
        <div className="pt-3">
          <Note tone="caution">
            {plural(unknown, 'result is', 'results are')} unknown. Do not send it again. Open it to
            resolve it.
          </Note>
        </div>
      )}
      {!isLoaded ? (
        <p role="status" className="appear-late pt-3 text-ink-2">
          Loading what this browser has sent.
        </p>
      ) : intents.length === 0 ? (
        <Empty
          title="Nothing sent yet"
          action={<NewLink to="/smart-trades/new" label="New SmartTrade" />}
        >
          Orders, notes, stops and sales sent from this browser appear here with their result.
        </Empty>
      ) : (
        <>
          <DataTable
            list={sentList}
            rows={shown}
            context={{ areAmountsHidden, names }}
            openId={openId}
            onOpen={({ id }) =>
              void navigate({ to: '/activity', search: (before) => ({ ...before, intent: id }) })
            }
          />
          {intents.length > PAGE_SIZE && (
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              count={shown.length}
              onPage={onPage}
              noun="Requests"
            />
          )}
        </>
      )}
    </Page>
  )
}

const sentList: DataList<Intent, { areAmountsHidden: boolean; names: SubjectNames }> = {
  caption: 'What was sent from this browser',
  columns: [
    { id: 'sent', head: 'Sent', cell: ({ sentAt }) => <Time at={sentAt} style="second" /> },
    { id: 'mode', head: 'Mode', cell: (intent) => <ModeOf intent={intent} /> },
    {
      id: 'request',
      head: 'Request',
      cell: (intent, context) => (
        <>
          <IntentLink intent={intent} />
          <span className="ml-2 text-ink-2">{aboutOf(intent, context)}</span>
        </>
      ),
    },
    { id: 'result', head: 'Result', cell: (intent) => <EndState intent={intent} /> },
    {
      id: 'detail',
      head: 'Detail',
      from: 'wide',
      cell: (intent) => (
        <span className="block max-w-100 truncate text-ink-2" title={detailOf(intent)}>
          {detailOf(intent)}
        </span>
      ),
    },
    {
      id: 'open',
      head: 'Open',
      isHeadHidden: true,
      cellClass: 'w-8 text-ink-3',
      cell: () => <ChevronRightIcon size={14} />,
    },
  ],
  idOf: ({ id }) => id,
  card: (intent, context) => (
    <div className="min-h-14 px-4 py-2.5">
      <div className="flex items-baseline justify-between gap-3 font-medium">
        <span className="flex min-w-0 items-baseline gap-2">
          <IntentLink intent={intent} />
          {intent.mode && <ModeOf intent={intent} />}
        </span>
        <EndState intent={intent} />
      </div>
      <div className="flex items-baseline justify-between gap-3 text-caption text-ink-2">
        <span className="min-w-0 truncate">
          {textOr(aboutOf(intent, context), detailOf(intent))}
        </span>
        <Time at={intent.sentAt} style="short" className="flex-none" />
      </div>
    </div>
  ),
  className: 'pt-3 narrow:-mx-4',
}

const ModeOf = ({ intent: { mode } }: { intent: Intent }) =>
  mode === undefined ? <UnknownValue reason="Older entries have no mode." /> : <Badge mode={mode} />

const IntentLink = ({ intent }: { intent: Intent }) => (
  <Link
    to="/activity"
    search={(before) => ({ ...before, intent: intent.id })}
    className="font-medium"
  >
    {nameOf(intent)}
  </Link>
)

function useIntents(): Intent[] {
  const intents = useKeptIntents()
  return [...intents.filter(isOnTop), ...intents.filter((intent) => !isOnTop(intent))]
}

const isOnTop = ({ outcome, closedAt }: Intent): boolean =>
  outcome.kind === 'unknown' && closedAt === undefined
