import { useQuery } from '@tanstack/react-query'

import { type ApiError, isRefused } from '#client/api-error.ts'
import { getGridBot, listGridBots } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { AlertButton } from '#forms/alert-button.tsx'
import { WriteButton } from '#forms/write-action.tsx'
import { accountWords } from '#market/names.tsx'
import { isUnreadable } from '#contract/read.ts'
import { textOr } from '#money/format.ts'
import { failureWords } from '#query/failure-words.ts'
import { useExtension, useKeptIntents, useService } from '#query/service.tsx'
import { ErrorState, MayBeStale } from '#ui/error-state.tsx'
import { BackLink, HeadCaption, Page } from '#ui/page.tsx'
import { CopyButton } from '#ui/button.tsx'
import { RawJson } from '#ui/code-block.tsx'

import { BotState, lastStops, returnedBot } from '../bot-state.tsx'
import { BOTS_EVERY, gridBotList, gridBotOf } from '../queries.ts'
import { stopBot } from '../stop/stop-bot.tsx'
import { GridBotDetail, GridBotSkeleton, UnlistedBot } from './grid-bot-detail.tsx'
import { startBot } from './start-bot.tsx'

type GridBotPageProps = {
  botId: Id
  isStopping: boolean
  onStopping: (isOpen: boolean) => void
  /** Address of this page, for copying. */
  link: string
}

export function GridBotPage({ botId, isStopping, onStopping, link }: GridBotPageProps) {
  const { clock } = useService()
  const intents = useKeptIntents()
  const read = useBot(botId)
  const bot = read.bot ?? returnedBot(intents, botId)
  const stop = lastStops(intents).get(botId)
  const isStopped = read.bot?.is_enabled === false
  const isGone = read.failure?.status === 404
  const caption = bot && `Bot ${botId} · ${accountWords(bot.account_name, bot.account_id)}`
  return (
    <Page
      title={bot?.name ?? `Grid bot ${botId}`}
      back={<BackLink to="/grid-bots" page="Grid bots" />}
      beside={
        <>
          {(bot || read.isUnlisted) && <BotState bot={bot} stop={stop} hasRuntime />}
          <HeadCaption words={caption} />
          <span className="max-sm:hidden">
            <CopyButton text={link} label="Copy link" isIcon size="small" />
          </span>
        </>
      }
      hasActionBar
      actions={
        <>
          {bot?.is_enabled && (
            <AlertButton
              label="Alert out of range"
              of={{ kind: 'out_of_range', botId, name: textOr(bot.name, `Grid bot ${botId}`) }}
            />
          )}
          {bot && (
            <AlertButton
              label="Events"
              of={{ kind: 'trade_events', name: bot.name, scope: { bot_id: botId } }}
            />
          )}
          {bot && <WriteButton action={startBot} of={{ botId, bot }} isShown={isStopped} />}
          <WriteButton
            action={stopBot}
            of={{ botId, bot: read.bot }}
            isShown={!read.isPending && !isStopped && !isGone}
            isOpen={isStopping}
            onOpen={onStopping}
          />
        </>
      }
    >
      {read.failure && !bot && (
        <ErrorState
          title={
            isGone
              ? `The service knows no grid bot ${botId} for this key.`
              : 'The bot could not be loaded.'
          }
          onRetry={read.refetch}
        >
          {read.failure.message}
        </ErrorState>
      )}
      {!bot && read.failure?.raw !== undefined && (
        <RawJson label="Bot as sent" value={read.failure.raw} />
      )}
      {!bot && read.isPending && <GridBotSkeleton />}
      {!bot && read.isUnlisted && <UnlistedBot botId={botId} />}
      {bot && (
        <MayBeStale
          readAt={clock.serviceTime(read.bot ? read.readAt : (stop?.endedAt ?? 0))}
          every={read.isUnlisted ? Number.POSITIVE_INFINITY : BOTS_EVERY}
          hasFailed={read.failure !== undefined}
        >
          <GridBotDetail bot={bot} botId={botId} />
        </MayBeStale>
      )}
    </Page>
  )
}

/** A proxy's page with status 404 says nothing about the bot. */
export const statusOf = (error: ApiError): number | undefined =>
  isRefused(error) ? error.failure.status : undefined

const UNREADABLE = 'The service sent this bot in a form that cannot be read.'

/** Reads the bot by id, or else from the list, whichever the service offers. */
function useBot(botId: Id) {
  const isOffered = useExtension(getGridBot)
  const isListed = useExtension(listGridBots)
  const one = useQuery({ ...gridBotOf(botId), enabled: isOffered === true })
  const all = useQuery({ ...gridBotList(), enabled: isOffered === false && isListed === true })
  const isUnlisted = isOffered === false && isListed === false
  const query = isOffered === true ? one : all
  const row = isOffered === true ? one.data : all.data?.find((bot) => bot.id === botId)
  const found = row && !isUnreadable(row) ? row : undefined
  const isAbsent = isOffered !== true && all.data && !row
  const { error } = query
  return {
    bot: found,
    isUnlisted,
    isPending: !isUnlisted && !row && !error && !isAbsent,
    readAt: query.dataUpdatedAt,
    failure: error
      ? { ...error.failure, message: failureWords(error), status: statusOf(error) }
      : row && isUnreadable(row)
        ? { message: UNREADABLE, raw: row.raw }
        : isAbsent
          ? { message: 'It is not in the list of this service.', status: 404 }
          : undefined,
    refetch: () => void query.refetch(),
  }
}
