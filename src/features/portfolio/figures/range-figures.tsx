import { type ReactNode, useState } from 'react'

import { negate } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { failureWords } from '#query/failure-words.ts'
import { useConnection } from '#session/use-session.ts'
import type { DepositReading, Unit } from '#trading/balance-flow.ts'
import { Amount } from '#ui/amount.tsx'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Percent } from '#ui/percent.tsx'
import { Select } from '#ui/select.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { useRememberReading } from '../chart/history-part.tsx'
import { type BalanceHistory, useRangeBefore } from '../chart/use-balance-history.ts'
import { DAY, type Range, stretchOf } from '../range.ts'
import { UNIT_NAMES, UNIT_PLACES } from '../unit.ts'
import {
  FigureLabel,
  FORMULAS,
  READINGS,
  whyNoDays,
  whyNoDrawdown,
  whyNoGrowth,
  type RatioName,
  whyNoRatio,
} from './figure-words.tsx'
import type { Performance } from './performance.ts'

type RangeFiguresProps = { scope: string; unit: Unit; range: Range; history: BalanceHistory }

/** Every figure of the range with its formula, and on request those of the range before. */
export function RangeFigures({ scope, unit, range, history }: RangeFiguresProps) {
  const [isCompared, setCompared] = useState(false)
  const { timeZone } = useDisplayPreferences()
  const { performance, series } = history
  const before = useRangeBefore({ scope, range, unit }, series?.reading, isCompared)
  if (!performance || !series?.hasFlows[unit] || !series.reading) return null
  const rows = rowsOf(unit, stretchOf(range) < DAY ? 'hour' : 'day', timeZone)
  const hasBefore = isCompared && before.exists
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
          Figures of the range{hasBefore && ' and of the previous period'}, {UNIT_NAMES[unit]}
        </caption>
        {hasBefore && (
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
          {rows.map(({ name, formula, value }) => (
            <tr key={name} className="h-6 coarse:h-8">
              <th scope="row" className="text-left font-normal text-ink-2">
                <FigureLabel formula={formula}>{name}</FigureLabel>
              </th>
              <td className="text-right">{value(performance)}</td>
              {hasBefore && (
                <td className="pl-4 text-right">
                  {before.performance ? value(before.performance) : before.isPending ? '' : '—'}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hasBefore && !before.performance && !before.isPending && (
        <p className="mt-1 text-caption text-ink-3">
          {before.error
            ? failureWords(before.error)
            : 'The previous period has fewer than two points, or does not say what was paid in.'}
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

type Row = { name: string; formula: string; value: (of: Performance) => ReactNode }

function rowsOf(unit: Unit, stretch: 'hour' | 'day', zone: DisplayPreferences['timeZone']): Row[] {
  const places = UNIT_PLACES[unit]
  const percent = (value: Parameters<typeof Percent>[0]['value'], reason?: string) => (
    <Percent signed glyph={false} value={value} reason={reason} />
  )
  const plain = (value: Parameters<typeof Amount>[0]['value']) => (
    <Amount value={value} places={places} mainPlaces={places} />
  )
  const signed = (value: Parameters<typeof Amount>[0]['value'], hasColour = true) => (
    <Amount
      signed
      glyph={false}
      hasColour={hasColour}
      value={value}
      places={places}
      mainPlaces={places}
    />
  )
  const ratio = (name: RatioName) => (of: Performance) => {
    const { value, why } = of.ratios[name]
    return value === undefined ? (
      <UnknownValue reason={whyNoRatio(name, why, of, zone)} />
    ) : (
      formatAmount(value, { places: 2 })
    )
  }
  return [
    { name: 'Value at the start', formula: FORMULAS.start, value: ({ start }) => plain(start) },
    { name: 'Value at the end', formula: FORMULAS.end, value: ({ end }) => plain(end) },
    { name: 'Net deposits', formula: FORMULAS.flows, value: ({ flows }) => signed(flows, false) },
    { name: 'Profit', formula: FORMULAS.profit, value: ({ profit }) => signed(profit) },
    {
      name: 'Time-weighted',
      formula: FORMULAS.timeWeighted,
      value: (of) => percent(of.timeWeighted, whyNoGrowth(of, zone)),
    },
    {
      name: 'Money-weighted',
      formula: FORMULAS.moneyWeighted,
      value: ({ moneyWeighted }) =>
        percent(moneyWeighted, 'No single rate fits these deposits and withdrawals.'),
    },
    {
      name: 'Maximum drawdown',
      formula: FORMULAS.drawdown,
      value: (of) => percent(of.drawdown && negate(of.drawdown.percent), whyNoDrawdown(of, zone)),
    },
    {
      name: 'Volatility, annualised',
      formula: FORMULAS.volatility,
      value: (of) => (
        <Percent
          value={of.volatility}
          reason={whyNoDays(of, zone) ?? `It needs two ${stretch}s.`}
        />
      ),
    },
    { name: 'Sharpe ratio', formula: FORMULAS.sharpe, value: ratio('sharpe') },
    { name: 'Sortino ratio', formula: FORMULAS.sortino, value: ratio('sortino') },
    { name: 'Calmar ratio', formula: FORMULAS.calmar, value: ratio('calmar') },
    {
      name: `Best ${stretch}`,
      formula: FORMULAS.stretch,
      value: (of) => percent(of.best?.percent, whyNoDays(of, zone)),
    },
    {
      name: `Worst ${stretch}`,
      formula: FORMULAS.stretch,
      value: (of) => percent(of.worst?.percent, whyNoDays(of, zone)),
    },
    {
      name: stretch === 'day' ? 'Days in profit' : 'Hours in profit',
      formula: FORMULAS.daysUp,
      value: (of) =>
        of.daysUp === undefined ? (
          <UnknownValue reason={whyNoDays(of, zone)} />
        ) : (
          `${of.daysUp} of ${of.days}`
        ),
    },
  ]
}

const GUESS = 'guess'
const READING_WORDS = ['since_last', 'cumulative'] as const

/** How the service's deposit figures are understood: it never says, so it is guessed until chosen. */
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
