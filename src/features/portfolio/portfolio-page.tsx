import type { Unit } from '#trading/balance-flow.ts'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { PortfolioBody } from './portfolio-body.tsx'
import { type Range, RANGES } from './range.ts'
import { ScopeSwitch } from './scope-switch.tsx'
import { UNIT_NAMES, UNITS } from './unit.ts'
import { useScopes } from './use-scopes.ts'

export type PortfolioView = { scope: string; unit: Unit; range: Range }

type PortfolioPageProps = PortfolioView & { onChange: (change: Partial<PortfolioView>) => void }

const UNIT_OPTIONS = UNITS.map((value) => ({ value, label: UNIT_NAMES[value] }))
const RANGE_OPTIONS = RANGES.map((value) => ({ value, label: value === 'all' ? 'All' : value }))

/** What everything is worth, how it got there, and what it is made of. */
export function PortfolioPage({ scope: chosen, unit, range, onChange }: PortfolioPageProps) {
  const { scopes, scope, remember } = useScopes(chosen)
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
  const ranges = (className: string, isFull = false) => (
    <Segmented
      label="Range"
      value={range}
      options={RANGE_OPTIONS}
      onChange={(next) => onChange({ range: next })}
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
        onShowAll={range === 'all' ? undefined : () => onChange({ range: 'all' })}
        ranges={ranges('my-2 sm:hidden', true)}
      />
    </Page>
  )
}
