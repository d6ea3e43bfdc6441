import type { ApiError } from '#client/api-error.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { failureOf } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { useHiddenColumns } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Empty, NoMatch } from '#ui/empty.tsx'
import { MayBeStale, NotLoaded } from '#ui/error-state.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'

import { BOTS_EVERY } from '../queries.ts'
import type { GridBotSearch } from '../search.ts'
import { GridBotCards } from './grid-bot-cards.tsx'
import { GridBotTable, GridBotTableSkeleton } from './grid-bot-table.tsx'
import { OverviewFilters } from './overview-filters.tsx'
import type { Selection } from './use-selection.ts'

/** What a table or cards of bots need. */
export type BotsShown = {
  bots: Rows<GridBot>
  selection: Selection
  search: GridBotSearch
  onSearch: (change: Partial<GridBotSearch>) => void
  hiddenColumns: readonly string[]
  stopReason: string | undefined
  onStop: (id: Id) => void
}

type ListedBotsProps = Omit<BotsShown, 'hiddenColumns' | 'bots'> & {
  /** As much of the list's query as is shown. */
  query: {
    data: Rows<GridBot> | undefined
    error: ApiError | null
    dataUpdatedAt: number
    errorUpdatedAt: number
    refetch: () => unknown
  }
  /** Those that the filters let through. */
  shown: Rows<GridBot>
}

/** Every grid bot that the service lists, in each state that reading them can be in. */
export function ListedBots({ query, shown, ...rest }: ListedBotsProps) {
  const { clock } = useService()
  const { hidden: hiddenColumns } = useHiddenColumns('grid-bots')
  const isPhone = useIsPhone()
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = query
  const { search, onSearch } = rest
  // An empty list that could not be read again says nothing of now.
  if ((data === undefined || data.length === 0) && error) {
    return (
      <NotLoaded
        what="The grid bots"
        {...failureOf(error)}
        at={errorUpdatedAt + (clock.offset() ?? 0)}
        next="They are read again by themselves every 15 s."
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === undefined) return <GridBotTableSkeleton />
  if (data.length === 0) {
    return (
      <Empty
        title="No grid bots yet."
        action={<Button onClick={() => void refetch()}>Look again</Button>}
      >
        A grid bot places buys below and sells above the price. This service has none for this key;
        one that is made elsewhere appears here by itself.
      </Empty>
    )
  }
  const Shown = isPhone || search.view === 'cards' ? GridBotCards : GridBotTable
  return (
    <>
      <OverviewFilters bots={readableRows(data)} search={search} onSearch={onSearch} />
      {shown.length === 0 ? (
        <NoMatch
          title="No grid bot matches."
          filters={chipsOf(search, onSearch)}
          onClear={() => onSearch({ find: '', state: 'all', account: undefined })}
        />
      ) : (
        <MayBeStale
          readAt={dataUpdatedAt + (clock.offset() ?? 0)}
          every={BOTS_EVERY}
          hasFailed={error !== null}
        >
          <Shown bots={shown} hiddenColumns={hiddenColumns} {...rest} />
        </MayBeStale>
      )}
    </>
  )
}

function chipsOf({ find, state, account }: GridBotSearch, onSearch: BotsShown['onSearch']) {
  return [
    ...(find === '' ? [] : [{ label: `Search: ${find}`, onRemove: () => onSearch({ find: '' }) }]),
    ...(state === 'all'
      ? []
      : [{ label: `State: ${state}`, onRemove: () => onSearch({ state: 'all' }) }]),
    ...(account === undefined
      ? []
      : [{ label: `Account: ${account}`, onRemove: () => onSearch({ account: undefined }) }]),
  ]
}
