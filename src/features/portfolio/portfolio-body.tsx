import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

import { useService } from '#query/service.tsx'
import type { Unit } from '#trading/balance-flow.ts'
import { Afterwards } from '#ui/afterwards.tsx'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'
import { Age } from '#ui/time.tsx'

import { assetsOf, totalValue } from './balances/assets.ts'
import { BalancePart } from './balances/balance-part.tsx'
import { HistoryPart } from './chart/history-part.tsx'
import type { Performance } from './figures/performance.ts'
import { PortfolioFigures, PortfolioValue } from './figures/portfolio-figures.tsx'
import { balanceTableOf } from './queries.ts'
import type { Range } from './range.ts'
import { RangeFigures } from './figures/range-figures.tsx'
import type { Scope } from './scopes.ts'
import { otherUnit, UNIT_NAMES, UNIT_PLACES } from './unit.ts'
import { useBalanceHistory, type Worth } from './chart/use-balance-history.ts'

type PortfolioBodyProps = {
  scope: Scope
  unit: Unit
  range: Range
  onShowAll: (() => void) | undefined
  onRange: (range: Range) => void
  /** The choice of ranges, which stands under the chart on a phone. */
  ranges: ReactNode
}

/** Everything below the title, of one scope. */
export function PortfolioBody(props: PortfolioBodyProps) {
  const { scope, unit, range, onShowAll, onRange, ranges } = props
  const table = useQuery(balanceTableOf(scope.id))
  const { data: rows } = table
  const worth = useMemo(() => rows && worthOf(rows), [rows])
  const history = useBalanceHistory(scope.id, range, unit, worth)
  const value = worth?.[unit]
  return (
    <div className="flex flex-col">
      <PhoneHeadline {...{ scope, unit, value }} today={history.today} />
      <div className={`max-sm:order-3 ${history.query.isPlaceholderData ? 'opacity-50' : ''}`}>
        <PortfolioFigures
          unit={unit}
          range={range}
          value={value}
          isValueLoading={table.isPending}
          isValueStale={table.isError}
          otherValue={worth?.[otherUnit(unit)]}
          performance={history.performance}
          today={history.today}
          otherReturn={history.otherReturn}
          hasFlows={history.series?.hasFlows ?? true}
          reading={history.series?.reading}
          isLoading={history.query.isPending}
        />
      </div>
      <div className="max-sm:order-1">
        <HistoryPart
          of={scope.label}
          unit={unit}
          history={history}
          onShowAll={onShowAll}
          onRange={onRange}
        />
      </div>
      <div className="max-sm:order-2">{ranges}</div>
      <div className="max-sm:order-4">
        <Afterwards meanwhile={<div className="h-dvh" />}>
          <BalancePart scope={scope} unit={unit} table={table} isLoading={history.query.isPending}>
            <RangeFigures scope={scope.id} unit={unit} range={range} history={history} />
          </BalancePart>
        </Afterwards>
      </div>
    </div>
  )
}

const worthOf = (rows: Parameters<typeof assetsOf>[0]): Worth => ({
  usd: totalValue(assetsOf(rows, 'usd')),
  btc: totalValue(assetsOf(rows, 'btc')),
})

/** By itself, since it is new with every answer while the balances mostly stay what they were. */
function AgeOfBalances({ scope }: { scope: Scope }) {
  const { clock } = useService()
  const { data, dataUpdatedAt } = useQuery(balanceTableOf(scope.id))
  return <Age at={data && dataUpdatedAt + (clock.offset() ?? 0)} />
}

type PhoneHeadlineProps = {
  scope: Scope
  unit: Unit
  value: Parameters<typeof PortfolioValue>[0]['value']
  today: Performance | undefined
}

/** On a phone the one large figure stands above the chart, the others below it. */
function PhoneHeadline({ scope, unit, value, today }: PhoneHeadlineProps) {
  return (
    <div className="pt-2 sm:hidden">
      <div className="flex justify-between gap-3 text-caption text-ink-3">
        <span className="truncate">
          Value of {scope.label}, {UNIT_NAMES[unit]}
        </span>
        <AgeOfBalances scope={scope} />
      </div>
      <div className="text-value font-semibold">
        <PortfolioValue unit={unit} value={value} hasUnit={false} />
      </div>
      <div className="flex items-center gap-2 text-caption text-ink-2">
        Today
        <Amount signed glyph={false} places={UNIT_PLACES[unit]} value={today?.profit} />
        <Percent signed value={today?.timeWeighted} />
      </div>
    </div>
  )
}
