import { type GridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { useSend } from '#query/use-send.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { can } from '#trading/allowed.ts'
import { Button } from '#ui/button.tsx'

import { BotSheet, isOver } from '../bot-sheet.tsx'
import { pendingOrders } from '../bot/rungs.ts'
import { stopLabel } from './pending-words.ts'
import { StopOutcome } from './stop-outcome.tsx'
import { StopReview } from './stop-review.tsx'

type StopSheetProps = {
  /** Nothing is open without one. */
  botId: number | undefined
  /** The bot as it is read; a service without a list tells nothing. */
  bot: Read<GridBot> | undefined
  onClose: () => void
}

/** Everything about stopping one bot: what it does, the request, and what became of it. */
export function StopSheet({ botId, bot, onClose }: StopSheetProps) {
  // A bot's sheet begins anew with the next bot.
  return botId === undefined ? null : (
    <OpenStopSheet key={botId} botId={botId} bot={bot} onClose={onClose} />
  )
}

function OpenStopSheet({ botId, bot, onClose }: StopSheetProps & { botId: number }) {
  const obstacle = bot && can.stopGridBot(bot)
  const reason = useWriteBlock({ of: stopGridBot }) ?? obstacle
  const request = { params: { id: botId } }
  const { send, sendAgain, intent } = useSend(stopGridBot, request)
  const outcome = intent?.outcome
  const told = bot ?? (outcome?.kind === 'placed' ? outcome.answer : undefined)
  const name = told?.name ?? `grid bot ${botId}`
  return (
    <BotSheet
      botId={botId}
      bot={bot}
      title={outcome?.kind === 'placed' ? `Stopped ${name}` : `Stop ${name}`}
      outcome={outcome}
      done="The service has stopped it."
      leaveLabel="Keep running"
      action={
        <Button
          look="danger-final"
          size="large"
          reason={reason}
          isSending={outcome?.kind === 'sending'}
          onClick={() => send(request)}
        >
          {stopLabel('Stop bot', bot && pendingOrders(bot), 1)}
        </Button>
      }
      onClose={onClose}
    >
      {intent && <StopOutcome botId={botId} stop={intent} onSendAgain={() => sendAgain(request)} />}
      {!isOver(outcome) && <StopReview botId={botId} bot={bot} />}
    </BotSheet>
  )
}
