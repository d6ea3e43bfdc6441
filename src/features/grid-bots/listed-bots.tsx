import { useQuery } from '@tanstack/react-query'

import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { MayBeStale } from '#ui/may-be-stale.tsx'

import { GridBotCards } from './grid-bot-cards.tsx'
import { GridBotTable } from './grid-bot-table.tsx'
import { BOTS_EVERY, gridBotList } from './queries.ts'

type ListedBotsProps = { stopReason: string | undefined; onStop: (id: number) => void }

/** Every grid bot that the service lists, in each state that reading them can be in. */
export function ListedBots(props: ListedBotsProps) {
  const { clock } = useService()
  const { data, error, dataUpdatedAt, refetch } = useQuery(gridBotList())
  if (data === undefined && error) {
    return (
      <ErrorState
        title="The grid bots could not be loaded."
        onRetry={() => void refetch()}
        details={failureWords(error)}
        next="They are read again by themselves every 15 seconds."
      >
        {failureWords(error)}
      </ErrorState>
    )
  }
  if (data?.length === 0) {
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
  const rows = (
    <>
      <GridBotTable bots={data} {...props} />
      <GridBotCards bots={data} {...props} />
    </>
  )
  if (data === undefined) return rows
  return (
    <MayBeStale
      readAt={dataUpdatedAt + (clock.offset() ?? 0)}
      every={BOTS_EVERY}
      failure={error ? failureWords(error) : undefined}
      onRefresh={() => void refetch()}
    >
      {rows}
    </MayBeStale>
  )
}
