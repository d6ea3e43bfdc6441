import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { createDcaBot, type DcaBot } from '#contract/dca-bots.ts'
import { readableRows, unreadableRows } from '#contract/read.ts'
import { NewLink } from '#forms/new-link.tsx'
import { useWriteAction } from '#forms/write-action.tsx'
import { every } from '#query/endpoint-query.ts'
import { failureOf } from '#query/failure-words.ts'
import { useExtension, useService } from '#query/service.tsx'
import { botsInAddress, MOST_COMPARED } from '#market/compared-bots.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { useColumns, useConnection } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { ColumnChoice } from '#ui/column-choice.tsx'
import { Empty, NoMatch } from '#ui/empty.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { FilterSelect, Select } from '#ui/select.tsx'
import { MayBeStale, NotLoaded } from '#ui/error-state.tsx'

import { figuresOf, statusCounts, wholeOf } from './bots-figures.ts'
import { BotsSummary } from './bots-summary.tsx'
import { useWeekPrices } from '#market/candles.ts'
import { ProfitPanel } from '#market/profit-panel.tsx'
import { useRealised } from '#market/profits.ts'
import { fromSlashPair } from '#trading/pair.ts'
import { stopBot } from '../bot/stop-bot.tsx'
import { BOTS_EVERY, dcaBotList } from '../queries.ts'
import { type DcaSearch, type DcaSort, filterOf } from '../search.ts'
import { TokenGate, TokenNeeded } from '../token/token-needed.tsx'
import { tokenProblemOf } from '../token/token-problem.ts'
import { exchangeWords } from '../words.ts'
import { CHOSEN_COLUMNS, DcaBotList, type Totals } from './dca-bot-list.tsx'

type DcaBotsPageProps = {
  search: DcaSearch
  onSearch: (change: Partial<DcaSearch>) => void
  /** Takes another token in place. */
  tokenForm: ReactNode
}

/** The DCA bots of the connection, filtered by what the URL says. */
export function DcaBotsPage({ search, onSearch, tokenForm }: DcaBotsPageProps) {
  const connection = useConnection()
  const canCreate = useExtension(createDcaBot) === true
  if (!connection) return null
  return (
    <Page
      title="DCA bots"
      actions={
        <>
          <Link to="/compare" className={buttonClass({ look: 'quiet' })}>
            Compare
          </Link>
          <Link to="/dca-bots/strategies" className={buttonClass({ look: 'quiet' })}>
            Strategies
          </Link>
          {canCreate && <NewLink to="/dca-bots/new" label="New DCA bot" look="primary" />}
        </>
      }
    >
      <TokenGate connection={connection} tokenForm={tokenForm}>
        <ReadBots
          connection={connection}
          search={search}
          onSearch={onSearch}
          tokenForm={tokenForm}
        />
      </TokenGate>
    </Page>
  )
}

type ReadBotsProps = {
  connection: ConnectionProfile
  search: DcaSearch
  onSearch: DcaBotsPageProps['onSearch']
  tokenForm: ReactNode
}

