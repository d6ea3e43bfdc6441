import type { DcaBot } from '#contract/dca-bots.ts'
import { useService } from '#query/service.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'

/** Messages for a charting platform. They contain the secret, so they are shown once. */
export function AlertText({ intent, bot }: { intent: string; bot: DcaBot | undefined }) {
  const secret = useService().sender.secretOf(intent)
  if (secret === undefined || bot?.id === undefined) return null
  return (
    <SheetSection title="Alert messages">
      <AlertMessages bot={bot} secret={secret} />
      <Note className="mt-2">
        Copy them now: they hold the secret, which is shown only when a bot is created or started.
      </Note>
      <Note className="mt-2">
        Keep {'{{timenow}}'}, the time of the alert: the same message with the same time counts
        once. With {'{{time}}'}, the start of the bar, a second alert in a bar would be ignored and
        a late one refused.
      </Note>
    </SheetSection>
  )
}

export function AlertMessages({ bot, secret }: { bot: DcaBot; secret: string }) {
  const [opens, closes] = alertTexts(bot.id, bot.strategy, secret)
  return (
    <>
      <p className="pb-1 text-ink-2">Opens a deal:</p>
      <CodeBlock label="Message that opens a deal" text={opens} canCopy />
      <p className="pt-2 pb-1 text-ink-2">Closes all deals:</p>
      <CodeBlock label="Message that closes all deals" text={closes} canCopy />
    </>
  )
}

export const alertTexts = (
  bot: string,
  strategy: DcaBot['strategy'],
  secret: string,
): [opens: string, closes: string] => {
  const text = (action: string) =>
    JSON.stringify({ bot_id: bot, secret, action, time: '{{timenow}}' })
  return [text(strategy === 'Short' ? 'sell' : 'buy'), text('close')]
}
