import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { type DcaBot, startDcaBot, startDeal } from '#contract/dca-bots.ts'
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

import { type Beginning, BEGINNINGS, BeginSheet } from './begin-sheet.tsx'
import { BotStatus } from '../bot-status.tsx'
import { DcaBotDetail, DcaBotSkeleton } from './dca-bot-detail.tsx'
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
      actions={bot && <Beginnings bot={bot} onBegin={setBeginning} />}
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
          failure={error ? failureWords(error) : undefined}
          onRefresh={() => void refetch()}
        >
          <DcaBotDetail bot={bot} />
        </MayBeStale>
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

type BeginningsProps = { bot: Read<DcaBot>; onBegin: (what: Beginning) => void }

/** What the state of the bot leaves to be started, where the service lets it be. */
function Beginnings({ bot, onBegin }: BeginningsProps) {
  const block = useWriteBlock()
  const canStart = useExtension(startDcaBot)
  const canOpen = useExtension(startDeal)
  const what = bot.status === 'running' ? 'deal' : 'bot'
  const isOffered = what === 'deal' ? canOpen : canStart
  if (isOffered === undefined) return null
  if (!isOffered) {
    return (
      <span className="text-caption text-ink-3 max-sm:hidden">
        This service starts and stops no DCA bots
      </span>
    )
  }
  const { label, obstacle } = BEGINNINGS[what]
  return (
    <Button reason={block ?? obstacle(bot)} onClick={() => onBegin(what)}>
      {label}
    </Button>
  )
}