function ReadBots({ connection, search, onSearch, tokenForm }: ReadBotsProps) {
  const { clock } = useService()
  const canCreate = useExtension(createDcaBot) === true
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery(
    dcaBotList(filterOf(search)),
  )
  const listed = (id: string) => data && readableRows(data).find((bot) => bot.id === id)
  // Once stopped, it may not match the filters any more.
  const stopping = useWriteAction(stopBot, ({ botId, bot }) => ({
    botId,
    bot: listed(botId) ?? bot,
  }))
  const stop = stopping.isOffered
    ? {
        reason: stopping.block,
        onStop: (botId: string) => stopping.open({ botId, bot: listed(botId) }),
      }
    : undefined
  const bots = readableRows(data ?? [])
  const history = useRealised('dca_bot', { isWanted: data !== undefined })
  const week = useWeekPrices(
    bots
      .filter(({ active_trades: open }) => open !== 0)
      .map(({ id, pair, exchange }) => ({ id, pair: fromSlashPair(pair), exchange })),
  )
  const problem = tokenProblemOf(error, connection)
  if (problem) return <TokenNeeded problem={problem} tokenForm={tokenForm} />

  const age = {
    readAt: dataUpdatedAt + (clock.offset() ?? 0),
    every: BOTS_EVERY,
    hasFailed: error !== null,
  }
  const hasRows = data !== undefined && data.length > 0
  const chips = chipsOf(search, onSearch)
  // An empty list that could not be read again says nothing of now.
  const isUnread = error !== null && (data === undefined || data.length === 0)
  return (
    <>
      {data === undefined && !error && <div className="h-20.5 border-b border-hairline" />}
      {hasRows && bots.length > 0 && (
        <MayBeStale {...age}>
          <BotsSummary bots={bots} unreadable={unreadableRows(data).length} {...history} />
        </MayBeStale>
      )}
      <DcaBotFilters search={search} onSearch={onSearch} />
      {isUnread && (
        <NotLoaded
          what="The DCA bots"
          {...failureOf(error)}
          at={errorUpdatedAt + (clock.offset() ?? 0)}
          next="They are read again every 20 s."
          onRetry={() => void refetch()}
        />
      )}
      {!isUnread && data?.length === 0 && chips.length > 0 && (
        <NoMatch
          title={`No DCA bot matches ${COUNTS[chips.length]}.`}
          filters={chips}
          onClear={() => onSearch({ status: 'all', exchange: undefined, pair: undefined })}
        />
      )}
      {!isUnread && data?.length === 0 && chips.length === 0 && (
        <Empty
          title="No DCA bots yet."
          action={
            canCreate ? (
              <Link to="/dca-bots/new" className={buttonClass({ look: 'primary' })}>
                Set up a DCA bot
              </Link>
            ) : (
              <Link to="/dca-bots/strategies" className={buttonClass({ look: 'secondary' })}>
                See the start conditions
              </Link>
            )
          }
        >
          A DCA bot buys in steps while the price falls, and sells everything once the price is a
          little above the average it paid.
          {!canCreate && ' Bots created elsewhere appear here automatically.'}
        </Empty>
      )}
      {data === undefined && !error && (
        <DcaBotList
          bots={undefined}
          search={search}
          onSearch={onSearch}
          week={undefined}
          totals={undefined}
        />
      )}
      {hasRows && (
        <MayBeStale {...age}>
          <DcaBotList
            bots={data}
            search={search}
            onSearch={onSearch}
            week={week}
            totals={totalsOf(figuresOf(bots, unreadableRows(data).length))}
            stop={stop}
          />
          <CompareShown bots={bots} />
          <p className="pt-3 text-caption text-ink-3">
            {bots.some((bot) => bot.total_profit_currency === undefined) &&
              'The service does not say in which currency a bot’s total profit is counted.'}
            {stopping.isOffered === false &&
              ' It cannot stop DCA bots: stop them where they were created.'}
          </p>
          {history.realised && data.length <= FEW && (
            <ProfitPanel realised={history.realised} of="all DCA bots" />
          )}
        </MayBeStale>
      )}
      {stopping.sheet}
    </>
  )
}

/** To the comparison of the bots that the filters let through, where they are few enough. */
function CompareShown({ bots }: { bots: readonly DcaBot[] }) {
  if (bots.length < 2 || bots.length > MOST_COMPARED) return null
  return (
    <p className="pt-3">
      <Link
        to="/compare"
        search={{ bots: botsInAddress(bots.map(({ id }) => ({ kind: 'dca', id }))) }}
        className="link touch"
      >
        Compare these {bots.length} bots
      </Link>
    </p>
  )
}

/** What stands below the columns: of all rows, or nothing. */
const totalsOf = ({ invested, result, profit }: ReturnType<typeof figuresOf>): Totals => ({
  invested: wholeOf(invested),
  result: wholeOf(result),
  profit: wholeOf(profit),
})

