import { useState } from 'react'

import { SendingSheet } from '#forms/sending-sheet.tsx'
import { stopGridBot } from '#contract/grid-bots.ts'
import { accountWords } from '#market/names.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { Button } from '#ui/button.tsx'

import { BulkProgress } from './bulk-progress.tsx'
import { type BotToStop, BulkReview, ordersOfAll } from './bulk-review.tsx'
import { stopLabel } from './pending-words.ts'
import { isThrough } from './run-state.ts'
import type { RunView } from './use-run-view.ts'

type BulkStopSheetProps = {
  /** What is proposed. */
  bots: readonly BotToStop[]
  /** The run is to be looked at. One that is not through is shown whatever is proposed. */
  isRun: boolean
  view: RunView
  /** The bots are all that there are, not a selection. */
  isAll: boolean
  onBegun: () => void
  onClose: () => void
}

/** Stopping several bots: which, what it does, then each bot's own outcome. */
export function BulkStopSheet(props: BulkStopSheetProps) {
  const { bots, view, isAll, onBegun, onClose } = props
  const reason = useWriteBlock({ of: stopGridBot })
  const { run, rows, counts, isPaused } = view
  // One that comes through while it is looked at stays.
  const [isRunning, setRunning] = useState(props.isRun || !isThrough(counts))
  const close = () => {
    onClose()
    // Nothing is left to be looked at once every bot is stopped.
    if (isRunning && counts.stopped === rows.length) run.dismiss()
  }
  const shown = isRunning ? rows : bots
  return (
    <SendingSheet
      isOpen
      onClose={close}
      account={isRunning ? undefined : accountsOf(bots)}
      title={isRunning ? titleOf(view) : `Stop ${isAll ? 'all ' : ''}${botsOf(shown.length)}`}
      statement={isRunning ? 'Each bot has its own request and its own outcome.' : NOTHING_SENT}
      cancelLabel={isRunning ? 'Close' : 'Keep running'}
      action={
        isRunning ? (
          <RunAction view={view} reason={reason} />
        ) : (
          <span className="flex flex-col items-end gap-1 max-sm:items-stretch">
            <Button
              look="danger-final"
              size="large"
              reason={bots.length === 0 ? 'No bot of these is running.' : reason}
              onClick={() => {
                run.begin(bots)
                setRunning(true)
                onBegun()
              }}
            >
              {stopLabel(`Stop ${botsOf(bots.length)}`, ordersOfAll(bots), bots.length)}
            </Button>
          </span>
        )
      }
    >
      {isRunning ? (
        <BulkProgress
          rows={rows}
          counts={counts}
          isPaused={isPaused}
          reason={reason}
          onSendAgain={(ids) => run.sendAgain(ids)}
        />
      ) : (
        <BulkReview bots={bots} />
      )}
    </SendingSheet>
  )
}

const NOTHING_SENT = 'Nothing has been sent.'

/** Pause while it runs, go on when it stands, send to those that had none or whose end nobody knows. */
function RunAction({ view, reason }: { view: RunView; reason: string | undefined }) {
  const { run, rows, counts, isPaused } = view
  const left = rows
    .filter(({ state }) => state.kind === 'unknown' || state.kind === 'not sent')
    .map(({ botId }) => botId)
  if (counts.waiting > 0 && !isPaused) {
    return (
      <Button size="large" onClick={() => run.pause()}>
        Pause, {counts.waiting} to go
      </Button>
    )
  }
  if (counts.waiting > 0) {
    return (
      <Button look="danger-final" size="large" reason={reason} onClick={() => run.goOn()}>
        Go on, stop {botsOf(counts.waiting)}
      </Button>
    )
  }
  if (counts.sending > 0 || left.length === 0) return null
  return (
    <Button look="danger-open" size="large" reason={reason} onClick={() => run.sendAgain(left)}>
      {counts.unknown > 0
        ? `Send stop again to ${left.length} (safe)`
        : `Send stop to ${left.length}`}
    </Button>
  )
}

export const botsOf = (count: number): string => `${count} grid ${count === 1 ? 'bot' : 'bots'}`

function titleOf({ rows, counts }: RunView): string {
  return isThrough(counts)
    ? `Stopped ${counts.stopped} of ${botsOf(rows.length)}`
    : `Stopping ${botsOf(rows.length)}`
}

function accountsOf(bots: readonly BotToStop[]): string {
  const accounts = new Map(bots.map(({ bot }) => [bot?.account_id, bot?.account_name]))
  if (accounts.has(undefined)) return 'Accounts not told by the service'
  const [[id, name] = []] = [...accounts]
  return accounts.size === 1 && id !== undefined
    ? accountWords(name, id)
    : `${accounts.size} accounts`
}
