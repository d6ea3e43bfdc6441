import type { ReactNode } from 'react'

import { Button } from '#ui/button.tsx'
import { chipClass } from '#ui/chip.tsx'
import { monthOf } from '#ui/civil-day.ts'
import { DaysChoice } from '#ui/days-choice.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Segmented } from '#ui/segmented.tsx'

import { asSearch, neighbourOf, type Period } from './period.ts'
import type { HistoryModel } from './use-history.ts'

const KINDS = [
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
  { value: 'all', label: 'All' },
  { value: 'days', label: 'Custom' },
] as const

/** The name of the period, which opens a choice of days, between steps to the one before and after. */
export function PeriodSteps({ history }: { history: HistoryModel }) {
  const { period, today, onChange } = history
  const { kind, last } = period
  const step = (by: 1 | -1, name: string, icon: ReactNode) => {
    if (kind !== 'month' && kind !== 'year') return null
    const next = neighbourOf(period, by, today)
    return (
      <Button
        isIcon
        look="quiet"
        size="small"
        aria-label={`${name} ${kind}`}
        className={next === undefined ? 'invisible' : undefined}
        onClick={() => next !== undefined && onChange(asSearch(next, today))}
      >
        {icon}
      </Button>
    )
  }
  return (
    <span className="flex items-center">
      {step(-1, 'Previous', <ChevronLeftIcon size={16} />)}
      <DaysChoice
        key={period.name}
        label="Days of your own"
        trigger={
          <button type="button" className={chipClass('tabular-nums')}>
            {period.first === undefined ? 'All time' : shortOnPhone(period.name, kind, last)}
          </button>
        }
        first={period.first ?? ''}
        last={last}
        today={today}
        submitLabel="Show these days"
        onChoose={(from, to) => onChange({ period: undefined, from, to, day: undefined })}
      />
      {step(1, 'Next', <ChevronRightIcon size={16} />)}
    </span>
  )
}

/** Kinds of period. *Custom* begins with the days shown, or those of this month. */
export function PeriodKinds({ history }: { history: HistoryModel }) {
  const { period, today, onChange } = history
  const { kind, first, last } = period
  return (
    <Segmented
      label="Period"
      value={kind}
      options={KINDS}
      onChange={(next) => {
        if (next === 'month') onChange(asSearch(monthOf(last), today))
        if (next === 'year') onChange(asSearch(last.slice(0, 4), today))
        if (next === 'all') onChange(asSearch('all', today))
        const from = first ?? `${monthOf(last)}-01`
        if (next === 'days') onChange({ period: undefined, from, to: last, day: undefined })
      }}
      className="w-auto!"
    />
  )
}

/** "October 2026" as "Oct 2026" on a phone. */
const shortOnPhone = (name: string, kind: Period['kind'], day: string): ReactNode =>
  kind === 'month' ? (
    <>
      <span className="max-sm:hidden">{name}</span>
      <span className="sm:hidden">{formatInstant(Date.parse(day), 'month')}</span>
    </>
  ) : (
    name
  )
