import { useState } from 'react'

import { failureWords } from '#query/failure-words.ts'
import { useConnection } from '#session/use-session.ts'
import type { DepositReading, Unit } from '#trading/balance-flow.ts'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Formula } from '#ui/key-figures.tsx'
import { Section } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'

import { useRememberReading } from '../chart/history-part.tsx'
import { type BalanceHistory, useRangeBefore } from '../chart/use-balance-history.ts'
import { DAY, type Range } from '../range.ts'
import { UNIT_NAMES } from '../unit.ts'
import { READINGS } from './figure-words.tsx'
import type { Performance } from './performance.ts'
import { rangeFacts } from './portfolio-facts.tsx'

type RangeFiguresProps = { scope: string; unit: Unit; range: Range; history: BalanceHistory }

export function RangeFigures({ scope, unit, range, history }: RangeFiguresProps) {
  const [isCompared, setCompared] = useState(false)
  const { timeZone } = useDisplayPreferences()
  const { performance, series } = history
  const before = useRangeBefore({ scope, range, unit }, series?.reading, isCompared)
  if (!performance || !series?.hasFlows[unit] || !series.reading) return null
  const look = { unit, range, zone: timeZone }
  const hasBefore = isCompared && before.exists
  const hasColumn = hasBefore && (before.isPending || before.performance !== undefined)
  const former = Object.values(rangeFacts(before.performance, look))
  return (
    <Section
      title="Range in figures"
      actions={
        before.exists && (
          <button
            type="button"
            aria-pressed={isCompared}
            onClick={() => setCompared(!isCompared)}
            className="link touch text-caption"
          >
            {isCompared ? 'Hide previous period' : 'Compare with previous period'}
          </button>
        )
      }
    >
      <table className="w-full tabular-nums">
        <caption className="sr-only">
          Figures of the range{hasColumn && ' and of the previous period'}, {UNIT_NAMES[unit]}
        </caption>
        {hasColumn && (
          <thead>
            <tr className="h-6 text-caption text-ink-3">
              <td />
              <th scope="col" className="text-right font-normal">
                {periodOf(performance, timeZone)}
              </th>
              <th scope="col" className="pl-4 text-right font-normal">
                {before.performance ? periodOf(before.performance, timeZone) : 'Before'}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {Object.values(rangeFacts(performance, look)).map(({ term, formula, value }, index) => (
            <tr key={term} className="h-6 coarse:h-8">
              <th scope="row" className="text-left font-normal text-ink-2">
                <Formula text={formula}>{term}</Formula>
              </th>
              <td className="text-right">{value}</td>
              {hasColumn && (
                <td className="pl-4 text-right">{before.performance && former[index]?.value}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hasBefore && !before.performance && !before.isPending && (
        <p className="mt-1 text-caption text-ink-3">
          {before.error
            ? failureWords(before.error)
            : 'The previous period has fewer than two points, or no deposit data.'}
        </p>
      )}
      <DepositReadingChoice reading={series.reading} isChosen={history.isReadingChosen} />
    </Section>
  )
}

const periodOf = (
  { startAt, endAt }: Performance,
  zone: DisplayPreferences['timeZone'],
): string => {
  const style = endAt - startAt > 300 * DAY ? 'date' : 'day'
  return `${formatInstant(startAt, style, zone)} to ${formatInstant(endAt, style, zone)}`
}

const GUESS = 'guess'
const READING_WORDS = ['since_last', 'cumulative'] as const

/** Choice of how to read the service's deposit figures, which is guessed until chosen. */
function DepositReadingChoice({
  reading,
  isChosen,
}: {
  reading: DepositReading
  isChosen: boolean
}) {
  const id = useConnection()?.id
  const rememberReading = useRememberReading()
  if (id === undefined) return null
  const choose = (value: string) =>
    rememberReading(
      id,
      READING_WORDS.find((word) => word === value),
    )
  return (
    <div className="mt-2 text-caption text-ink-3">
      <p className="mb-1">
        {READINGS[reading]}
        {!isChosen && ' The service does not say which; this is estimated from the figures.'}
      </p>
      <Select
        isChip
        aria-label="How deposits are counted"
        value={isChosen ? reading : GUESS}
        options={[
          { value: GUESS, label: 'Deposits: estimated' },
          { value: 'since_last', label: 'Deposits: per point' },
          { value: 'cumulative', label: 'Deposits: running total' },
        ]}
        onChange={({ target }) => choose(target.value)}
      />
    </div>
  )
}
