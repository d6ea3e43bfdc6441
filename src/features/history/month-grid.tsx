import { codeWords } from '#money/words.ts'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'

import { type CalendarProps, Sums } from './month-calendar.tsx'
import { asSearch } from './period.ts'
import { largestOf, ProfitCell, TotalCell } from './profit-cell.tsx'
import type { HistorySearch } from './search.ts'
import { profitByPeriod, together } from './sums.ts'

type MonthGridProps = CalendarProps & {
  /** Those of the period, the oldest first. */
  months: readonly string[]
  onChange: (change: Partial<HistorySearch>) => void
}

const QUARTERS = [1, 4, 7, 10]

export function MonthGrid(props: MonthGridProps) {
  const { period, months, today, days, coverage, areAllDated, onChange } = props
  const byMonth = profitByPeriod(days, 'month', 1)
  const sums = months.map((month) => byMonth.get(month))
  const years = [...new Set(months.map((month) => month.slice(0, 4)))]
  const isWhole = (month: string) =>
    coverage.hasDay(`${month}-01`) || (coverage.isWhole && (areAllDated || byMonth.has(month)))
  return (
    <Section title={codeWords(period.name)} actions={<Sums {...props} sums={sums} kind="months" />}>
      <div className="@container/calendar flex flex-col gap-3">
        {years.toReversed().map((year) => (
          <table key={year} className="w-full table-fixed border-collapse tabular-nums">
            <caption className={years.length > 1 ? 'pb-1 text-left text-caption' : 'sr-only'}>
              <span className="sr-only">Profit of each month of </span>
              {year}
              <span className="sr-only">, USD</span>
            </caption>
            <tbody>
              {QUARTERS.map((quarter) => {
                const row = [0, 1, 2].map((ahead) => {
                  const number = String(quarter + ahead).padStart(2, '0')
                  return `${year}-${number}`
                })
                return (
                  <tr key={quarter}>
                    {row.map((month) => {
                      const name = formatInstant(Date.parse(month), 'month-name')
                      return (
                        <ProfitCell
                          key={month}
                          name={name.slice(0, -5)}
                          sum={byMonth.get(month)}
                          largest={largestOf(sums)}
                          label={`${name}, show its orders`}
                          isOfPeriod={months.includes(month)}
                          isLoaded={isWhole(month)}
                          onPress={() => onChange(asSearch(month, today))}
                        />
                      )
                    })}
                    <TotalCell
                      name={`Q${(quarter + 2) / 3}`}
                      sum={together(row.filter(isWhole).map((month) => byMonth.get(month)))}
                    />
                  </tr>
                )
              })}
            </tbody>
          </table>
        ))}
      </div>
    </Section>
  )
}
