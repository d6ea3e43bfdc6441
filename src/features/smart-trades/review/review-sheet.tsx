import * as z from 'zod/mini'

import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { typeOfTrade } from '#contract/smart-trade-type.ts'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { useMode } from '#query/use-mode.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { splitPair } from '#trading/pair.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { NotSent } from '#ui/not-sent.tsx'
import { ReadingContext, useReading } from '#ui/reading.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { ReviewExits } from './review-exits.tsx'
import { ReviewFacts } from './review-facts.tsx'
import { ReviewNotes } from './review-notes.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { titleOf } from './review-words.ts'
import type { Review, Reviewed } from './use-review.ts'

/** The order as it will go out, read back from its own bytes, and afterwards what became of it. */
export function ReviewSheet({ review }: { review: Review }) {
  const { reviewed, isVoid, isOpen, isSending, intent, close, place } = review
  const mode = useMode()
  const block = useWriteBlock()
  if (!reviewed) return null
  const body = z.decode(smartTradeDraft, JSON.parse(reviewed.prepared.body) as never)
  const kind = intent?.outcome.kind
  const hasEnded = kind !== undefined && kind !== 'sending'
  return (
    <SendingSheet
      isOpen={isOpen}
      onClose={close}
      isHeld={isSending}
      title={titleOf(typeOfTrade(body), splitPair(body.pair))}
      account={`${reviewed.account?.name ?? 'Account'}, account ${body.account_id}`}
      beside={
        <span className="flex-none text-caption text-ink-3 max-sm:hidden">
          {new URL(reviewed.prepared.url).host}
        </span>
      }
      statement={
        hasEnded
          ? undefined
          : 'Read back from the request that will be signed. Nothing has been sent.'
      }
      cancelLabel={CANCEL_WORDS[kind ?? 'none']}
      action={
        !hasEnded &&
        (isVoid ? (
          <Button look="primary" size="large" onClick={review.startAgain}>
            Review again
          </Button>
        ) : (
          <Button
            look="primary"
            size="large"
            className="min-w-50"
            reason={block}
            isSending={isSending}
            onClick={place}
          >
            {mode === 'REAL' ? 'Place trade, real money' : 'Place paper trade'}
          </Button>
        ))
      }
    >
      {hasEnded && intent ? (
        <OrderOutcome review={review} intent={intent} />
      ) : (
        <>
          <NotSent because={isVoid} />
          <ReviewBody reviewed={reviewed} body={body} />
        </>
      )}
    </SendingSheet>
  )
}

const CANCEL_WORDS = {
  none: 'Cancel',
  sending: 'Cancel',
  placed: 'Close',
  refused: 'Back to the ticket',
  unknown: 'Close',
  unsent: 'Back to the ticket',
  duplicated: 'Close',
}

type ReviewBodyProps = { reviewed: Reviewed; body: z.output<typeof smartTradeDraft> }

function ReviewBody({ reviewed, body }: ReviewBodyProps) {
  const { prepared, market, left } = reviewed
  const reading = useReading()
  const preview = previewSmartTrade(body, market.view)
  const bytes = new TextEncoder().encode(prepared.body).length
  return (
    <>
      {/* What goes out is read whole, as in its request below; balance and results stay hidden. */}
      <ReadingContext value={{ ...reading, areAmountsHidden: false }}>
        <ReviewFacts body={body} preview={preview} market={market} />
      </ReadingContext>
      <ReviewExits body={body} preview={preview} />
      <ReviewNotes body={body} preview={preview} market={market} left={left} />
      <SheetSection>
        <div className="mb-1 flex items-baseline justify-between gap-3">
          <h2 className="font-semibold">Request</h2>
          <span className="text-caption text-ink-3">
            {prepared.method} <span className="sm:hidden">{new URL(prepared.url).host}</span>
            {prepared.target}, {bytes} bytes
          </span>
        </div>
        <CodeBlock label="Request" text={prepared.body} canCopy />
      </SheetSection>
    </>
  )
}
