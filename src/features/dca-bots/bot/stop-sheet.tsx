import { useState } from 'react'

import { type DcaBot, type DealsAtStop, stopDcaBot } from '#contract/dca-bots.ts'
import type { Read } from '#contract/read.ts'
import { useWrite } from '#forms/use-write.ts'
import { WriteSheet } from '#forms/write-sheet.tsx'
import { usePrepared, useSending } from '#query/use-sending.ts'
import { can } from '#trading/allowed.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Note } from '#ui/note.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { BotStatus } from '../bot-status.tsx'
import { exposureOf } from '../exposure.ts'

type StopSheetProps = { botId: string; bot: Read<DcaBot>; onClose: () => void }

const DEALS: { value: DealsAtStop; label: string }[] = [
  { value: 'leave', label: 'Leave open deals' },
  { value: 'close', label: 'Close at market' },
]

/** Stopping a DCA bot: what becomes of its open deals, the request, and what became of it. */
export function StopSheet({ botId, bot, onClose }: StopSheetProps) {
  const [chosen, setChosen] = useState<DealsAtStop>('leave')
  const requests = {
    leave: usePrepared(stopDcaBot, { params: { id: botId }, body: { deals: 'leave' } }),
    close: usePrepared(stopDcaBot, { params: { id: botId }, body: { deals: 'close' } }),
  }
  const sending = useSending<typeof stopDcaBot>(requests.leave, requests.close)
  const outcome = sending.intent?.outcome
  const hasLeft = outcome !== undefined && outcome.kind !== 'refused' && outcome.kind !== 'unsent'
  // What was sent stays what it was, also for a sheet that is opened again.
  const sent = sending.intent?.body === requests.close.body ? 'close' : 'leave'
  const deals = hasLeft ? sent : chosen
  const open = bot.active_trades
  const closesDeals = deals === 'close' && open !== 0
  const write = useWrite({
    prepared: requests[deals],
    sending,
    // What else has stopped it may have left its deals open.
    obstacle: closesDeals ? undefined : can.stopDcaBot(bot),
  })
  const name = bot.name ?? 'DCA bot'
  const isStopped = bot.status === 'stopped'
  return (
    <WriteSheet
      write={write}
      width="stop"
      look="danger-final"
      account={[bot.exchange, bot.pair].filter(Boolean).join(' · ')}
      title={outcome?.kind === 'placed' ? `Stopped ${name}` : `Stop ${name}`}
      words={{
        act: closesDeals ? `Stop bot, close ${dealCount(open)}` : 'Stop bot',
        anyway: 'Stop anyway',
        leave: 'Keep running',
        done: 'Stopped at',
        accepted: 'The service has stopped it.',
        refused: 'The bot was not stopped.',
        unknown: 'It may be stopped.',
        asked: deals === 'close' ? 'stop the bot and close its deals' : 'stop the bot',
      }}
      review={
        <>
          <SheetSection title="What happens">
            <p>The bot opens no further deal. It can be started again from its page.</p>
          </SheetSection>
          <SheetSection title="Open deals">
            <Segmented
              label="Open deals"
              size="tall"
              value={deals}
              options={DEALS}
              onChange={setChosen}
            />
            <p className="pt-2">{dealWords(deals, open)}</p>
            <DefinitionList isTight className="pt-1">
              <Definition term="Deals open">{open ?? 'not told by the service'}</Definition>
              <Definition term="In use, at most">
                <Amount
                  value={exposureOf(bot)?.now}
                  currency={bot.quote_currency ?? ''}
                  unit={bot.quote_currency}
                  reason="Its settings or its open deals are not told."
                />
              </Definition>
            </DefinitionList>
          </SheetSection>
          {closesDeals && (
            <Note tone="caution" className="mt-1.5 mb-2.5">
              Market orders at whatever price they find. It cannot be undone.
            </Note>
          )}
        </>
      }
      placed={
        outcome?.kind === 'placed' && (
          <SheetSection title="The bot as the service returned it">
            <DefinitionList isLined>
              <Definition term="State">
                <BotStatus status={outcome.answer.status} />
              </Definition>
              <Definition term="Deals open">{outcome.answer.active_trades ?? '—'}</Definition>
              <Definition term="Total profit">
                <Amount
                  value={outcome.answer.total_profit}
                  signed
                  minPlaces={2}
                  unit={outcome.answer.quote_currency}
                />
              </Definition>
            </DefinitionList>
          </SheetSection>
        )
      }
      reading={{
        at: undefined,
        words: readingWords(isStopped, closesDeals, open),
        isDone: isStopped && !closesDeals ? 'The bot is stopped.' : undefined,
      }}
      again={{
        label: 'Send stop again (safe)',
        next: closesDeals
          ? 'Sending it again is safe: it closes what is still open, and nothing twice.'
          : 'Sending it again is safe: stopping a bot that is stopped changes nothing.',
      }}
      onClose={onClose}
    />
  )
}

function readingWords(isStopped: boolean, closesDeals: boolean, open: number | undefined): string {
  if (!isStopped) return 'Its page is read again by itself and shows whether it runs.'
  return closesDeals
    ? `Read again: the bot is stopped. Deals open: ${open ?? 'not told by the service'}.`
    : 'Read again: the bot is stopped.'
}

const dealCount = (open: number | undefined): string =>
  open === undefined ? 'its deals' : `${open} ${open === 1 ? 'deal' : 'deals'}`

/** What becomes of the open deals, as sentences. */
function dealWords(deals: DealsAtStop, open: number | undefined): string {
  if (open === 0) return 'No deal is open.'
  return deals === 'close'
    ? 'Every open deal is closed at the market at once, and its orders are cancelled.'
    : 'Open deals go on: their safety orders, targets and stops stay in place.'
}
