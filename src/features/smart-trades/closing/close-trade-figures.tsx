import { currenciesOf } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import { Amount, Profit } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Side } from '#ui/side.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { profitUnit } from '../list/profit-total.tsx'
import { whyUnknown } from '../row-cells.tsx'
import { entryOf, nowOf, sideOf, type Trade } from '../trade-facts.ts'
import { openOf, tellsOpen } from './close-trade.ts'

/** How the trade stands at the moment it is ended. */
export function EndTradeFigures({ trade }: { trade: Trade }) {
  const { base = '', quote = '' } = currenciesOf(trade.pair)
  const side = sideOf(trade)
  const unit = profitUnit([trade])
  const open = openOf(trade)
  return (
    <SheetSection title="The trade now">
      <DefinitionList isLined>
        {side && (
          <Definition term="Side">
            <Side side={side} />
          </Definition>
        )}
        <Definition term="Still open">
          {open ? (
            <Amount value={open.units} unit={base} />
          ) : tellsOpen(trade) ? (
            'nothing'
          ) : (
            <UnknownValue reason="The service does not tell what was entered and closed." />
          )}
        </Definition>
        <Definition term="Entry">
          <Price value={entryOf(trade)} unit={quote} reason="The entry has no price yet." />
        </Definition>
        <Definition term="Last price">
          <Price value={nowOf(trade)} unit={quote} reason="The service sent no price." />
        </Definition>
        <Definition term={`Profit so far, ${unit.currency}`}>
          <Profit
            value={unit.of(trade)}
            percent={trade.profit?.percent ?? undefined}
            currency={unit.currency}
            reason={whyUnknown(trade)}
          />
        </Definition>
      </DefinitionList>
    </SheetSection>
  )
}
