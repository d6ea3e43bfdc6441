import { useQuery } from '@tanstack/react-query'

import { type GridBot, listGridBots } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { useExtension } from '#query/use-extension.ts'
import { Page } from '#ui/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'

import { FollowedBots } from './followed-bots.tsx'
import { ListedBots } from './listed-bots.tsx'
import { gridBotList } from './queries.ts'
import { StopSheet } from './stop-sheet.tsx'
import { toldBot } from './stop-state.ts'
import { useIntents } from './use-intents.ts'
import { useStopBlock } from './use-stop-block.ts'

type GridBotsPageProps = {
  /** The bot whose stop sheet is open. */
  stopping: number | undefined
  onStopping: (id: number | undefined) => void
}

/** All grid bots, or those followed by id where the service lists none. */
export function GridBotsPage({ stopping, onStopping }: GridBotsPageProps) {
  const isListed = useExtension(listGridBots)
  const stopReason = useStopBlock()
  const intents = useIntents()
  const { data: bots } = useQuery({ ...gridBotList(), enabled: isListed === true })
  const told = stopping === undefined ? undefined : toldBot(intents, stopping)
  return (
    <Page
      title="Grid bots"
      beside={
        bots !== undefined &&
        bots.length > 0 && (
          <span className="text-caption text-ink-3">
            {countOf(bots, true)} running, {countOf(bots, false)} disabled
          </span>
        )
      }
    >
      {stopReason !== undefined && (
        <p className="pt-1 text-caption text-ink-3">Stopping is off. {stopReason}</p>
      )}
      <div className="pt-2">
        {isListed === true && <ListedBots stopReason={stopReason} onStop={onStopping} />}
        {isListed === false && <FollowedBots stopReason={stopReason} onStop={onStopping} />}
        {isListed === undefined && (
          <Table caption="Grid bots" isBusy>
            <tbody>
              <SkeletonRows rows={4} columns={[{ width: 180 }, { width: 120 }, { width: 120 }]} />
            </tbody>
          </Table>
        )}
      </div>
      <StopSheet
        botId={stopping}
        bot={bots?.find((bot) => bot.id === stopping) ?? told}
        onClose={() => onStopping(undefined)}
      />
    </Page>
  )
}

const countOf = (bots: readonly Read<GridBot>[], isEnabled: boolean): number =>
  bots.filter((bot) => bot.is_enabled === isEnabled).length
