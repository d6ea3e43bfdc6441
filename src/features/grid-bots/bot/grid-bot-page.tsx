import { useState } from 'react'

import { startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { accountWords } from '#market/names.tsx'
import { useService } from '#query/service.tsx'
import { useExtension } from '#query/use-extension.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { MayBeStale } from '#ui/may-be-stale.tsx'
import { Page } from '#ui/page.tsx'

import { BotState } from '../bot-state.tsx'
import { GridBotDetail, GridBotSkeleton } from './grid-bot-detail.tsx'
import { BOTS_EVERY } from '../queries.ts'
import { StartSheet } from './start-sheet.tsx'
import { StopSheet } from '../stop/stop-sheet.tsx'
import { lastStop, toldBot } from '../stop-state.ts'
import { UnlistedBot } from './unlisted-bot.tsx'
import { useBot } from './use-bot.ts'
import { useKeptIntents } from '#query/use-kept-intents.ts'

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
  const [isStarting, setStarting] = useState(false)
  const intents = useKeptIntents()
  const read = useBot(botId)
  const bot = read.bot ?? toldBot(intents, botId)
  const stop = lastStop(intents, botId)
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
        !read.isPending && (
          <StopOrStart
            isStopped={read.bot?.is_enabled === false}
            isGone={isGone}
            onStop={() => onStopping(true)}
            onStart={() => setStarting(true)}
          />
        )
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
      {isStarting && bot && (
        <StartSheet botId={botId} bot={bot} onClose={() => setStarting(false)} />
      )}
      <StopSheet
        botId={isStopping ? botId : undefined}
        bot={read.bot}
        onClose={() => onStopping(false)}
      />
    </Page>
  )
}

type StopOrStartProps = {
  isStopped: boolean
  /** The service knows it no more. */
  isGone: boolean
  onStop: () => void
  onStart: () => void
}

/** The one thing that can be done with a bot as it is. */
function StopOrStart({ isStopped, isGone, onStop, onStart }: StopOrStartProps) {
  const block = useWriteBlock({ of: startGridBot })
  const stopBlock = useWriteBlock({ of: stopGridBot, passesPause: true })
  const canStart = useExtension(startGridBot) === true
  if (isStopped) {
    return (
      canStart && (
        <Button reason={block} onClick={onStart}>
          Start again
        </Button>
      )
    )
  }
  return (
    !isGone && (
      <Button look="danger-open" reason={stopBlock} onClick={onStop}>
        Stop bot
      </Button>
    )
  )
}
