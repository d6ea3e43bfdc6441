import type { ApiError } from '#client/api-error.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import { type Id, readId } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { failureOf } from '#query/failure-words.ts'
import { NewLink } from '#forms/new-link.tsx'
import { useService } from '#query/service.tsx'
import { useColumns } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { ColumnChoice } from '#ui/column-choice.tsx'
import { Empty, NoMatch } from '#ui/empty.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { FilterSelect, Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useIsNarrow } from '#ui/use-is-narrow.ts'
import { MayBeStale, NotLoaded } from '#ui/error-state.tsx'
import { useFollowedText } from '#ui/use-followed-text.ts'

import { BOTS_EVERY } from '../queries.ts'
import type { GridBotSearch, Sort } from '../search.ts'
import { CHOSEN_COLUMNS, GridBotList } from './grid-bot-list.tsx'
import { stateCounts } from './overview.ts'
import type { Selection } from './use-selection.ts'

type ListedBotsProps = {
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
  selection: Selection
  search: GridBotSearch
  onSearch: (change: Partial<GridBotSearch>) => void
  stopReason: string | undefined
  onStop: (id: Id) => void
  prices: ReadonlyMap<Id, readonly number[]> | undefined
  canCreate: boolean
}

/** Every grid bot that the service lists, in each state that reading them can be in. */
export function ListedBots({ query, shown, canCreate, ...rest }: ListedBotsProps) {
  const { clock } = useService()
  const { hidden, order } = useColumns('grid-bots')
  const isNarrow = useIsNarrow()
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
  const isCards = isNarrow || search.view === 'cards'
  if (data === undefined)
    return (
      <GridBotList bots={undefined} hidden={hidden} order={order} isCards={isCards} {...rest} />
    )
  if (data.length === 0) {
    return (
      <Empty
        title="No grid bots yet."
        action={
          canCreate ? (
            <NewLink to="/grid-bots/new" label="New grid bot" look="primary" />
          ) : (
            <Button onClick={() => void refetch()}>Check again</Button>
          )
        }
      >
        A grid bot buys at each step down and sells one step higher, inside a price range that you
        choose.{canCreate ? '' : ' One that is made elsewhere appears here by itself.'}
      </Empty>
    )
  }
  return (
    <>
      <OverviewFilters bots={data} search={search} onSearch={onSearch} />
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
          <GridBotList bots={shown} hidden={hidden} order={order} isCards={isCards} {...rest} />
        </MayBeStale>
      )}
    </>
  )
}

function chipsOf({ find, state, account }: GridBotSearch, onSearch: ListedBotsProps['onSearch']) {
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

type OverviewFiltersProps = {
  bots: Rows<GridBot>
  search: GridBotSearch
  onSearch: (change: Partial<GridBotSearch>) => void
}

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'disabled', label: 'Disabled' },
] as const

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'cards', label: 'Cards' },
] as const

const SORT_NAMES: readonly { value: Sort; label: string }[] = [
  { value: 'attention', label: 'Out of range first' },
  { value: 'edge', label: 'Next to leave the range' },
  { value: 'name', label: 'Name' },
  { value: 'total', label: 'Total profit' },
  { value: 'realised', label: 'Realised' },
  { value: 'open', label: 'Open' },
  { value: 'roi', label: 'ROI' },
  { value: 'trips', label: 'Round trips' },
  { value: 'runtime', label: 'Runtime' },
  { value: 'lines', label: 'Lines' },
  { value: 'service', label: 'Service order' },
]

/** Search, state, account, order, and how the bots are shown; each choice is at once in the address. */
function OverviewFilters({ bots, search, onSearch }: OverviewFiltersProps) {
  const { hidden, show, order, reorder } = useColumns('grid-bots')
  const counts = stateCounts(bots, search)
  const accounts = new Map(readableRows(bots).map((bot) => [bot.account_id, bot.account_name]))
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2" role="search">
      <Find find={search.find} onFind={(find) => onSearch({ find })} />
      <Segmented
        label="State"
        value={search.state}
        options={STATES.map((state) => ({ ...state, count: counts?.[state.value] }))}
        onChange={(state) => onSearch({ state })}
      />
      {accounts.size > 1 && (
        <FilterSelect
          className="max-sm:w-40"
          label="Account"
          all="All accounts"
          value={search.account === undefined ? undefined : String(search.account)}
          options={Array.from(accounts, ([id, name]) => ({
            value: String(id),
            label: name ?? `Account ${id}`,
          }))}
          onChange={(id) => onSearch({ account: id === undefined ? undefined : readId(id) })}
        />
      )}
      <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 max-sm:flex-1">
        <Select
          isChip
          className="max-sm:w-45"
          aria-label="Sort"
          value={search.sort}
          options={SORT_NAMES}
          onChange={({ target }) => {
            const sort =
              SORT_NAMES.find(({ value }) => value === target.value)?.value ?? 'attention'
            onSearch({ sort, direction: sort === 'name' || sort === 'edge' ? 'asc' : 'desc' })
          }}
        />
        {search.view === 'table' && (
          <ColumnChoice
            columns={CHOSEN_COLUMNS}
            isShown={(id) => !hidden.includes(id)}
            onShow={show}
            order={order}
            onOrder={reorder}
          />
        )}
        <Segmented
          label="View"
          value={search.view}
          options={VIEWS}
          onChange={(view) => onSearch({ view })}
          className="max-sm:hidden"
        />
      </span>
    </div>
  )
}

function Find({ find, onFind }: { find: string; onFind: (find: string) => void }) {
  const [text, setText] = useFollowedText(find, onFind)
  return (
    <TextInput
      aria-label="Search grid bots"
      placeholder="Name, pair, id"
      isChip
      before={<SearchIcon />}
      value={text}
      maxLength={100}
      frameClassName="w-52 max-sm:w-full"
      onChange={(event) => setText(event.target.value)}
    />
  )
}
