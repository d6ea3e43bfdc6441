import { type DcaBotDetail, receiveSignal } from '#contract/dca-bots.ts'
import { isAnsweredHere } from '#in-page/own-address.ts'
import { useDialectWords } from '#query/why-not-offered.ts'
import { useConnection } from '#session/use-session.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'

import { AlertMessages } from '../alert-text.tsx'
import { webhookAddress } from '../strategies/condition-options.tsx'
import { EventLine, eventsOf, sentEvents } from './event-list.tsx'

const SHOWN = 10

/** Address and messages for a charting platform, and the last signals that arrived. */
export function Signals({ bot }: { bot: DcaBotDetail }) {
  const connection = useConnection()
  const { whyNot } = useDialectWords()
  if (bot.start_condition !== 'charting_signal' || !connection || whyNot.receiveSignal) return null
  if (isAnsweredHere(connection.baseUrl)) {
    return (
      <Section title="Signals">
        <Note>This service runs in the page, so no charting platform can reach it.</Note>
      </Section>
    )
  }
  const received = eventsOf(sentEvents(bot), '')
    .filter(({ type }) => type.startsWith('signal'))
    .slice(0, SHOWN)
  return (
    <Section title="Signals" caption="from a charting platform">
      <p className="pb-1 text-ink-2">Address, for a platform that reaches it:</p>
      <CodeBlock
        label="Webhook address"
        text={webhookAddress(receiveSignal.path, connection.baseUrl)}
        canCopy
      />
      <div className="pt-2">
        <AlertMessages bot={bot} secret="SECRET" />
      </div>
      <p className="py-2 text-caption text-ink-3">
        For SECRET, put the bot’s secret, shown when the bot is created or started. The same message
        with the same time counts once. To test, close all deals while none is open: the signal
        appears below and trades nothing.
      </p>
      {received.length === 0 ? (
        <p className="text-ink-2">No signal received yet.</p>
      ) : (
        <ol className="pl-0.75" aria-label={`Last ${SHOWN} signals`}>
          {received.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Section>
  )
}
