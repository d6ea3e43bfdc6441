import type { Picture, Series } from '#charts/picture.ts'
import { fromNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import type { Unit } from '#trading/balance-flow.ts'

import type { BalanceLines } from './balance-lines.ts'
import type { Live } from './series.ts'

/** The lines beside the value, each of which can be put away. */
export type LineName = 'other' | 'paidIn'

type Drawn = {
  lines: BalanceLines
  live: Live | undefined
  unit: Unit
  shown: ReadonlySet<LineName>
  areAmountsHidden: boolean
}

/** The value over the lines that it is compared with, flows at the foot, the drawdown below. */
export function pictureOf({ lines, live, unit, shown, areAmountsHidden }: Drawn): Picture {
  const { gaps } = lines
  const paidIn: Series = { kind: 'steps', line: lines.paidIn, ...LINES.paidIn }
  const other: Series = { kind: 'line', line: lines.other, gaps, ...LINES.other }
  return {
    along: 'time',
    format: { isAmount: true },
    series: [
      ...(shown.has('paidIn') ? [{ ...paidIn, name: 'Start and deposits' }] : []),
      ...(shown.has('other') ? [{ ...other, name: otherName(unit) }] : []),
      { kind: 'line', line: lines.value, gaps, ...LINES.value, name: 'Value' },
    ],
    flows: lines.flows.map(({ at, value }) => ({
      at,
      label: flowText(value, areAmountsHidden, unit),
    })),
    live,
    strip:
      lines.drawdown.at.length > 0
        ? {
            series: { kind: 'fall', line: lines.drawdown, gaps },
            format: { isAmount: false, suffix: '%' },
            isMinor: true,
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
