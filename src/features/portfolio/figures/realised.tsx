import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { getRealisedProfit } from '#contract/history.ts'
import { type Decimal, round, subtract } from '#money/decimal.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { useExtension } from '#query/service.tsx'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount } from '#ui/amount.tsx'
import { dayIn, endOfDay, startOfDay } from '#ui/civil-day.ts'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Formula } from '#ui/key-figures.tsx'

import { isEverything, type Scope } from '../scopes.tsx'
import { UNIT_PLACES } from '../unit.ts'
import { FORMULAS } from './figure-words.tsx'
import type { Performance } from './performance.ts'

const EVERY_MS = 60_000

/** Profit of closed orders, and profit that is still open. */
export type Realised = { realised: Decimal; open: Decimal }

/**
 * Splits the profit of a range by what the history realised in the same span, in USD. `undefined`
 * if the service cannot add it up for this account.
 */
export function useRealised(
  scope: Scope,
  unit: Unit,
  performance: Performance | undefined,
  isOver: boolean,
): { isOffered: boolean; split: Realised | undefined } {
  const isAdvertised = useExtension(getRealisedProfit)
  // Its space is reserved until known, so that nothing moves.
  const isOffered =
    isAdvertised !== false &&
    unit === 'usd' &&
    (isEverything(scope) || scope.accountId !== undefined)
  const { data } = useQuery({
    ...endpointQuery(getRealisedProfit, {
      query: {
        account_id: scope.accountId,
        ...(performance && realisedSpan(performance, isOver)),
      },
    }),
    enabled: isAdvertised === true && isOffered && performance !== undefined,
    refetchInterval: every(EVERY_MS),
  })
  return {
    isOffered,
    split: performance && data?.usd ? splitOf(performance.profit, data.usd) : undefined,
  }
}

/** Both parts rounded as shown, so that they add up to the profit above. */
export function splitOf(profit: Decimal, usd: Decimal): Realised {
  const places = UNIT_PLACES.usd
  const realised = round(usd, places, 'half-even')
  return { realised, open: subtract(round(profit, places, 'half-even'), realised) }
}

type Span = Pick<Performance, 'startAt' | 'endAt'>

/** A value contains the orders of its own instant. `from` and `to` are inclusive. */
export const realisedSpan = ({ startAt, endAt }: Span, isOver: boolean) => ({
  from: startAt + 1,
  ...(isOver && { to: endAt }),
})

type RealisedLinesProps = { split: Realised; performance: Performance; isOver: boolean }

/** "Realised +271.15" and "Open −706.30", under the profit that they add up to. */
export function RealisedLines({ split, performance, isOver }: RealisedLinesProps) {
  const { timeZone } = useDisplayPreferences()
  const { realised, open } = split
  const days = wholeDaysOf(performance, isOver, timeZone)
  const amount = (value: Decimal) => (
    <Amount signed glyph={false} hasColour={false} places={UNIT_PLACES.usd} value={value} />
  )
  return (
    <>
      <span className="block">
        {days ? (
          <Link to="/history" search={days} className="link touch">
            Realised
          </Link>
        ) : (
          'Realised'
        )}{' '}
        {amount(realised)}
      </span>
      <span className="block">
        <Formula text={FORMULAS.open}>Open</Formula> {amount(open)}
      </span>
    </>
  )
}

/** Days of the history with these orders; `undefined` if the range cuts a day. */
export function wholeDaysOf(
  { startAt, endAt }: Span,
  isOver: boolean,
  zone: DisplayPreferences['timeZone'],
) {
  const dayOf = dayIn(zone)
  const from = dayOf(startAt)
  const to = dayOf(endAt - 1)
  if (startOfDay(from, zone) !== startAt) return undefined
  if (!isOver) return { from }
  return endOfDay(to, zone) === endAt - 1 ? { from, to } : undefined
}
