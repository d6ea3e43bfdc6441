import { addDays } from '#ui/civil-day.ts'

/** 0 is Sunday, as JavaScript counts. */
export type Weekday = 0 | 1 | 6

/** The day its week begins with. */
export function weekOf(day: string, firstDay: Weekday): string {
  const weekday = new Date(day).getUTCDay()
  return addDays(day, -((weekday - firstDay + 7) % 7))
}

/** "2026-11-19" → "2026-11". */
export const monthOf = (day: string): string => day.slice(0, 7)

export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01`)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count))
    .toISOString()
    .slice(0, 7)
}

/** The first and the last day of a day, week or month named so, as far as it has come until today. */
export function daysOfPeriod(
  kind: 'day' | 'week' | 'month',
  name: string,
  today: string,
): [first: string, last: string] {
  const first = kind === 'month' ? `${name}-01` : name
  const end =
    kind === 'month'
      ? addDays(`${addMonths(name, 1)}-01`, -1)
      : addDays(name, kind === 'week' ? 6 : 0)
  return [first, end < today ? end : today]
}

/** The whole weeks that a month touches, each of seven days. */
export function weeksOfMonth(month: string, firstDay: Weekday): string[][] {
  const end = `${addMonths(month, 1)}-01`
  const weeks: string[][] = []
  for (let start = weekOf(`${month}-01`, firstDay); start < end; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)))
  }
  return weeks
}