/** So many rows leave room for a chart below them. */
const FEW = 12

const COUNTS = ['', 'this filter', 'these two filters', 'these three filters']

function chipsOf(search: DcaSearch, onSearch: DcaBotsPageProps['onSearch']) {
  const { status, exchange, pair } = search
  return [
    ...(status === 'all'
      ? []
      : [{ label: `Status: ${status}`, onRemove: () => onSearch({ status: 'all' }) }]),
    ...(exchange === undefined
      ? []
      : [{ label: `Exchange: ${exchange}`, onRemove: () => onSearch({ exchange: undefined }) }]),
    ...(pair === undefined
      ? []
      : [{ label: `Pair: ${pair}`, onRemove: () => onSearch({ pair: undefined }) }]),
  ]
}

type DcaBotFiltersProps = {
  search: DcaSearch
  onSearch: (change: Partial<DcaSearch>) => void
}

/** The whole list, for what can be chosen and how many there are; what is shown is read more often. */
const COUNTS_EVERY = 60_000

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'stopped', label: 'Stopped' },
  { value: 'completed', label: 'Completed' },
] as const

const SORT_NAMES: readonly { value: DcaSort; label: string }[] = [
  { value: 'service', label: 'Newest first' },
  { value: 'name', label: 'Name' },
  { value: 'pair', label: 'Pair' },
  { value: 'status', label: 'Status' },
  { value: 'invested', label: 'In use' },
  { value: 'result', label: 'Open result' },
  { value: 'deals', label: 'Finished deals' },
  { value: 'profit', label: 'Total profit' },
]
/** Of these the first press puts the lowest first. */
const BY_WORDS = new Set<DcaSort>(['name', 'pair', 'status'])

/** Status, exchange, pair and order. What can be chosen is what the unfiltered list has. */
function DcaBotFilters({ search, onSearch }: DcaBotFiltersProps) {
  const { hidden, show, order, reorder } = useColumns('dca-bots')
  const isFiltered = Object.keys(filterOf(search)).length > 0
  const { data, error } = useQuery({
    ...dcaBotList({}),
    // Without a filter it is the list itself, which is read anyway.
    refetchInterval: isFiltered && every(COUNTS_EVERY),
  })
  const all = data && readableRows(data)
  const counts = data && error === null ? statusCounts(data, search) : undefined
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3 pb-2">
      <Segmented
        label="Status"
        value={search.status}
        options={STATUSES.map((status) => ({ ...status, count: counts?.[status.value] }))}
        onChange={(status) => onSearch({ status })}
        className="max-sm:w-full"
      />
      <FilterSelect
        label="Exchange"
        all="All exchanges"
        value={search.exchange}
        options={wordsOf(
          all?.map((bot) => bot.exchange),
          exchangeWords,
        )}
        onChange={(exchange) => onSearch({ exchange })}
      />
      <FilterSelect
        label="Pair"
        all="All pairs"
        value={search.pair}
        options={wordsOf(all?.map((bot) => bot.pair))}
        onChange={(pair) => onSearch({ pair })}
      />
      <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0">
        <Select
          isChip
          aria-label="Sort"
          value={search.sort}
          options={SORT_NAMES}
          onChange={({ target }) => {
            const sort = SORT_NAMES.find(({ value }) => value === target.value)?.value ?? 'service'
            onSearch({ sort, direction: BY_WORDS.has(sort) ? 'asc' : 'desc' })
          }}
        />
        <ColumnChoice
          columns={CHOSEN_COLUMNS}
          isShown={(id) => !hidden.includes(id)}
          onShow={show}
          order={order}
          onOrder={reorder}
        />
      </span>
    </div>
  )
}

function wordsOf(
  found: readonly (string | undefined)[] = [],
  labelOf = (word: string): string => word,
) {
  const words = new Set(found.filter((word) => word !== undefined))
  return [...words].toSorted().map((word) => ({ value: word, label: labelOf(word) }))
}
