import type { Id } from '#contract/primitives.ts'
import { WriteButton } from '#forms/write-action.tsx'
import { accountWords } from '#market/names.tsx'
import { useKeptIntents, useService } from '#query/service.tsx'
import { CopyButton } from '#ui/button.tsx'
import { RawJson } from '#ui/code-block.tsx'
import { ErrorState, MayBeStale } from '#ui/error-state.tsx'
import { BackLink, Page } from '#ui/page.tsx'

import { BotState } from '../bot-state.tsx'
import { BOTS_EVERY } from '../queries.ts'
import { lastStop, toldBot } from '../stop-state.ts'
import { stopBot } from '../stop/stop-bot.tsx'
import { GridBotDetail, GridBotSkeleton } from './grid-bot-detail.tsx'
import { startBot } from './start-bot.tsx'
import { UnlistedBot } from './unlisted-bot.tsx'
import { useBot } from './use-bot.ts'

type GridBotPageProps = {
  botId: Id
  isStopping: boolean
  onStopping: (isOpen: boolean) => void
  /** The address of this page, to be copied. */
  link: string
}

/** One grid bot: what it earned, its ladder, its funds, every setting, and the way to stop it. */
export function GridBotPage({ botId, isStopping, onStopping, link }: GridBotPageProps) {
  const { clock } = useService()
  const intents = useKeptIntents()
  const read = useBot(botId)
  const bot = read.bot ?? toldBot(intents, botId)
  const stop = lastStop(intents, botId)
  const isStopped = read.bot?.is_enabled === false
  const isGone = read.failure?.status === 404
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
        <>
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
      {!bot && read.isUntold && <UnlistedBot botId={botId} />}
      {bot && (
        <MayBeStale
          readAt={(read.bot ? read.readAt : (stop?.endedAt ?? 0)) + (clock.offset() ?? 0)}
          every={read.isUntold ? Number.POSITIVE_INFINITY : BOTS_EVERY}
          hasFailed={read.failure !== undefined}
        >
          <GridBotDetail bot={bot} botId={botId} />
        </MayBeStale>
      )}
    </Page>
  )
}
