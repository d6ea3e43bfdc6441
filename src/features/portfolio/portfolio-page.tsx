import { useState } from 'react'

import { useService } from '#query/service.tsx'
import type { Unit } from '#trading/balance-flow.ts'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { PortfolioBody } from './portfolio-body.tsx'
import type { Range } from './range.ts'
import { RangeChoice } from './range-choice.tsx'
import { ScopeSwitch } from './scope-switch.tsx'
import { UNIT_NAMES, UNITS } from './unit.ts'
import { useScopes } from './use-scopes.ts'

export type PortfolioView = { scope: string; unit: Unit; range: Range }

type PortfolioPageProps = PortfolioView & { onChange: (change: Partial<PortfolioView>) => void }

const UNIT_OPTIONS = UNITS.map((value) => ({ value, label: UNIT_NAMES[value] }))

/** What everything is worth, how it got there, and what it is made of. */
export function PortfolioPage({ scope: chosen, unit, range, onChange }: PortfolioPageProps) {
  const { clock } = useService()
  const { scopes, scope, remember } = useScopes(chosen)
  const [former, setFormer] = useState<Range>()
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
        <ScopeSwitch
          scopes={scopes}
          chosen={chosen}
          onChoose={(id) => onChange({ scope: id })}
          onName={remember && name}
        >
          {units('w-auto! sm:hidden')}
        </ScopeSwitch>
      }
      actions={
        <>
          {units('max-sm:hidden')}
          {ranges('max-sm:hidden')}
        </>
      }
    >
      <PortfolioBody
        key={chosen}
        scope={scope}
        unit={unit}
        range={range}
        onShowAll={range === 'all' ? undefined : () => choose('all')}
        onRange={choose}
        ranges={ranges('my-2 sm:hidden', true)}
      />
    </Page>
  )
}
