import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

import { createGridBot, type GridBot, listGridBots, stopGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import { NewLink } from '#forms/new-link.tsx'
import { useRunView } from '#forms/use-bulk-run.ts'
import { ListOf, type ListPage, useListView } from '#lists/list-view.tsx'
import { useAccounts } from '#market/accounts.ts'
import { usePastPrices } from '#market/candles.ts'
import { useShares } from '#market/dollars.ts'
import { botsInAddress, MOST_COMPARED } from '#market/compared-bots.ts'
import { useRealised } from '#market/profits.ts'
import { plural } from '#money/format.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { useExtension, useKeptIntents } from '#query/service.tsx'
import { useAddressBook } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { matchesPair } from '#trading/pair.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { MoreIcon, StopIcon } from '#ui/icons.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Page } from '#ui/page.tsx'
import { Time } from '#ui/time.tsx'
import { totalLabel } from '#lists/sums.ts'
import { optionsOf } from '#ui/options.ts'
import { useIsNarrow } from '#ui/use-is-narrow.ts'
import { WindowRows } from '#ui/window-rows.tsx'

import { gridResult } from '../bot-facts.ts'
import { lastStops, returnedBot } from '../bot-state.tsx'
import { FollowedBots } from '../followed/followed-bots.tsx'
import { BOTS_EVERY, gridBotList } from '../queries.ts'
import { type GridBotSearch, gridBotSearch, SEVERAL } from '../search.ts'
import { BulkStopLine, BulkStopSheet } from '../stop/bulk-stop-sheet.tsx'
import { stopBot } from '../stop/stop-bot.tsx'
import { gridBotsList, type ListContext, tallGridBots } from './grid-bot-list.tsx'
import { ListFigures } from './list-figures.tsx'
import { byAttention, fillsOf, resultSums, textOf } from './overview.ts'
import { type Selection, stoppable, useSelection } from './use-selection.ts'

type GridBotsPageProps = {
  search: GridBotSearch
  onSearch: (change: Partial<GridBotSearch>) => void
}

export const GRID_BOTS: ListPage<GridBot, ListContext, GridBotSearch> = {
  table: 'grid-bots',
  noun: 'grid bot',
  list: gridBotsList,
  search: gridBotSearch,
  filters: [
    {
      name: 'find',
      label: 'Search',
      fieldLabel: 'Search grid bots',
      placeholder: 'Name, pair, id',
      hasWord: (bot, word) => textOf(bot).includes(word) || matchesPair(bot.pair, word),
    },
    {
      name: 'state',
      label: 'State',
      all: 'All',
      choices: optionsOf({ running: 'Running', disabled: 'Disabled' }),
      value: ({ is_enabled: isEnabled }) => (isEnabled ? 'running' : 'disabled'),
    },
    {
      name: 'account',
      label: 'Account',
      all: 'All accounts',
      value: ({ account_id: id }) => id,
      wordOf: ({ account_name: name, account_id: id }) => name ?? `Account ${id}`,
    },
  ],
  orders: [
    { value: 'attention', label: 'Out of range first', sorted: byAttention },
    { value: 'edge', label: 'Next to leave the range' },
    { value: 'service', label: 'Service order' },
  ],
}

const NONE: Rows<GridBot> = []
const MOST_TALL_ROWS = 8
/** Maximum rows to have a chart above: below more, it would be out of sight. */
const MOST_ROWS_WITH_CHART = 12

const ProfitPanel = lazyPanel(async () => (await import('#market/profit-panel.tsx')).ProfitPanel)

/** All grid bots, or those followed by id if the service has no list. */
export function GridBotsPage({ search, onSearch }: GridBotsPageProps) {
  const isListed = useExtension(listGridBots)
  const canCreate = useExtension(createGridBot) === true
  const stopReason = useWriteBlock({ of: stopGridBot, passesPause: true })
  const intents = useKeptIntents()
  const { gridBots: followed } = useAddressBook()
  const query = useQuery({ ...gridBotList(), enabled: isListed === true })
  const bots = query.data ?? NONE
  const readable = readableRows(bots)
  const unread = unreadableRows(bots).length
  const accounts = useAccounts()
  const { realised, error } = useRealised('grid_bot', { isWanted: bots.length > 0 })
  const shareOf = useShares({ isWanted: bots.length > 0 })
  const prices = usePastPrices(
    readable.map(({ id, pair, account_id: account, created_at: since }) => ({
      id,
      pair,
      exchange: accounts.find((one) => one.id === account)?.exchange,
      since,
    })),
  )
  const view = useListView(GRID_BOTS, query.data, search, onSearch)
  const shown = view.shown ?? NONE
  const selection = useSelection(bots, shown)
  const isNarrow = useIsNarrow()
  const navigate = useNavigate()

  const onStop = (stop: GridBotSearch['stop']) => onSearch({ stop })
  const totals = useMemo(() => totalsOf(shown), [shown])
  const stops = useMemo(() => lastStops(intents), [intents])
  const fills = useMemo(() => fillsOf(readable, realised), [readable, realised])
  const isTall = bots.length <= MOST_TALL_ROWS
  const context = { ...totals, stops, prices, fills, shareOf, isTall, stopReason, onStop }
  const known = new Map(readable.map((bot) => [bot.id, bot]))
  const listed = (id: Id) => known.get(id)
  const run = useRunView('stop-run', ({ id }) => {
    const bot = listed(id)
    const isDone = bot?.is_enabled === undefined ? undefined : !bot.is_enabled
    return { isDone, doneAt: bot?.updated_at, readAt: query.dataUpdatedAt }
  })
  // Without a list, a stopped bot may have been started again elsewhere.
  const all = isListed === false ? followed : stoppable(bots)
  const one = SEVERAL.safeParse(search.stop).success ? undefined : search.stop
  const isRun = search.stop === 'run'
  const isBulk = search.stop !== undefined && one === undefined
  const proposed = (search.stop === 'all' ? all : selection.ids).map((botId) => {
    const bot = listed(botId)
    return { botId, name: (bot ?? returnedBot(intents, botId))?.name ?? `Bot ${botId}`, bot }
  })
  return (
    <Page
      title="Grid bots"
      beside={unread > 0 && <span className="text-caption text-ink-3">{unread} unreadable</span>}
      actions={
        <>
          {all.length > 1 && selection.ids.length === 0 && (
            <MoreMenu
              label={`Stop all ${isListed === false ? 'followed' : 'grid bots'}`}
              reason={stopReason}
              onStop={() => onStop('all')}
            />
          )}
          {readable.length > 1 && selection.ids.length === 0 && (
            <Link to="/compare" className={buttonClass({ look: 'quiet' })}>
              Compare
            </Link>
          )}
          {canCreate && bots.length > 0 && (
            <NewLink to="/grid-bots/new" label="New grid bot" look="primary" />
          )}
        </>
      }
      footer={
        selection.ids.length > 0 && (
          <SelectionFooter
            selection={selection}
            reason={stopReason}
            onStop={() => onStop('selected')}
          />
        )
      }
    >
      {stopReason !== undefined && (
        <p className="pt-1 text-caption text-ink-3">Stopping is off. {stopReason}</p>
      )}
      <BulkStopLine view={run} onShow={() => onStop('run')} />
      {isListed === false ? (
        <div className="pt-2">
          <FollowedBots stopReason={stopReason} onStop={onStop} />
        </div>
      ) : (
        <ListOf
          view={view}
          query={query}
          every={BOTS_EVERY}
          figures={
            readable.length > 0 && <ListFigures rows={bots} {...{ realised, error, shareOf }} />
          }
          figuresHeight="h-25.5 narrow:h-75.75"
          hasColumns={!isNarrow}
          actions={isTall && <Legend since={realised?.since} />}
          empty={
            <Empty
              title="No grid bots yet."
              action={
                canCreate ? (
                  <NewLink to="/grid-bots/new" label="New grid bot" look="primary" />
                ) : (
                  <Button onClick={() => void query.refetch()}>Check again</Button>
                )
              }
            >
              A grid bot buys at each step down and sells one step higher, inside a price range that
              you choose.{!canCreate && ' Bots created elsewhere appear here automatically.'}
            </Empty>
          }
        >
          <DataTable
            {...view.table}
            list={isTall ? tallGridBots : gridBotsList}
            context={context}
            body={WindowRows}
            selection={query.data && selection}
            totalLabel={
              isNarrow ? undefined : totalLabel(shown, 'grid bot', Object.values(totals.totals))
            }
            onOpen={({ id }) => void navigate({ to: '/grid-bots/$botId', params: { botId: id } })}
          />
        </ListOf>
      )}
      {realised && bots.length <= MOST_ROWS_WITH_CHART && (
        <ProfitPanel realised={realised} of="all grid bots" />
      )}
      {isBulk && (isRun ? run.rows : proposed).length > 0 && (
        <BulkStopSheet
          bots={proposed}
          isRun={isRun}
          view={run}
          isAll={search.stop === 'all'}
          onBegun={() => {
            selection.clear()
            onStop('run')
          }}
          onClose={() => onStop(undefined)}
        />
      )}
      {one !== undefined && (
        <stopBot.Sheet
          key={one}
          of={{ botId: one, bot: listed(one) }}
          onClose={() => onStop(undefined)}
        />
      )}
    </Page>
  )
}

function totalsOf(rows: Rows<GridBot>) {
  const bots = readableRows(rows)
  const [unit, ...others] = new Set(bots.map((bot) => gridResult(bot).unit))
  return {
    unit: others.length === 0 ? unit : undefined,
    totals: {
      total: resultSums(rows, 'total'),
      realised: resultSums(rows, 'realised'),
      open: resultSums(rows, 'open'),
    },
    trips: bots.reduce((sum, bot) => sum + bot.total_profits_count, 0),
  }
}

/** `since`: start of the fills; `undefined` until they are read, or if all are there. */
export const Legend = ({ since }: { since: number | undefined }) => (
  <span className="flex items-center gap-3 text-caption text-ink-3 @max-[71rem]/page:hidden">
    <span className={classNames('min-w-26', since === undefined && 'invisible')}>
      since <Time at={since} style="date" />
    </span>
    <span>
      <span aria-hidden="true" className="mr-1 inline-block size-1.5 rounded-full bg-up" />
      bought
    </span>
    <span>
      <span aria-hidden="true" className="mr-1 inline-block size-1.5 rounded-full bg-down" />
      sold
    </span>
    <span>band = range</span>
  </span>
)

type MoreMenuProps = { label: string; reason: string | undefined; onStop: () => void }

/** Rare and dangerous actions, away from the other buttons. */
const MoreMenu = ({ label, reason, onStop }: MoreMenuProps) => (
  <Menu
    label="More actions"
    align="end"
    trigger={
      <Button look="quiet" isIcon aria-label="More actions">
        <MoreIcon />
      </Button>
    }
  >
    <MenuItem
      icon={<StopIcon size={14} className="text-caution" />}
      isOff={reason !== undefined}
      onSelect={onStop}
    >
      <span className={reason === undefined ? 'text-caution' : undefined}>{label}</span>
    </MenuItem>
  </Menu>
)

type SelectionFooterProps = { selection: Selection; reason: string | undefined; onStop: () => void }

function SelectionFooter({ selection, reason, onStop }: SelectionFooterProps) {
  const count = selection.ids.length
  return (
    <>
      <span role="status">{plural(count, 'grid bot')} selected</span>
      <Button look="quiet" size="small" onClick={selection.clear}>
        Clear
      </Button>
      <span className="ml-auto flex flex-wrap items-center gap-3">
        {count > 1 && count <= MOST_COMPARED && (
          <Link
            to="/compare"
            search={{ bots: botsInAddress(selection.ids.map((id) => ({ kind: 'grid', id }))) }}
            className={buttonClass({ look: 'quiet' })}
          >
            Compare {plural(count, 'grid bot')}
          </Link>
        )}
        <Button look="danger-open" reason={reason} onClick={onStop}>
          Stop {plural(count, 'grid bot')}
        </Button>
      </span>
    </>
  )
}
