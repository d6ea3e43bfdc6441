import type { GridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Section } from '#ui/page.tsx'

import { currenciesOf } from '../currencies.ts'
import { pendingOrders } from './rungs.ts'

/** What the pending orders hold, added up from the lines. */
export function FundsInOrders({ bot }: { bot: Read<GridBot> }) {
  const pair = currenciesOf(bot)
  const { buys, sells, inBuys, inSells, together } = pendingOrders(bot)
  const reason = 'The service did not say how large the orders are.'
  return (
    <Section title="Funds in orders">
      <div className="border-t border-hairline-2">
        <DefinitionList isLined isTight>
          <Definition term={`In ${buys} ${buys === 1 ? 'buy' : 'buys'}`}>
            <Amount value={inBuys} places={2} unit={pair?.quote} hasUnitSlot reason={reason} />
          </Definition>
          <Definition term={`In ${sells} ${sells === 1 ? 'sell' : 'sells'}`}>
            <Amount value={inSells} minPlaces={2} unit={pair?.base} hasUnitSlot reason={reason} />
          </Definition>
          <Definition term="Together now">
            <Amount value={together} places={2} unit={pair?.quote} hasUnitSlot reason={reason} />
          </Definition>
        </DefinitionList>
      </div>
    </Section>
  )
}
