import { SendingSheet } from '#forms/sending-sheet.tsx'
import { useService } from '#query/service.tsx'
import { useMode } from '#query/use-mode.tsx'
import { toSlashPair } from '#trading/pair.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { NotSent } from '#ui/not-sent.tsx'
import { useReading } from '#ui/reading.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { consequencesOf, WAY_ENDPOINTS, WAY_NAMES, type WayOut } from './end-trade.ts'
import { EndTradeFigures } from './end-trade-figures.tsx'
import { EndTradeOutcome } from './end-trade-outcome.tsx'
import { type Trade } from '../trade-facts.ts'
import { useEnding } from './use-ending.ts'
import { useWaysOut } from './use-ways-out.ts'

type EndTradeSheetProps = { trade: Trade; id: number; way: WayOut; onClose: () => void }

/** Ending a trade by hand: whose it is, what happens then, the request, and what became of it. */
export function EndTradeSheet({ trade: listed, id, way, onClose }: EndTradeSheetProps) {
  const { client } = useService()
  const mode = useMode()
  const { areAmountsHidden } = useReading()
  const { trade, intent, isSending, isVoid, end, endAgain } = useEnding(listed, id, way)
  const offered = useWaysOut()(trade).find((one) => one.way === way)
  const kind = intent?.outcome.kind
  const isOver = kind === 'placed' || kind === 'unknown'
  const { method, target } = client.prepare(WAY_ENDPOINTS[way], { params: { id } })
  const name = trade.pair === undefined ? `SmartTrade ${id}` : toSlashPair(trade.pair)
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      width="stop"
      isHeld={isSending}
      account={trade.account?.name ?? 'Account not told'}
      title={way === 'close' ? `Close ${name} at market` : `Cancel ${name}`}
      statement={`SmartTrade ${id}. ${STATEMENTS[kind ?? 'none']}`}
      cancelLabel={isOver ? 'Close' : 'Keep the trade'}
      action={
        !isOver && (
          <Button
            look="danger-final"
            size="large"
            reason={kind === undefined ? offered?.reason : undefined}
            isSending={isSending}
            onClick={end}
          >
            {WAY_NAMES[way]}
            {isVoid !== undefined && ' anyway'}
            {mode === 'REAL' && ', real money'}
          </Button>
        )
      }
    >
      {intent && <EndTradeOutcome id={id} way={way} intent={intent} onSendAgain={endAgain} />}
      {!isOver && (
        <>
          {!intent && <NotSent because={isVoid} />}
          <SheetSection title="What happens">
            <ul className="grid list-disc gap-1 pl-4 marker:text-ink-3">
              {consequencesOf(way, trade, areAmountsHidden).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </SheetSection>
          <EndTradeFigures trade={trade} />
          <SheetSection title="Request">
            <CodeBlock label="Request" text={`${method} ${target}`} />
            <p className="mt-1.5 text-caption text-ink-3">
              Signed and sent once. If no answer comes, it is not sent again by itself.
            </p>
          </SheetSection>
        </>
      )}
    </SendingSheet>
  )
}

const STATEMENTS = {
  none: 'Nothing has been sent.',
  sending: 'Sent once, waiting for the answer.',
  placed: 'The service has taken it.',
  refused: 'The service said no. Nothing was changed.',
  unsent: 'Nothing has been sent.',
  unknown: 'No answer came.',
} as const
