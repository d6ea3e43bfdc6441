import { useQuery } from '@tanstack/react-query'

import { getSmartTrade } from '#contract/smart-trades.ts'
import { NotDone } from '#forms/not-done.tsx'
import { useExtension } from '#query/use-extension.ts'
import type { Sent } from '#query/use-send.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Time } from '#ui/time.tsx'

import { WAY_ENDPOINTS, WAY_NAMES, type WayOut } from './end-trade.ts'
import { smartTradeOf } from '../queries.ts'
import { isClosed, statusTitle } from '../trade-facts.ts'

type Ending = Sent<(typeof WAY_ENDPOINTS)[WayOut]>
type EndTradeOutcomeProps = { id: number; way: WayOut; intent: Ending; onSendAgain: () => void }

/** What became of it: the service's own word for the trade, its refusal, or that nobody knows. */
export function EndTradeOutcome({ id, way, intent, onSendAgain }: EndTradeOutcomeProps) {
  const { outcome, endedAt } = intent
  if (outcome.kind === 'placed') {
    return (
      <div role="status" className="py-4">
        <p className="flex items-center gap-2 text-lead font-semibold">
          <CheckIcon size={14} />
          Taken at <Time at={endedAt} style="clock" />
        </p>
        <p className="mt-1.5 text-ink-2">
          {outcome.isFound && 'No usable answer came. It was found by reading the trade again. '}
          {statusTitle(outcome.answer.status) === undefined
            ? 'The service did not say how the trade stands now.'
            : `The trade is now “${statusTitle(outcome.answer.status)}”.`}{' '}
          What it comes to stands in the list as soon as the exchange has done it.
        </p>
      </div>
    )
  }
  if (outcome.kind === 'refused' || outcome.kind === 'unsent') {
    return <NotDone outcome={outcome} at={endedAt} title="Refused. The trade goes on as it was." />
  }
  return outcome.kind === 'unknown' ? (
    <EndingUnknown id={id} way={way} intent={intent} onSendAgain={onSendAgain} />
  ) : null
}

const REREAD = 5_000

/** Read again where the service gives a trade by its number; a trade is ended only once. */
function EndingUnknown({ id, way, intent, onSendAgain }: EndTradeOutcomeProps) {
  const block = useWriteBlock({ of: WAY_ENDPOINTS[way] })
  const canRead = useExtension(getSmartTrade) === true
  const { data: trade, dataUpdatedAt } = useQuery({
    ...smartTradeOf(id),
    enabled: canRead,
    refetchInterval: REREAD,
  })
  const isReadAfter = dataUpdatedAt > intent.sentAt
  const isOver = isReadAfter && trade !== undefined && isClosed(trade)
  return (
    <ErrorState
      kind="unknown"
      title={isOver ? 'The trade is over.' : 'Outcome unknown. It may have been taken.'}
      actions={
        !isOver && (
          <Button reason={block} onClick={onSendAgain}>
            {WAY_NAMES[way]} again (safe)
          </Button>
        )
      }
      next={
        isOver ? undefined : 'Sending it again is safe: a trade that has ended is left as it is.'
      }
    >
      <p>
        {intent.outcome.kind === 'unknown' && intent.outcome.error.message}{' '}
        {isReadAfter && trade
          ? `Read again, the trade is “${statusTitle(trade.status) ?? 'without a status'}”.`
          : canRead
            ? 'The trade is being read again.'
            : 'This service does not give a trade by its number; look for it in the list.'}
      </p>
    </ErrorState>
  )
}
