import type { GridBot } from '#contract/grid-bots.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Section } from '#ui/page.tsx'

import { isFuturesBot } from '#trading/allowed.ts'
import { currenciesOf } from '../currencies.ts'
import { sideCount } from '../stop/pending-words.ts'
import { pendingOrders } from './grid-lines.ts'

/** What the pending orders hold, added up from the lines. */
export function FundsInOrders({ bot }: { bot: GridBot }) {
  const pair = currenciesOf(bot)
  const orders = pendingOrders(bot)
  const reason = !orders
    ? 'The service does not tell which orders stand.'
    : isFuturesBot(bot)
      ? 'The service does not tell what its orders hold as margin.'
      : 'The service did not say how large the orders are.'
  const slot = { hasUnitSlot: true, reason }
  return (
    <Section title="Funds in orders">
      <div className="border-t border-hairline-2">
        <DefinitionList isLined isTight>
          <Definition term={orders ? `In ${sideCount(orders, 'buys')}` : 'In buys'}>
            <Amount
              value={orders?.inBuys}
              currency={pair?.quote ?? ''}
              unit={pair?.quote}
              {...slot}
            />
          </Definition>
          <Definition term={orders ? `In ${sideCount(orders, 'sells')}` : 'In sells'}>
            <Amount value={orders?.inSells} minPlaces={2} unit={pair?.base} {...slot} />
          </Definition>
          <Definition term="Together now">
            <Amount
              value={orders?.together}
              currency={pair?.quote ?? ''}
              unit={pair?.quote}
              {...slot}
            />
          </Definition>
        </DefinitionList>
      </div>
    </Section>
  )
}
