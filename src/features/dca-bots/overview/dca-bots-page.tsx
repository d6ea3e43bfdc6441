import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { createDcaBot } from '#contract/dca-bots.ts'
import { readableRows } from '#contract/read.ts'
import { NewLink } from '#forms/new-link.tsx'
import { useWriteAction } from '#forms/write-action.tsx'
import { failureOf } from '#query/failure-words.ts'
import { useExtension, useService } from '#query/service.tsx'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { useConnection } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Empty, NoMatch } from '#ui/empty.tsx'
import { MayBeStale, NotLoaded } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'

import { stopBot } from '../bot/stop-bot.tsx'
import { BOTS_EVERY, dcaBotList } from '../queries.ts'
import { type DcaSearch, filterOf } from '../search.ts'
import { TokenGate } from '../token/token-gate.tsx'
import { TokenNeeded } from '../token/token-needed.tsx'
import { tokenProblemOf } from '../token/token-problem.ts'
import { DcaBotCards } from './dca-bot-cards.tsx'
import { DcaBotFilters } from './dca-bot-filters.tsx'
import { DcaBotTable } from './dca-bot-table.tsx'

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
          {canCreate && <NewLink to="/dca-bots/new" label="New DCA bot" />}
          <Link to="/dca-bots/strategies" className={buttonClass({ look: 'secondary' })}>
            Strategies
          </Link>
        </>
      }
    >
      <TokenGate connection={connection} tokenForm={tokenForm}>
        <DcaBotList
          connection={connection}
          search={search}
          onSearch={onSearch}
          tokenForm={tokenForm}
        />
      </TokenGate>
    </Page>
  )
}

type DcaBotListProps = {
  connection: ConnectionProfile
  search: DcaSearch
  onSearch: DcaBotsPageProps['onSearch']
  tokenForm: ReactNode
}

function DcaBotList({ connection, search, onSearch, tokenForm }: DcaBotListProps) {
  const { clock } = useService()
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
  const problem = tokenProblemOf(error, connection)
  if (problem) return <TokenNeeded problem={problem} tokenForm={tokenForm} />

  const chips = chipsOf(search, onSearch)
  // An empty list that could not be read again says nothing of now.
  const isUnread = error !== null && (data === undefined || data.length === 0)
  return (
    <>
      <DcaBotFilters search={search} onSearch={onSearch} />
      {isUnread && (
        <NotLoaded
          what="The DCA bots"
          {...failureOf(error)}
          at={errorUpdatedAt + (clock.offset() ?? 0)}
          next="They are read again by themselves every 20 s."
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
            <Link to="/dca-bots/strategies" className={buttonClass({ look: 'secondary' })}>
              See the start conditions
            </Link>
          }
        >
          A DCA bot buys in steps as the price falls and sells above the average. Bots that are made
          elsewhere appear here by themselves.
        </Empty>
      )}
      {data === undefined && !error && (
        <>
          <DcaBotTable bots={undefined} />
          <DcaBotCards bots={undefined} />
        </>
      )}
      {data !== undefined && data.length > 0 && (
        <MayBeStale
          readAt={dataUpdatedAt + (clock.offset() ?? 0)}
          every={BOTS_EVERY}
          hasFailed={error !== null}
        >
          <DcaBotTable bots={data} stop={stop} />
          <DcaBotCards bots={data} stop={stop} />
          <p className="pt-3 text-caption text-ink-3">
            The service does not say in which currency a bot’s total profit is counted.
            {stopping.isOffered === false &&
              ' It stops no DCA bots: stop them where they were made.'}
          </p>
        </MayBeStale>
      )}
      {stopping.sheet}
    </>
  )
}

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
