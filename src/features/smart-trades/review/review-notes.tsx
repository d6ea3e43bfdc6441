import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { Price } from '#market/price.tsx'
import { formatAmount } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { splitPair } from '#trading/pair.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Note } from '#ui/note.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Age } from '#ui/time.tsx'

import { notesOf } from './review-words.ts'
import { Money } from '../ticket/ticket-receipt.tsx'
import type { Market } from '../ticket/use-market.ts'

type ReviewNotesProps = {
  body: SmartTradeDraft
  preview: Preview
  market: Market
  left: readonly string[]
}

/** What the figures rest on, and what they do not say. */
export function ReviewNotes({ body, preview, market, left }: ReviewNotesProps) {
  const { base, quote } = splitPair(body.pair)
  const { freeAfter, needs } = preview
  const { areAmountsHidden } = useDisplayPreferences()
  const taken = needs?.currency === 'base' ? base : quote
  const free = needs && market.view.free?.[needs.currency]
  return (
    <SheetSection>
      <DefinitionList isTight>
        <Definition term="Last price">
          <Price
            value={market.view.price}
            unit={quote}
            reason="The service names no price for this pair."
          />
          {market.priceAt !== undefined && (
            <span className="text-ink-3">
              , <Age at={market.priceAt} />
            </span>
          )}
        </Definition>
        {free && freeAfter && (
          <Definition
            term={
              areAmountsHidden
                ? 'Free after'
                : `Free after, of ${formatAmount(free, { places: moneyPlaces(taken, free) })}`
            }
          >
            <Money amount={freeAfter} currency={taken} />
          </Definition>
        )}
        {body.note && (
          <Definition term="Note">
            <span className="whitespace-pre-line">{body.note}</span>
          </Definition>
        )}
      </DefinitionList>
      {notesOf(body, left, preview).map((note) => (
        <Note key={note} tone="caution" className="mt-2">
          {note}
        </Note>
      ))}
    </SheetSection>
  )
}
