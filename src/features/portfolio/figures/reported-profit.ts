import type { ListedExchange, ReportedProfit } from '#contract/exchanges.ts'
import { type Decimal, sum } from '#money/decimal.ts'
import type { Unit } from '#trading/balance-flow.ts'

import { isEverything, type Scope } from '../scopes.tsx'

/**
 * What the service itself reports as earned on an account, or on all accounts together; `undefined`
 * unless it reports all of it.
 */
export function reportedProfit(
  accounts: readonly ListedExchange[] | undefined,
  scope: Scope,
  unit: Unit,
): Record<keyof ReportedProfit, Decimal> | undefined {
  const own = accounts?.filter(({ id }) => isEverything(scope) || id === scope.id) ?? []
  const figure = (name: keyof ReportedProfit): Decimal | undefined => {
    const parts = own.flatMap(({ profit }) => profit?.[unit][name] ?? [])
    return own.length > 0 && parts.length === own.length ? sum(parts) : undefined
  }
  const [day, month, total] = [figure('day'), figure('month'), figure('total')]
  return day && month && total && { day, month, total }
}
