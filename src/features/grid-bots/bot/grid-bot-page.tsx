import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { getGridBot, listGridBots, startGridBot } from '#contract/grid-bots.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { useExtension } from '#query/use-extension.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { MayBeStale } from '#ui/may-be-stale.tsx'
import { Page } from '#ui/page.tsx'

import { accountWords } from '../account-words.ts'
import { BotState } from '../bot-state.tsx'
import { GridBotDetail, GridBotSkeleton } from './grid-bot-detail.tsx'
import { BOTS_EVERY, gridBotList, gridBotOf } from '../queries.ts'
import { StartSheet } from './start-sheet.tsx'
import { StopSheet } from '../stop/stop-sheet.tsx'
import { lastStop, toldBot } from '../stop-state.ts'
import { UntoldBot } from './untold-bot.tsx'
import { useIntents } from '../use-intents.ts'

type GridBotPageProps = {
  botId: number
  isStopping: boolean
  onStopping: (isOpen: boolean) => void
  /** The address of this page, to be copied. */
  link: string
}

/** One grid bot: what it earned, its ladder, its funds, every setting, and the way to stop it. */
export function GridBotPage({ botId, isStopping, onStopping, link }: GridBotPageProps) {
  const { clock } = useService()
  const stopReason = useWriteBlock()
  const canStart = useExtension(startGridBot) === true
  const [isStarting, setStarting] = useState(false)
  const intents = useIntents()
  const read = useBot(botId)
  const bot = read.bot ?? toldBot(intents, botId)
  const stop = lastStop(intents, botId)
  const canStop = bot?.is_enabled !== false && read.failure?.status !== 404
  return (
    <Page
      title={bot?.name ?? `Grid bot ${botId}`}
      back={<BackLink to="/grid-bots" page="Grid bots" />}
      beside={
        <>
          {(bot || read.isUntold) && <BotState bot={bot} stop={stop} hasRuntime />}
          <span className="text-ink-3">
            {[
              bot?.name !== undefined && `Bot ${botId}`,
              bot?.account_id !== undefined && accountWords(bot.account_name, bot.account_id),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="max-sm:hidden">
            <CopyButton text={link} label="Copy link" isIcon size="small" />
          </span>
        </>
      }
      actions={
        canStop ? (
          !read.isPending && (
            <Button look="danger-open" reason={stopReason} onClick={() => onStopping(true)}>
              Stop bot
            </Button>
          )
        ) : canStart && bot?.is_enabled === false ? (
          <Button reason={stopReason} onClick={() => setStarting(true)}>
            Start again
          </Button>
        ) : undefined
      }
    >
      {read.failure && !bot && (
        <ErrorState
          title={
            read.failure.status === 404
              ? `The service knows no grid bot ${botId} for this key.`
              : 'The bot could not be loaded.'
          }
          onRetry={read.refetch}
        >
          {read.failure.message}
        </ErrorState>
      )}
      {!bot && read.isPending && <GridBotSkeleton />}
      {!bot && read.isUntold && <UntoldBot botId={botId} />}
      {bot && (
        <MayBeStale
          readAt={(read.bot ? read.readAt : (stop?.endedAt ?? 0)) + (clock.offset() ?? 0)}
          every={read.isUntold ? Number.POSITIVE_INFINITY : BOTS_EVERY}
          failure={read.failure?.message}
          onRefresh={read.refetch}
        >
          <GridBotDetail bot={bot} botId={botId} />
        </MayBeStale>
      )}
      {isStarting && bot && (
        <StartSheet botId={botId} bot={bot} onClose={() => setStarting(false)} />
      )}
      <StopSheet
        botId={isStopping ? botId : undefined}
        bot={bot}
        onClose={() => onStopping(false)}
      />
    </Page>
  )
}

/** The bot by whichever way the service offers: by id, out of its list, or not at all. */
function useBot(botId: number) {
  const isOffered = useExtension(getGridBot)
  const isListed = useExtension(listGridBots)
  const one = useQuery({ ...gridBotOf(botId), enabled: isOffered === true })
  const all = useQuery({ ...gridBotList(), enabled: isOffered === false && isListed === true })
  const isUntold = isOffered === false && isListed === false
  const query = isOffered === true ? one : all
  const found = isOffered === true ? one.data : all.data?.find((bot) => bot.id === botId)
  const isAbsent = isOffered !== true && all.data !== undefined && found === undefined
  const { error } = query
  return {
    bot: found,
    isUntold,
    isPending: !isUntold && found === undefined && !error && !isAbsent,
    readAt: query.dataUpdatedAt,
    failure: error
      ? {
          status: error.failure.kind === 'refused' ? error.failure.status : undefined,
          message: failureWords(error),
        }
      : isAbsent
        ? { status: 404, message: 'It is not in the list of this service.' }
        : undefined,
    refetch: () => void query.refetch(),
  }
}
