import { textOr } from '#money/format.ts'
import { addDays, addMonths, endOfDay, monthOf, startOfDay } from '#ui/civil-day.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import type { HistorySearch } from './search.ts'

export type Period = {
  kind: 'month' | 'year' | 'all' | 'days'
  /** "October 2026", "2026", "all time", "27 Oct to 26 Nov 2026". */
  name: string
  /** Empty for all time. */
  first: string
  /** At most today. */
  last: string
  isOver: boolean
}

type Chosen = Pick<HistorySearch, 'period' | 'from' | 'to'>

/** Period of the URL: this month unless it names another one that has begun. */
export function periodOf({ period, from, to }: Chosen, today: string): Period {
  if (from !== undefined && from <= (to ?? today) && from <= today) {
    return between('days', daysName(from, to ?? today), [from, to ?? today], today)
  }
  if (period === 'all') {
    return { kind: 'all', name: 'all time', first: '', last: today, isOver: false }
  }
  if (period?.length === 4 && period <= today) {
    return between('year', period, [`${period}-01-01`, `${period}-12-31`], today)
  }
  const month = period?.length === 7 && period <= today ? period : monthOf(today)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  return between('month', monthName(month), [`${month}-01`, last], today)
}

const monthName = (month: string): string => formatInstant(Date.parse(month), 'month-name')
const dateName = (day: string): string => formatInstant(Date.parse(day), 'date')

function daysName(first: string, last: string): string {
  if (first === last) return dateName(first)
  const isOneYear = first.slice(0, 4) === last.slice(0, 4)
  return `${formatInstant(Date.parse(first), isOneYear ? 'day' : 'date')} to ${dateName(last)}`
}

function between(
  kind: Period['kind'],
  name: string,
  [first, end]: readonly [string, string],
  today: string,
): Period {
  return { kind, name, first, last: end < today ? end : today, isOver: end < today }
}

/** URL parameters of a period; `period` is omitted for this month. */
export const asSearch = (period: string, today: string) => ({
  period: period === monthOf(today) ? undefined : period,
  from: undefined,
  to: undefined,
  day: undefined,
})

/** Previous or next month or year; `undefined` if not begun, or for other kinds of period. */
export function neighbourOf(
  { kind, first }: Period,
  by: 1 | -1,
  today: string,
): string | undefined {
  if (kind !== 'month' && kind !== 'year') return undefined
  const next =
    kind === 'month' ? addMonths(monthOf(first), by) : String(Number(first.slice(0, 4)) + by)
  return next <= today ? next : undefined
}

export const spanOf = ({ first, last }: Period, zone: DisplayPreferences['timeZone']) => ({
  ...(first !== '' && { from: startOfDay(first, zone) }),
  to: endOfDay(last, zone),
})

export const isWithin = ({ first, last }: Pick<Period, 'first' | 'last'>, day: string): boolean =>
  day >= first && day <= last

/** Days of the month that have begun lie outside the period. */
export const holdsPartOf = ({ first, last, isOver }: Period, month: string): boolean =>
  first > `${month}-01` || (isOver && addDays(last, 1) < `${addMonths(month, 1)}-01`)

/** Periods within one month are drawn by day, longer ones by month. */
export const isOneMonth = ({ first, last }: Period): boolean => monthOf(first) === monthOf(last)

export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Months of the period, oldest first; from the first order's month if the period has no start. */
export function monthsOf({ first, last }: Period, firstOrder: string | undefined): string[] {
  const months: string[] = []
  const end = monthOf(last)
  for (
    let month = monthOf(textOr(first, firstOrder ?? last));
    month <= end;
    month = addMonths(month, 1)
  ) {
    months.push(month)
  }
  return months
}
