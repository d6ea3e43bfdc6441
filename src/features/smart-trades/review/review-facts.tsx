import { marketPriceOf } from '#contract/draft-rule.ts'
import { notableImpact } from '#contract/impact.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { Price } from '#market/price.tsx'
import { formatPercent } from '#money/format.ts'
import { splitPair } from '#trading/pair.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { costTerm, entryWords } from './review-words.ts'
import { Money } from '../ticket/ticket-receipt.tsx'
import type { Market } from '../ticket/use-market.ts'

type ReviewFactsProps = { body: SmartTradeDraft; preview: Preview; market: Market }

/** A position that is held already enters nowhere: it is worth the last price. */
const priceNow = ({ skip_enter_step: isHeld, position }: SmartTradeDraft, { view }: Market) =>
  marketPriceOf(isHeld ? undefined : position.type, view)

const NOW = { ask: 'Ask now', bid: 'Bid now', last: 'Last price' }

/** Size and price of the entry, and what it takes. */
export function ReviewFacts({ body, preview, market }: ReviewFactsProps) {
  const { base, quote } = splitPair(body.pair)
  const { position, leverage } = body
  const { conditional } = position
  const isAtMarket = position.order_type === 'market' && !position.price?.value
  const now = isAtMarket ? priceNow(body, market) : undefined
  const impact = now && notableImpact(preview.units, market.view.book ?? {})
  const taken = preview.needs?.currency === 'base' ? base : quote
  return (
    <SheetSection>
      <DefinitionList isLined>
        <Definition term="Units">
          <Amount value={position.units.value} unit={base} hasUnitSlot className="font-medium" />
        </Definition>
        {position.order_type === 'conditional' && (
          <Definition term={`Trigger, ${conditional?.price?.type ?? 'last'} price`}>
            <span className="font-medium">
              <Price isExact value={conditional?.price?.value} unit={quote} />
            </span>
          </Definition>
        )}
        {!(position.order_type === 'conditional' && conditional?.order_type !== 'limit') && (
          <Definition term={`${now ? NOW[now.type] : 'Price'}, ${entryWords(body)}`}>
            <span className="font-medium">
              <Price
                isExact={!isAtMarket}
                value={isAtMarket ? now?.price : position.price?.value}
                unit={quote}
                reason="The service names no price for this pair."
              />
            </span>
          </Definition>
        )}
        {impact && (
          <Definition term="Price impact">{formatPercent(impact, { places: 2 })}</Definition>
        )}
        <Definition term={isAtMarket ? 'Total, about' : 'Total'}>
          <span className="font-medium">
            <Money amount={preview.total} currency={quote} />
          </span>
        </Definition>
        {leverage?.enabled && (
          <Definition term="Leverage">
            {leverage.value ?? 1} times, {leverage.type ?? 'cross'}
          </Definition>
        )}
        <Definition term={costTerm(body, preview.needs?.currency)}>
          <Money amount={preview.needs?.amount} currency={taken} />
        </Definition>
      </DefinitionList>
    </SheetSection>
  )
}
