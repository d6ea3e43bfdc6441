import type { LineSeries, TimeFigures } from '#charts/time-chart-plan.ts'
import { fromNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import type { Unit } from '#trading/balance-flow.ts'

import type { BalanceLines } from './balance-lines.ts'
import type { Live } from './series.ts'

export type LineName = 'other' | 'paidIn'

export const LINES_AT_FIRST: ReadonlySet<LineName> = new Set(['other', 'paidIn'])

type Drawn = {
  lines: BalanceLines
  live: Live | undefined
  unit: Unit
  shown: ReadonlySet<LineName>
  areAmountsHidden: boolean
}

export function figuresOf({ lines, live, unit, shown, areAmountsHidden }: Drawn): TimeFigures {
  const { gaps } = lines
  const paidIn: LineSeries = { kind: 'steps', line: lines.paidIn, ...LINES.paidIn }
  const other: LineSeries = { kind: 'line', line: lines.other, gaps, ...LINES.other }
  return {
    along: 'time',
    unit: { isAmount: true },
    series: [
      ...(shown.has('paidIn') ? [{ ...paidIn, name: 'Start and deposits' }] : []),
      ...(shown.has('other') ? [{ ...other, name: otherName(unit) }] : []),
      { kind: 'line', line: lines.value, gaps, ...LINES.value, name: 'Value' },
    ],
    marks: lines.flows.map(({ at, value }) => ({
      at,
      label: flowText(value, areAmountsHidden, unit),
    })),
    now: live,
    strip:
      lines.drawdown.at.length > 0
        ? {
            series: { kind: 'area', line: lines.drawdown, gaps, tone: 'down' },
            unit: { isAmount: false, suffix: '%' },
          }
        : undefined,
  }
}

export const LINES = {
  value: { tone: 'accent', width: 1.75 },
  other: { tone: 'text-3' },
  paidIn: { tone: 'text-3', dash: '2 3' },
} as const

export const otherName = (unit: Unit): string => (unit === 'usd' ? 'Held in BTC' : 'Held in USD')

function flowText(value: number, isHidden: boolean, unit: Unit): string {
  const word = value > 0 ? 'Deposit' : 'Withdrawal'
  if (isHidden) return word
  const places = unit === 'btc' ? 4 : Number.isInteger(value) ? 0 : 2
  return `${word} ${formatAmount(fromNumber(value), { places, signed: true })}`
}
