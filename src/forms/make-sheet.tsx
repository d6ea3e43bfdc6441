import { type ReactNode, useState } from 'react'

import { type Decimal, toText } from '#money/decimal.ts'
import type { Figures } from '#query/fresh-figures.ts'
import { useFreshFigures } from '#query/use-fresh-figures.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { NotSent } from '#ui/not-sent.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { MakeOutcome, type Making } from './make-outcome.tsx'
import { SendingSheet } from './sending-sheet.tsx'

type MakeSheetProps<Id, Market extends { price?: Decimal | undefined }> = {
  /** "grid bot": what is made. */
  thing: string
  title: string
  account: string
  market: Figures<Market>
  /** What another market does to what was reviewed at a price, as a sentence. */
  whatMoved: (from: Decimal | undefined, now: Market) => string | undefined
  /** The bytes that will be signed. */
  request: { method: string; target: string; body: string }
  /** What is to be known of sending them. */
  requestNote: string
  intent: Making<Id> | undefined
  linkTo: (id: Id, name: string | undefined) => ReactNode
  /** What only the answer tells. */
  told?: ReactNode
  onSend: (price: string | undefined) => void
  onClose: () => void
  /** What will be made. */
  children: ReactNode
}

/** Something that is to be made, with the bytes of its request, and what became of it. */
export function MakeSheet<Id, Market extends { price?: Decimal | undefined }>(
  props: MakeSheetProps<Id, Market>,
) {
  const { thing, title, account, market, request, intent } = props
  const block = useWriteBlock()
  const [price, setPrice] = useState(market.now.price)
  const fresh = useFreshFigures({
    figures: market,
    whatMoved: (now) => props.whatMoved(price, now),
    send: (now) => props.onSend(now.price && toText(now.price)),
  })
  const kind = intent?.outcome.kind
  const isSending = kind === 'sending' || fresh.isReading
  const isOver = kind === 'placed' || kind === 'unknown' || kind === 'duplicated'
  const reviewAgain = () => {
    setPrice(market.now.price)
    fresh.leave()
  }
  return (
    <SendingSheet
      isOpen
      onClose={props.onClose}
      isHeld={isSending}
      account={account}
      title={title}
      statement={STATEMENTS[kind ?? 'nothing']}
      cancelLabel={isOver ? 'Close' : 'Back'}
      action={
        isOver ? undefined : fresh.isVoid ? (
          <Button look="primary" size="large" onClick={reviewAgain}>
            Review again
          </Button>
        ) : (
          <Button
            look="primary"
            size="large"
            reason={block}
            isSending={isSending}
            onClick={fresh.send}
          >
            Make and start {thing}
          </Button>
        )
      }
    >
      {intent && <MakeOutcome intent={intent} linkTo={props.linkTo} />}
      {props.told}
      {!isOver && (
        <>
          <NotSent because={fresh.isVoid} />
          {props.children}
          <SheetSection title="Request">
            <CodeBlock
              label="Request"
              text={`${request.method} ${request.target}\n${request.body}`}
            />
            <p className="mt-1.5 text-caption text-ink-3">{props.requestNote}</p>
          </SheetSection>
        </>
      )}
    </SendingSheet>
  )
}

const STATEMENTS = {
  nothing: 'Nothing has been sent.',
  sending: 'Sent once, waiting for the answer.',
  placed: 'The service has made and started it.',
  refused: 'The service said no. Nothing was made.',
  unsent: 'Nothing has been sent from here.',
  unknown: 'No certain answer came.',
  duplicated: 'It was delivered more than once.',
} as const
