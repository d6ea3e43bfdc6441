import { type ReactNode, useState } from 'react'

import { Button } from '#ui/button.tsx'
import { chipClass } from '#ui/chip.tsx'
import { monthOf } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextField } from '#ui/text-input.tsx'

import { asSearch, neighbourOf, type Period } from './period.ts'
import type { HistorySearch } from './search.ts'
import type { HistoryModel } from './use-history.ts'

const KINDS = [
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
  { value: 'all', label: 'All' },
] as const

/** The period of figures, calendar, list and export: a month, a year, all time or days of one's own. */
export function PeriodChoice({ history }: { history: HistoryModel }) {
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
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:w-full max-sm:justify-between">
      <span className="flex items-center">
        {step(-1, 'Previous', <ChevronLeftIcon size={16} />)}
        <OwnDays key={period.name} period={period} today={today} onChange={onChange} />
        {step(1, 'Next', <ChevronRightIcon size={16} />)}
      </span>
      <Segmented
        label="Period"
        value={kind === 'days' ? '' : kind}
        options={[...KINDS]}
        onChange={(next) => {
          if (next === 'month') onChange(asSearch(monthOf(last), today))
          if (next === 'year') onChange(asSearch(last.slice(0, 4), today))
          if (next === 'all') onChange(asSearch('all', today))
        }}
        className="w-auto!"
      />
    </div>
  )
}

type OwnDaysProps = {
  period: Period
  today: string
  onChange: (change: Partial<HistorySearch>) => void
}

function OwnDays({ period, today, onChange }: OwnDaysProps) {
  const { timeZone } = useDisplayPreferences()
  const [isOpen, setOpen] = useState(false)
  const [first, setFirst] = useState(period.first ?? '')
  const [last, setLast] = useState(period.last)
  const ofZone = timeZone === 'UTC' ? ', UTC' : ''
  const isPeriod = first !== '' && first <= last
  const days = (label: string, value: string, onTake: (day: string) => void, error?: string) => (
    <TextField
      label={`${label}${ofZone}`}
      error={error}
      type="date"
      value={value}
      max={today}
      onChange={({ target }) => onTake(target.value)}
    />
  )
  return (
    <Popover
      label="Days of your own"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={chipClass('tabular-nums')}>
          {period.first === undefined ? (
            'All time'
          ) : (
            <>
              <span className={period.kind === 'month' ? 'max-sm:hidden' : undefined}>
                {period.name}
              </span>
              {period.kind === 'month' && (
                <span className="sm:hidden">
                  {formatInstant(Date.parse(period.first), 'month')}
                </span>
              )}
            </>
          )}
        </button>
      }
    >
      <form
        className="flex w-60 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPeriod) return
          setOpen(false)
          onChange({ period: undefined, from: first, to: last, day: undefined })
        }}
      >
        {days('First day', first, setFirst)}
        {days(
          'Last day',
          last,
          setLast,
          isPeriod || first === '' ? undefined : 'The last day comes before the first.',
        )}
        <Button type="submit" look="primary" reason={isPeriod ? undefined : 'Choose two days.'}>
          Show these days
        </Button>
      </form>
    </Popover>
  )
}
