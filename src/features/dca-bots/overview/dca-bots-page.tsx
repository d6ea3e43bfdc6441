import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { createDcaBot, type DcaBot } from '#contract/dca-bots.ts'
import { readableRows, unreadableRows } from '#contract/read.ts'
import { NewLink } from '#forms/new-link.tsx'
import { useWriteAction } from '#forms/write-action.tsx'
import { ListOf, type ListPage, useListView } from '#lists/list-view.tsx'
import { usePastPrices } from '#market/candles.ts'
import { botsInAddress, MOST_COMPARED } from '#market/compared-bots.ts'
import { ProfitPanel } from '#market/profit-panel.tsx'
import { useRealised } from '#market/profits.ts'
import { useExtension } from '#query/service.tsx'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { useConnection } from '#session/use-session.ts'
import { fromSlashPair } from '#trading/pair.ts'
import { buttonClass } from '#ui/button-class.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { Page } from '#ui/page.tsx'
import { totalLabel } from '#lists/sums.ts'
import { optionsOf } from '#ui/options.ts'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import { stopBot } from '../bot/stop-bot.tsx'
import { BOTS_EVERY, dcaBotList } from '../queries.ts'
import { type DcaSearch, dcaSearch } from '../search.ts'
import { TokenGate, TokenNeeded } from '../token/token-needed.tsx'
import { tokenProblemOf } from '../token/token-problem.ts'
import { exchangeWords } from '../words.ts'
import { figuresOf } from './bots-figures.ts'
import { BotsSummary } from './bots-summary.tsx'
import { type BotContext, dcaBotsList } from './dca-bot-list.tsx'

type DcaBotsPageProps = {
  search: DcaSearch
  onSearch: (change: Partial<DcaSearch>) => void
  tokenForm: ReactNode
}

export function DcaBotsPage(props: DcaBotsPageProps) {
  const connection = useConnection()
  const canCreate = useExtension(createDcaBot) === true
  if (!connection) return null
  return (
    <Page
      title="DCA bots"
      actions={
        <>
          <Link
            to="/compare"
            className={buttonClass({ look: 'quiet', className: 'narrow:hidden' })}
          >
            Compare
          </Link>
          <Link to="/dca-bots/strategies" className={QUIET}>
            Strategies
          </Link>
          {canCreate && <NewLink to="/dca-bots/new" label="New DCA bot" look="primary" />}
        </>
      }
    >
      <TokenGate connection={connection} tokenForm={props.tokenForm}>
        <ReadBots {...props} connection={connection} />
      </TokenGate>
    </Page>
  )
}

/** Fits the page head into one row on a phone. */
const QUIET = buttonClass({ look: 'quiet', className: 'max-sm:px-2' })

export const DCA_BOTS: ListPage<DcaBot, BotContext, DcaSearch> = {
  table: 'dca-bots',
  noun: 'DCA bot',
  list: dcaBotsList,
  search: dcaSearch,
  filters: [
    {
      name: 'status',
      label: 'Status',
      all: 'All',
      choices: optionsOf({ running: 'Running', stopped: 'Stopped', completed: 'Completed' }),
      value: ({ status }) => status,
    },
    {
      name: 'exchange',
      label: 'Exchange',
      all: 'All exchanges',
      value: ({ exchange }) => exchange,
      wordOf: ({ exchange }) => exchangeWords(exchange),
    },
    { name: 'pair', label: 'Pair', all: 'All pairs', value: ({ pair, pairs }) => pairs ?? pair },
  ],
  orders: [{ value: 'service', label: 'Newest first' }],
}

/** Maximum rows to have a chart above: below more, it would be out of sight. */
const MOST_ROWS_WITH_CHART = 12

type ReadBotsProps = DcaBotsPageProps & { connection: ConnectionProfile }

function ReadBots({ connection, search, onSearch, tokenForm }: ReadBotsProps) {
  const canCreate = useExtension(createDcaBot) === true
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const query = useQuery(dcaBotList())
  const view = useListView(DCA_BOTS, query.data, search, onSearch)
  const rows = view.shown ?? []
  const bots = readableRows(rows)
  const unread = unreadableRows(query.data)
  // An unreadable bot may match the filters, so figures are incomplete without it.
  const figures = figuresOf([...bots, ...unread])
  const totals = [figures.invested, figures.result, figures.profit]
  const history = useRealised('dca_bot', { isWanted: query.data !== undefined })
  const week = usePastPrices(
    bots
      .filter(({ active_trades: open }) => open !== 0)
      .map(({ id, pair, exchange }) => ({ id, pair: fromSlashPair(pair), exchange })),
  )
  const botOf = (id: string) => readableRows(query.data).find((bot) => bot.id === id)
  const stopping = useWriteAction(stopBot, ({ botId, bot }) => ({
    botId,
    bot: botOf(botId) ?? bot,
  }))
  const problem = tokenProblemOf(query.error, connection)
  if (problem) return <TokenNeeded problem={problem} tokenForm={tokenForm} />
  return (
    <>
      <ListOf
        view={view}
        query={query}
        every={BOTS_EVERY}
        figuresHeight="min-h-24.25 @max-[46.25rem]/page:min-h-30.75 narrow:min-h-85.5"
        figures={bots.length > 0 && <BotsSummary bots={bots} figures={figures} {...history} />}
        empty={
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
        }
      >
        <DataTable
          {...view.table}
          context={{
            week,
            figures,
            stop: stopping.isOffered
              ? {
                  reason: stopping.block,
                  onStop: (botId: string) => stopping.open({ botId, bot: botOf(botId) }),
                }
              : undefined,
          }}
          onOpen={({ id }) => void navigate({ to: '/dca-bots/$botId', params: { botId: id } })}
          totalLabel={
            // On a phone, the figures above the cards show it.
            isNarrow ? undefined : totalLabel(rows, 'bot', totals)
          }
        />
        {bots.length > 1 && bots.length <= MOST_COMPARED && (
          <p className="pt-3">
            <Link
              to="/compare"
              search={{ bots: botsInAddress(bots.map(({ id }) => ({ kind: 'dca', id }))) }}
              className="link touch"
            >
              Compare these {bots.length} bots
            </Link>
          </p>
        )}
        {query.data && (
          <p className="pt-3 text-caption text-ink-3">
            {bots.some((bot) => bot.total_profit_currency === undefined) &&
              'The service does not say in which currency a bot’s total profit is counted.'}
            {stopping.isOffered === false &&
              ' It cannot stop DCA bots: stop them where they were created.'}
          </p>
        )}
        {history.realised && rows.length <= MOST_ROWS_WITH_CHART && (
          <ProfitPanel realised={history.realised} of="all DCA bots" />
        )}
      </ListOf>
      {stopping.sheet}
    </>
  )
}
