import type { ListedExchange, ReportedProfit } from '#contract/exchanges.ts'
import { type Decimal, sum } from '#money/decimal.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { KeyFigures } from '#ui/key-figures.tsx'

import { isEverything, type Scope } from '../scopes.tsx'
import { FIGURES, knownOf, type PortfolioFacts, portfolioFacts } from './portfolio-facts.tsx'
import { RealisedLines, useRealised } from './realised.tsx'

type PortfolioFiguresProps = Omit<PortfolioFacts, 'zone' | 'isSplit' | 'parts'> & {
  isOver: boolean
  scope: Scope
}

export function PortfolioFigures(props: PortfolioFiguresProps) {
  const { unit, isOver } = props
  const { timeZone: zone } = useDisplayPreferences()
  const known = knownOf(props, unit)
  const { isOffered, split } = useRealised(props.scope, unit, known, isOver)
  const parts = split && known && (
    <RealisedLines split={split} performance={known} isOver={isOver} />
  )
  return (
    <KeyFigures
      label="Key figures"
      isFirstLarge
      className={FIGURES}
      of={portfolioFacts({ ...props, isSplit: isOffered, parts, zone })}
    />
  )
}

/** Profit as the service reports it, for one account or all; `undefined` unless complete. */
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
