import { Link } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'

import type { Intent } from '#intents/intent.ts'
import { NewLink } from '#forms/new-link.tsx'
import { plural } from '#money/words.ts'
import { useKeptIntents, useService } from '#query/service.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Empty } from '#ui/empty.tsx'
import { ChevronRightIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { Badge } from '#ui/status-tag.tsx'
import { RowItem, RowList, Table, Td, Th, Tr } from '#ui/table.tsx'
import { Time } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { IntentDetail } from './intent-detail.tsx'
import { aboutOf, detailOf, EndState, nameOf } from './intent-words.tsx'

type IntentListProps = {
  page: number
  openId: string | undefined
  /** Stands over the list. */
  above?: ReactNode
  onPage: (page: number) => void
  onClose: () => void
}

const PAGE_SIZE = 50

/** Everything this browser has sent, with what became of it; what nobody knows stands on top. */
export function IntentList({ page, openId, above, onPage, onClose }: IntentListProps) {
  const intents = useIntents()
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
          <IntentTable intents={shown} openId={openId} />
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

function IntentTable({ intents, openId }: { intents: Intent[]; openId: string | undefined }) {
  const { areAmountsHidden } = useDisplayPreferences()
  return (
    <>
      <div className="pt-3 narrow:hidden">
        <Table caption="What was sent from this browser">
          <thead>
            <tr>
              <Th>Sent</Th>
              <Th>Mode</Th>
              <Th>Request</Th>
              <Th>Result</Th>
              <Th className="medium:hidden">Detail</Th>
              <Th>
                <span className="sr-only">Open</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {intents.map((intent) => (
              <Tr
                key={intent.id}
                className="relative"
                isSelected={intent.id === openId}
                isPressable
              >
                <Td>
                  <Time at={intent.sentAt} style="second" />
                </Td>
                <Td>
                  <ModeOf intent={intent} />
                </Td>
                <Td>
                  <IntentLink intent={intent} />
                  <span className="ml-2 text-ink-2">{aboutOf(intent, areAmountsHidden)}</span>
                </Td>
                <Td>
                  <EndState intent={intent} />
                </Td>
                <Td className="medium:hidden">
                  <span className="block max-w-100 truncate text-ink-2" title={detailOf(intent)}>
                    {detailOf(intent)}
                  </span>
                </Td>
                <Td className="w-8 text-ink-3">
                  <ChevronRightIcon size={14} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
      <div className="hidden pt-3 narrow:block">
        <RowList label="What was sent from this browser">
          {intents.map((intent) => (
            <RowItem
              key={intent.id}
              name={
                <>
                  <IntentLink intent={intent} />
                  {intent.mode && <ModeOf intent={intent} />}
                </>
              }
              money={<EndState intent={intent} />}
              state={aboutOf(intent, areAmountsHidden) || detailOf(intent)}
              change={<Time at={intent.sentAt} style="short" />}
            />
          ))}
        </RowList>
      </div>
    </>
  )
}

const ModeOf = ({ intent: { mode } }: { intent: Intent }) =>
  mode === undefined ? (
    <UnknownValue reason="Older entries do not hold the mode." />
  ) : (
    <Badge mode={mode} />
  )

/** Covers its row, so that the whole of it opens the detail. */
const IntentLink = ({ intent }: { intent: Intent }) => (
  <Link
    to="/activity"
    search={(before) => ({ ...before, intent: intent.id })}
    className="font-medium after:absolute after:inset-0"
  >
    {nameOf(intent)}
  </Link>
)

/** Everything this browser has ever sent on the connection: what is open first, then the newest. */
function useIntents(): Intent[] {
  const intents = useKeptIntents()
  return [...intents.filter(isOnTop), ...intents.filter((intent) => !isOnTop(intent))]
}

/** What asks for the trader: nobody knows how it ended, and it was not laid aside. */
const isOnTop = ({ outcome, closedAt }: Intent): boolean =>
  outcome.kind === 'unknown' && closedAt === undefined
