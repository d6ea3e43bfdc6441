import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { createGridBot, type GridBot, listGridBots, stopGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import { NewLink } from '#forms/new-link.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { useExtension, useKeptIntents } from '#query/service.tsx'
import { useAddressBook } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'

import { returnedBot } from '../bot-state.tsx'
import { FollowedBots } from '../followed/followed-bots.tsx'
import { gridBotList } from '../queries.ts'
import { type GridBotSearch, SEVERAL } from '../search.ts'
import { botsOf, BulkStopLine, BulkStopSheet } from '../stop/bulk-stop-sheet.tsx'
import { stopBot } from '../stop/stop-bot.tsx'
import { useRunView } from '../stop/use-stop-run.ts'
import { ListedBots } from './listed-bots.tsx'
import { overviewOf } from './overview.ts'
import { type Selection, stoppable, useSelection } from './use-selection.ts'

type GridBotsPageProps = {
  search: GridBotSearch
  onSearch: (change: Partial<GridBotSearch>) => void
}

const NONE: Rows<GridBot> = []

/** All grid bots, or those followed by id where the service lists none. */
export function GridBotsPage({ search, onSearch }: GridBotsPageProps) {
  const isListed = useExtension(listGridBots)
  const canCreate = useExtension(createGridBot) === true
  const stopReason = useWriteBlock({ of: stopGridBot, passesPause: true })
  const intents = useKeptIntents()
  const { gridBots: followed } = useAddressBook()
  const query = useQuery({ ...gridBotList(), enabled: isListed === true })
  const bots = query.data ?? NONE
  const readable = readableRows(bots)
  const shown = useMemo(() => overviewOf(bots, search), [bots, search])
  const selection = useSelection(bots, shown)
  const view = useRunView(query.data && readable, query.dataUpdatedAt)

  const onStop = (stop: GridBotSearch['stop']) => onSearch({ stop })
  const listed = (id: Id) => readable.find((bot) => bot.id === id)
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
      beside={bots.length > 0 && <Counts bots={bots} />}
      actions={
        <>
          {canCreate && <NewLink to="/grid-bots/new" label="New grid bot" />}
          {all.length > 1 && (
            <Button
              look="danger-open"
              aria-disabled={stopReason !== undefined}
              onClick={() => onStop('all')}
            >
              Stop all {isListed === false ? 'followed' : 'grid bots'}
            </Button>
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
      <BulkStopLine view={view} onShow={() => onStop('run')} />
      <div className="pt-2">
        {isListed !== false && (
          <ListedBots
            query={query}
            shown={shown}
            selection={selection}
            search={search}
            onSearch={onSearch}
            stopReason={stopReason}
            onStop={onStop}
          />
        )}
        {isListed === false && <FollowedBots stopReason={stopReason} onStop={onStop} />}
      </div>
      {isBulk && (isRun ? view.rows : proposed).length > 0 && (
        <BulkStopSheet
          bots={proposed}
          isRun={isRun}
          view={view}
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

function Counts({ bots }: { bots: Rows<GridBot> }) {
  const countOf = (isEnabled: boolean) =>
    readableRows(bots).filter((bot) => bot.is_enabled === isEnabled).length
  const unread = unreadableRows(bots).length
  return (
    <span className="text-caption text-ink-3">
      {countOf(true)} running, {countOf(false)} disabled
      {unread > 0 && `, ${unread} unreadable`}
    </span>
  )
}

type SelectionFooterProps = { selection: Selection; reason: string | undefined; onStop: () => void }

/** How many bots are selected, and the buttons that clear the selection and stop them. */
function SelectionFooter({ selection, reason, onStop }: SelectionFooterProps) {
  const count = selection.ids.length
  return (
    <>
      <span role="status">{botsOf(count)} selected</span>
      <Button look="quiet" size="small" onClick={selection.clear}>
        Clear
      </Button>
      <span className="ml-auto flex flex-wrap items-center gap-3">
        <Button look="danger-open" reason={reason} onClick={onStop}>
          Stop {botsOf(count)}
        </Button>
      </span>
    </>
  )
}
