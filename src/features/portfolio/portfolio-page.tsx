import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'

import { AlertButton } from '#forms/alert-button.tsx'
import { useListedAccounts } from '#market/accounts.ts'
import { NextSteps } from '#market/next-steps.tsx'
import { useService } from '#query/service.tsx'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { Deferred } from '#ui/lazy-panel.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Age } from '#ui/time.tsx'

import { type Worth, worthOf } from '#market/assets.ts'
import { BalancePart } from './balances/balance-part.tsx'
import type { BalancesLook, BalancesView } from './balances/balances.tsx'
import { HistoryPart } from './chart/history-part.tsx'
import { useBalanceHistory } from './chart/use-balance-history.ts'
import type { Performance } from './figures/performance.ts'
import { PortfolioValue, WithoutValue } from './figures/portfolio-facts.tsx'
import { PortfolioFigures, reportedProfit } from './figures/portfolio-figures.tsx'
import { RangeFigures } from './figures/range-figures.tsx'
import { NeedsYou, NewNeeds, useNeedRows } from './needs/needs-you.tsx'
import { balanceTableOf } from './queries.ts'
import { RangeChoice } from './range-choice.tsx'
import type { Range } from './range.ts'
import { type Scope, ScopeSwitch, useScopes } from './scopes.tsx'
import { UNIT_NAMES, UNIT_PLACES, UNITS } from './unit.ts'

type PortfolioView = { scope: string; unit: Unit; range: Range } & BalancesView

type PortfolioPageProps = PortfolioView & { onChange: (change: Partial<PortfolioView>) => void }

const UNIT_OPTIONS = UNITS.map((value) => ({ value, label: UNIT_NAMES[value] }))

export function PortfolioPage(props: PortfolioPageProps) {
  const { scope: chosen, unit, range, find, order, onChange } = props
  const { clock } = useService()
  const { scopes, scope, remember } = useScopes(chosen)
  const [former, setFormer] = useState<Range>()
  const needs = useNeedRows()
  if (!scope) return null
  const name = (id: string) => {
    remember?.(id)
    onChange({ scope: id })
  }
  const units = (className: string) => (
    <Segmented
      label="Unit"
      value={unit}
      options={UNIT_OPTIONS}
      onChange={(next) => onChange({ unit: next })}
      className={className}
    />
  )
  const choose = (next: Range) => {
    setFormer(typeof next === 'object' ? range : undefined)
    onChange({ range: next })
  }
  const ranges = (className: string, isFull = false) => (
    <RangeChoice
      scope={scope.id}
      range={range}
      now={clock.now()}
      former={former}
      onChange={choose}
      isFull={isFull}
      className={className}
    />
  )
  return (
    <Page
      title="Portfolio"
      beside={
        <>
          <ScopeSwitch
            scopes={scopes}
            chosen={chosen}
            onChoose={(id) => onChange({ scope: id })}
            onName={remember && name}
          >
            {units('w-auto! not-narrow:hidden')}
          </ScopeSwitch>
          <NewNeeds of={needs} />
        </>
      }
      actions={
        <>
          <AlertButton label="Drawdown alert" of={{ kind: 'drawdown' }} className="narrow:hidden" />
          {units('narrow:hidden')}
          {ranges('narrow:hidden')}
        </>
      }
      footer={<NextSteps place="foot" />}
    >
      <NextSteps place="head" />
      <PortfolioBody
        key={chosen}
        scope={scope}
        unit={unit}
        range={range}
        needs={needs}
        onShowAll={range === 'all' ? undefined : () => choose('all')}
        onRange={choose}
        balances={{ find, order, onView: onChange }}
        ranges={ranges('my-2 not-narrow:hidden', true)}
      />
    </Page>
  )
}

type PortfolioBodyProps = {
  scope: Scope
  unit: Unit
  range: Range
  needs: ReturnType<typeof useNeedRows>
  onShowAll: (() => void) | undefined
  onRange: (range: Range) => void
  balances: BalancesLook
  ranges: ReactNode
}

function PortfolioBody(props: PortfolioBodyProps) {
  const { scope, unit, range, needs, onShowAll, onRange, balances, ranges } = props
  const table = useQuery(balanceTableOf(scope.id))
  const { data: rows } = table
  const { accounts } = useListedAccounts()
  const worth = useMemo(() => rows && worthOf(rows), [rows])
  const history = useBalanceHistory(scope.id, range, unit, {
    worth,
    worthAt: table.dataUpdatedAt,
  })
  return (
    <div className="flex flex-col">
      <PhoneHeadline {...{ scope, unit, worth }} today={history.today.performance} />
      <NeedsYou of={needs} isWanted={!table.isPending && !history.query.isPending} />
      <div className="narrow:order-3">
        <PortfolioFigures
          {...history}
          unit={unit}
          range={range}
          worth={worth}
          isValueLoading={table.isPending}
          isValueStale={table.isError}
          reported={reportedProfit(accounts, scope, unit)}
          scope={scope}
        />
        <AlertButton
          label="Drawdown alert"
          of={{ kind: 'drawdown' }}
          className="-ml-3 not-narrow:hidden"
        />
      </div>
      <div className="narrow:order-1">
        <HistoryPart
          of={scope.name}
          unit={unit}
          history={history}
          onShowAll={onShowAll}
          onRange={onRange}
        />
      </div>
      <div className="narrow:order-2">{ranges}</div>
      <div className="narrow:order-4">
        <Deferred meanwhile={<div className="h-dvh" />}>
          <BalancePart
            scope={scope}
            unit={unit}
            table={table}
            look={balances}
            isLoading={history.isLoading}
          >
            <RangeFigures scope={scope.id} unit={unit} range={range} history={history} />
          </BalancePart>
        </Deferred>
      </div>
    </div>
  )
}

/** Separate, because it changes with every answer while the balances mostly do not. */
function AgeOfBalances({ scope }: { scope: Scope }) {
  const { clock } = useService()
  const { data, dataUpdatedAt } = useQuery(balanceTableOf(scope.id))
  return <Age at={data && clock.serviceTime(dataUpdatedAt)} />
}

type PhoneHeadlineProps = {
  scope: Scope
  unit: Unit
  worth: Worth | undefined
  today: Performance | undefined
}

/** On a phone, the headline value is above the chart and the figures below. */
function PhoneHeadline({ scope, unit, worth, today }: PhoneHeadlineProps) {
  return (
    <div className="pt-2 not-narrow:hidden">
      <div className="flex justify-between gap-3 text-caption text-ink-3">
        <span className="truncate">
          Value of {scope.name}, {UNIT_NAMES[unit]}
        </span>
        <AgeOfBalances scope={scope} />
      </div>
      <div className="text-value font-semibold">
        <PortfolioValue unit={unit} worth={worth} hasUnit={false} />
      </div>
      <p className="min-h-(--line-caption) text-caption text-ink-3">
        <WithoutValue worth={worth?.[unit]} hasOther={false} />
      </p>
      <div className="flex items-center gap-2 text-caption text-ink-2">
        Today
        <Amount signed glyph={false} places={UNIT_PLACES[unit]} value={today?.profit} />
        <Percent signed value={today?.timeWeighted} />
      </div>
    </div>
  )
}
