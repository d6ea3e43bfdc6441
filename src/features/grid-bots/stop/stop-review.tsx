import type { ReactNode } from 'react'

import { type GridBot, startGridBot } from '#contract/grid-bots.ts'
import { type Decimal, isZero } from '#money/decimal.ts'
import { useExtension } from '#query/service.tsx'
import { isFuturesBot } from '#trading/allowed.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { CloseIcon, StopIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { pendingOrders } from '../bot/grid-lines.ts'
import { currenciesOf } from '../currencies.ts'
import { gridResult } from '../result.ts'
import { leftBehindWords } from './left-behind.ts'
import { cancelledWords } from './pending-words.ts'

/** What stopping does, what it frees, what it has earned, and what nobody says. */
export function StopReview({ bot }: { bot: GridBot | undefined }) {
  const canStart = useExtension(startGridBot) === true
  return (
    <>
      <SheetSection title="What happens">
        <ul>
          <Notification icon={<StopIcon size={14} />}>
            The bot is switched off. It{' '}
            {canStart
              ? 'can be started again from its page'
              : 'cannot be started again from this app'}
            .
          </Notification>
          <Notification icon={<CloseIcon size={14} />}>
            {cancelledWords(bot && pendingOrders(bot), 1)}
          </Notification>
        </ul>
      </SheetSection>
      {bot && <Freed bot={bot} />}
      {bot && <SoFar bot={bot} />}
      <Note tone="caution" className="mt-1.5 mb-2.5">
        <Caveats bot={bot} />
      </Note>
    </>
  )
}

function Notification({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2 py-0.75">
      <span className="flex-none pt-0.75 text-ink-3">{icon}</span>
      <span className="text-balance">{children}</span>
    </li>
  )
}

function Freed({ bot }: { bot: GridBot }) {
  const pair = currenciesOf(bot)
  const orders = pendingOrders(bot)
  if (!orders || orders.buys + orders.sells === 0) return null
  const reason = isFuturesBot(bot)
    ? 'The service does not tell what its orders hold as margin.'
    : 'The service did not say how large the orders are.'
  return (
    <SheetSection title="What the cancelled orders free">
      <DefinitionList>
        <Definition term="From buys">
          <Amount
            value={orders.inBuys}
            currency={pair?.quote ?? ''}
            unit={pair?.quote}
            hasUnitSlot
            reason={reason}
            className="font-medium"
          />
        </Definition>
        <Definition term="From sells">
          <Amount
            value={orders.inSells}
            minPlaces={2}
            unit={pair?.base}
            hasUnitSlot
            reason={reason}
            className="font-medium"
          />
        </Definition>
        <Definition
          term={
            <>
              <Units value={orders.inSells} unit={pair?.base} /> at{' '}
              <Amount value={bot.current_price} isPrice minPlaces={2} />
            </>
          }
        >
          <Amount
            value={orders.sellsWorth}
            currency={pair?.quote ?? ''}
            unit={pair?.quote}
            hasUnitSlot
          />
        </Definition>
        <Definition term="Together" isTotal>
          <Amount
            value={orders.together}
            currency={pair?.quote ?? ''}
            unit={pair?.quote}
            hasUnitSlot
          />
        </Definition>
      </DefinitionList>
    </SheetSection>
  )
}

function SoFar({ bot }: { bot: GridBot }) {
  const { realised, realisedUnit, realisedPlaces, unrealised, total, unit, places } =
    gridResult(bot)
  return (
    <SheetSection title="Result so far">
      <DefinitionList isTight>
        <Definition term="Grid profit, realised">
          <Amount value={realised} signed places={realisedPlaces} unit={realisedUnit} hasUnitSlot />
        </Definition>
        <Definition term="Unrealised">
          <Amount value={unrealised} signed places={places} unit={unit} hasUnitSlot />
        </Definition>
        <Definition term="Total" isTotal>
          <Amount value={total} signed places={places} unit={unit} hasUnitSlot />
        </Definition>
      </DefinitionList>
    </SheetSection>
  )
}

function Caveats({ bot }: { bot: GridBot | undefined }) {
  const base = bot && currenciesOf(bot)?.base
  const inSells = bot && pendingOrders(bot)?.inSells
  if (inSells === undefined || isZero(inSells)) return leftBehindWords([bot])
  return (
    <>
      The service does not say what it does with the <Units value={inSells} unit={base} />. It is
      expected to stay on the exchange. Check on the exchange afterwards.
    </>
  )
}

/** An amount inside a sentence: its unit is as strong as its words. */
const Units = ({ value, unit }: { value: Decimal | undefined; unit: string | undefined }) => (
  <span className="whitespace-nowrap">
    <Amount value={value} minPlaces={2} /> {unit}
  </span>
)
