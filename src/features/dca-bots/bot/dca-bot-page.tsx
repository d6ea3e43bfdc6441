import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { type DcaBot, startDcaBot, startDeal, stopDcaBot } from '#contract/dca-bots.ts'
import type { Read } from '#contract/read.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { useExtension } from '#query/use-extension.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { useConnection } from '#session/use-session.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { MayBeStale } from '#ui/may-be-stale.tsx'
import { Page } from '#ui/page.tsx'

import { type Beginning, START_ACTIONS, BeginSheet } from './start-sheet.tsx'
import { BotStatus } from '../bot-status.tsx'
import { DcaBotDetail, DcaBotSkeleton } from './dca-bot-detail.tsx'
import { StopSheet } from './stop-sheet.tsx'
import { BOTS_EVERY, dcaBotOf } from '../queries.ts'
import { TokenNeeded } from '../token/token-needed.tsx'
import { tokenProblemOf } from '../token/token-problem.ts'
import { directionOf } from '../words.ts'

type DcaBotPageProps = {
  botId: string
  /** The address of this page, to be copied. */
  link: string
  /** Takes another token in place. */
  tokenForm: ReactNode
}

/** One DCA bot: its figures, the orders of a deal, its settings in words and what has happened. */
export function DcaBotPage({ botId, link, tokenForm }: DcaBotPageProps) {
  const connection = useConnection()
  const { clock } = useService()
  const [beginning, setBeginning] = useState<Beginning>()
  const [isStopping, setStopping] = useState(false)
  // A signature opens this one too, so nothing is foreseen: the service says whether it minds.
  const { data: bot, error, dataUpdatedAt, refetch } = useQuery(dcaBotOf(botId))
  const problem = connection && tokenProblemOf(error, connection)
  const isUnknown = error?.failure.kind === 'refused' && error.failure.status === 404
  return (
    <Page
      title={bot?.name ?? 'DCA bot'}
      back={<BackLink to="/dca-bots" page="DCA bots" />}
      beside={
        bot && (
          <>
            <BotStatus status={bot.status} />
            <span className="text-ink-3">
              {[bot.pair, directionOf(bot), bot.exchange].filter(Boolean).join(' · ')}
            </span>
            <span className="max-sm:hidden">
              <CopyButton text={link} label="Copy link" isIcon size="small" />
            </span>
          </>
        )
      }
      actions={
        bot && <BotActions bot={bot} onBegin={setBeginning} onStop={() => setStopping(true)} />
      }
    >
      {problem && connection && <TokenNeeded problem={problem} tokenForm={tokenForm} />}
      {!bot && error && !problem && (
        <ErrorState
          title={
            isUnknown ? 'The service knows no such DCA bot.' : 'The DCA bot could not be loaded.'
          }
          onRetry={() => void refetch()}
        >
          {failureWords(error)}
        </ErrorState>
      )}
      {!bot && !error && <DcaBotSkeleton />}
      {bot && !problem && (
        <MayBeStale
          readAt={dataUpdatedAt + (clock.offset() ?? 0)}
          every={BOTS_EVERY}
          hasFailed={error !== null}
        >
          <DcaBotDetail bot={bot} />
        </MayBeStale>
      )}
      {bot && isStopping && (
        <StopSheet botId={botId} bot={bot} onClose={() => setStopping(false)} />
      )}
      {bot && beginning && (
        <BeginSheet
          key={beginning}
          what={beginning}
          botId={botId}
          bot={bot}
          onClose={() => setBeginning(undefined)}
        />
      )}
    </Page>
  )
}

type BotActionsProps = {
  bot: Read<DcaBot>
  onBegin: (what: Beginning) => void
  onStop: () => void
}

/** What the state of the bot leaves to be started and stopped, where the service lets it be. */
function BotActions({ bot, onBegin, onStop }: BotActionsProps) {
  const what = bot.status === 'running' ? 'deal' : 'bot'
  const { label, obstacle, endpoint } = START_ACTIONS[what]
  const block = useWriteBlock({ of: endpoint })
  const stopBlock = useWriteBlock({ of: stopDcaBot, passesPause: true })
  const canStart = useExtension(startDcaBot)
  const canOpen = useExtension(startDeal)
  const canStop = useExtension(stopDcaBot)
  const canBegin = what === 'deal' ? canOpen : canStart
  if (canBegin === undefined || canStop === undefined) return null
  const isStoppable = bot.status !== 'stopped' && bot.status !== 'completed'
  const missing = [!canBegin && 'starts', isStoppable && !canStop && 'stops'].filter(Boolean)
  return (
    <>
      {missing.length > 0 && (
        <span className="text-caption text-ink-3 max-sm:hidden">
          This service {missing.join(' and ')} no DCA bots
        </span>
      )}
      {canBegin && (
        <Button reason={block ?? obstacle(bot)} onClick={() => onBegin(what)}>
          {label}
        </Button>
      )}
      {canStop && isStoppable && (
        <span className="ml-3 flex items-center gap-2 border-l border-hairline-2 pl-6 max-sm:ml-0 max-sm:border-0 max-sm:pl-0">
          <Button look="danger-open" reason={stopBlock} onClick={onStop}>
            Stop bot
          </Button>
        </span>
      )}
    </>
  )
}
