import { useState } from 'react'

import { createDcaBot, type DcaBotDraft } from '#contract/dca-bots.ts'
import { toText } from '#money/decimal.ts'
import type { Figures } from '#query/fresh-figures.ts'
import { useService } from '#query/service.tsx'
import { useFreshFigures } from '#query/use-fresh-figures.ts'
import { useMode } from '#query/use-mode.ts'
import type { Sent } from '#query/use-send.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'
import { Amount } from '#ui/amount.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { NotSent } from '#ui/not-sent.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'
import { Age } from '#ui/time.tsx'

import { CreateOutcome } from './create-outcome.tsx'
import { DcaSettings } from '../dca-settings.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { InPlainWords } from '../in-plain-words.tsx'
import { botOf } from './new-bot.ts'
import { whatMoved } from './price-moved.ts'
import { directionOf } from '../words.ts'

type CreateSheetProps = {
  draft: DcaBotDraft
  place: Figures<DcaPlace>
  accountName: string | undefined
  intent: Sent<typeof createDcaBot> | undefined
  onSend: (price: string | undefined) => void
  onClose: () => void
}

/** The bot read back from the bytes of its request, what it may use, and what became of it. */
export function CreateSheet(props: CreateSheetProps) {
  const { draft, place, accountName, intent, onSend, onClose } = props
  const { client } = useService()
  const mode = useMode()
  const [price, setPrice] = useState(place.now.price)
  const fresh = useFreshFigures({
    figures: place,
    whatMoved: (now) => whatMoved(draft, price, now),
    send: (now) => onSend(now.price && toText(now.price)),
  })
  const { method, target, body } = client.prepare(createDcaBot, { body: draft })
  const request = JSON.parse(body) as Record<string, unknown>
  const bot = botOf(request)
  const kind = intent?.outcome.kind
  const isSending = kind === 'sending' || fresh.isReading
  const isOver = kind !== undefined && kind !== 'sending' && kind !== 'refused'
  const reviewAgain = () => {
    setPrice(place.now.price)
    fresh.leave()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isReal={mode === 'REAL'}
      isHeld={isSending}
      context={
        <>
          <Badge mode={mode === 'REAL' ? 'real' : 'paper'} />
          <span className="truncate">{accountName ?? draft.connection_id}</span>
        </>
      }
      title={kind === 'placed' ? 'DCA bot made' : `Make ${bot.name ?? 'a DCA bot'}`}
      statement={STATEMENTS[kind ?? 'nothing']}
      cancelLabel={isOver ? 'Close' : 'Back'}
      action={
        isOver ? undefined : fresh.isVoid ? (
          <Button look="primary" size="large" onClick={reviewAgain}>
            Review again
          </Button>
        ) : (
          <Button look="primary" size="large" isSending={isSending} onClick={fresh.send}>
            Make and start DCA bot
          </Button>
        )
      }
    >
      {intent && <CreateOutcome intent={intent} />}
      {!isOver && (
        <>
          <NotSent because={fresh.isVoid} />
          <InPlainWords bot={bot} />
          <p className="pt-1 text-caption text-ink-3">
            {[bot.pair, directionOf(bot)].join(' · ')}
            {price && place.readAt !== undefined && (
              <>
                {' '}
                · last price <Amount value={place.now.price} isPrice minPlaces={2} />,{' '}
                <Age at={place.readAt} />
              </>
            )}
          </p>
          <FundsAndFree bot={bot} />
          <DcaSettings bot={bot} members={Object.keys(request)} />
          <SheetSection title="Request">
            <CodeBlock label="Request" text={`${method} ${target}\n${body}`} />
            <p className="mt-1.5 text-caption text-ink-3">Signed and sent once.</p>
          </SheetSection>
        </>
      )}
    </Sheet>
  )
}

const STATEMENTS = {
  nothing: 'Read back from the request that will be signed. Nothing has been sent.',
  sending: 'Sent once, waiting for the answer.',
  placed: 'The service has made and started it.',
  refused: 'The service said no. Nothing was made.',
  unknown: 'No certain answer came.',
  twice: 'It was delivered twice.',
} as const
