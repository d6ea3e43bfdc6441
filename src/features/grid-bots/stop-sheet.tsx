import { type GridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { useMode } from '#query/use-mode.ts'
import { useSend } from '#query/use-send.ts'
import { can } from '#trading/allowed.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'

import { accountWords } from './account-words.ts'
import { pendingOrders } from './rungs.ts'
import { StopOutcome } from './stop-outcome.tsx'
import { StopReview } from './stop-review.tsx'
import { useStopBlock } from './use-stop-block.ts'

type StopSheetProps = {
  /** Nothing is open without one. */
  botId: number | undefined
  /** What the service told of the bot; a service without a list tells nothing. */
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
  const mode = useMode()
  const obstacle = bot && can.stopGridBot(bot)
  const reason = useStopBlock() ?? obstacle
  const request = { params: { id: botId } }
  const { send, sendAgain, intent } = useSend(stopGridBot, request)
  const outcome = intent?.outcome
  const stop = () => send(request)

  const name = bot?.name ?? `grid bot ${botId}`
  const isOver = outcome?.kind === 'placed' || outcome?.kind === 'unknown'
  return (
    <Sheet
      isOpen
      onClose={onClose}
      width="stop"
      isReal={mode === 'REAL'}
      isHeld={outcome?.kind === 'sending'}
      context={
        <>
          <Badge mode={mode === 'REAL' ? 'real' : 'paper'} />
          <span className="truncate">{accountOf(bot)}</span>
        </>
      }
      title={outcome?.kind === 'placed' ? `Stopped ${name}` : `Stop ${name}`}
      statement={`Bot ${botId}. ${STATEMENTS[outcome?.kind ?? 'nothing']}`}
      cancelLabel={isOver ? 'Close' : 'Keep running'}
      action={
        isOver ? undefined : (
          <span className="flex flex-col items-end gap-1 max-sm:items-stretch">
            <Button
              look="danger-final"
              size="large"
              reason={reason}
              isSending={outcome?.kind === 'sending'}
              onClick={stop}
            >
              {actionLabel(bot)}
            </Button>
          </span>
        )
      }
    >
      {intent && <StopOutcome botId={botId} stop={intent} onSendAgain={() => sendAgain(request)} />}
      {!isOver && <StopReview botId={botId} bot={bot} />}
    </Sheet>
  )
}

const STATEMENTS = {
  nothing: 'Nothing has been sent.',
  sending: 'Sent once, waiting for the answer.',
  placed: 'The service has stopped it.',
  refused: 'The service said no. Nothing was changed.',
  unknown: 'No answer came.',
} as const

function accountOf(bot: Read<GridBot> | undefined): string {
  if (bot?.account_id === undefined) return 'Account not told by the service'
  return accountWords(bot.account_name, bot.account_id)
}

function actionLabel(bot: Read<GridBot> | undefined): string {
  if (bot?.grid_lines === undefined) return 'Stop bot, cancel its orders'
  const { buys, sells } = pendingOrders(bot)
  const orders = buys + sells
  if (orders === 0) return 'Stop bot'
  return `Stop bot, cancel ${orders} ${orders === 1 ? 'order' : 'orders'}`
}
