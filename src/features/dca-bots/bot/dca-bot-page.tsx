import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { startDcaBot, startDeal, stopDcaBot } from '#contract/dca-bots.ts'
import { AlertButton } from '#forms/alert-button.tsx'
import { WriteButton } from '#forms/write-action.tsx'
import { failureWords } from '#query/failure-words.ts'
import { Aged } from '#lists/loaded.tsx'
import { useExtension } from '#query/service.tsx'
import { useConnection } from '#session/use-session.ts'
import { CopyButton } from '#ui/button.tsx'
import { RawJson } from '#ui/code-block.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { BackLink, HeadCaption, Page } from '#ui/page.tsx'

import { BotStatus } from '../bot-status.tsx'
import { BOTS_EVERY, dcaBotOf } from '../queries.ts'
import { TokenNeeded } from '../token/token-needed.tsx'
import { tokenProblemOf } from '../token/token-problem.ts'
import { directionOf, placeOf } from '../words.ts'
import { DcaBotDetail, DcaBotSkeleton } from './dca-bot-detail.tsx'
import { type BotToWrite, startBot } from './start-bot.tsx'
import { openDeal } from './start-deal.tsx'
import { stopBot } from './stop-bot.tsx'

type DcaBotPageProps = {
  botId: string
  /** Address of this page, for copying. */
  link: string
  tokenForm: ReactNode
}

export function DcaBotPage({ botId, link, tokenForm }: DcaBotPageProps) {
  const connection = useConnection()
  // A signature may be enough for this read, so the service's answer decides.
  const query = useQuery(dcaBotOf(botId))
  const { data: bot, error } = query
  const problem = connection && tokenProblemOf(error, connection)
  const isUnreadable = error?.failure.kind === 'unreadable'
  const isUnknown = error?.failure.kind === 'refused' && error.failure.status === 404
  return (
    <Page
      title={bot?.name ?? 'DCA bot'}
      back={<BackLink to="/dca-bots" page="DCA bots" />}
      beside={
        bot && (
          <>
            <BotStatus status={bot.status} />
            <HeadCaption
              words={[(bot.pairs ?? [bot.pair]).join(', '), directionOf(bot), placeOf(bot)]
                .filter(Boolean)
                .join(' · ')}
            />
            <span className="max-sm:hidden">
              <CopyButton text={link} label="Copy link" isIcon size="small" />
            </span>
          </>
        )
      }
      hasActionBar
      actions={
        bot ? (
          <BotActions of={{ botId, bot }} />
        ) : (
          isUnreadable && <WriteButton action={stopBot} of={{ botId, bot: undefined }} />
        )
      }
    >
      {problem && <TokenNeeded problem={problem} tokenForm={tokenForm} />}
      {!bot && error && !problem && (
        <ErrorState
          title={
            isUnknown
              ? 'The service does not know this DCA bot.'
              : 'The DCA bot could not be loaded.'
          }
          onRetry={() => void query.refetch()}
        >
          {failureWords(error)}
        </ErrorState>
      )}
      {!bot && error?.failure.kind === 'unreadable' && error.failure.raw !== undefined && (
        <RawJson label="Bot as sent" value={error.failure.raw} />
      )}
      {!bot && !error && <DcaBotSkeleton />}
      {bot && !problem && (
        <Aged query={query} every={BOTS_EVERY}>
          <DcaBotDetail bot={bot} />
        </Aged>
      )}
    </Page>
  )
}

function BotActions({ of }: { of: BotToWrite }) {
  const { status } = of.bot
  const isRunning = status === 'running'
  const isStoppable = status !== 'stopped' && status !== 'completed'
  const canStart = useExtension(isRunning ? startDeal : startDcaBot)
  const canStop = useExtension(stopDcaBot)
  const canChoose = useExtension({ name: startDeal.bodyExtension }) === true
  const missing = [
    canStart === false && 'start',
    isStoppable && canStop === false && 'stop',
  ].filter(Boolean)
  return (
    <>
      {missing.length > 0 && (
        <span className="text-caption text-ink-3 max-sm:hidden">
          This service cannot {missing.join(' or ')} DCA bots
        </span>
      )}
      <AlertButton
        label="Events"
        of={{ kind: 'trade_events', name: of.bot.name, scope: { dca_bot_id: of.botId } }}
      />
      <WriteButton action={startBot} of={of} isShown={!isRunning} />
      <WriteButton action={openDeal} of={{ ...of, canChoose }} isShown={isRunning} />
      <span className="ml-3 flex items-center gap-2 border-l border-hairline-2 pl-6 empty:hidden max-sm:ml-0 max-sm:border-0 max-sm:pl-0 max-sm:*:flex-1">
        <WriteButton action={stopBot} of={of} isShown={isStoppable} />
      </span>
    </>
  )
}
