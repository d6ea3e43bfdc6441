import fc from 'fast-check'
import { expect, it } from 'vitest'

import { planOf } from '#charts/time-chart-plan.ts'
import { balancePoint, getBalanceHistory } from '#contract/exchanges.ts'
import { read } from '#contract/read.ts'
import { isDecimal } from '#money/decimal.ts'
import { mutated } from '#testing/mutated.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { balanceColumns } from '#trading/balance-flow.ts'
import { csvText } from '#ui/csv.ts'
import { formatInstant } from '#ui/instant.ts'

import { linesOf, momentAt } from './chart/balance-lines.ts'
import { figuresOf } from './chart/balance-figures.ts'
import { chartRows } from './chart/chart-table.tsx'
import { readSeries, returnOfOther, upToRecent } from './chart/series.ts'
import { performanceOf } from './figures/performance.ts'

const areAmountsHidden = false
const reader = { timeZone: 'UTC', areAmountsHidden } as const
const shown = new Set(['other', 'paidIn'] as const)

const runs = { numRuns: propertyRuns(1_000) }
const DAY = 86_400

/** Points as a service sends them, some of them strange, late, twice or at once. */
const points = fc
  .array(
    fc.record({
      date: fc.oneof(
        fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }),
        fc.constantFrom(0, -1, 1e30, 1_726_617_600, 8.8e12, 9e15),
      ),
      usd: fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -5, 1e30, 1e-30)),
      btc: fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -5, 1e30)),
      usd_deposit_amount: fc.double({ noNaN: true }),
      btc_deposit_amount: fc.double({ noNaN: true }),
    }),
    { maxLength: 12 },
  )
  .chain((json) => fc.oneof(fc.constant<unknown>(json), mutated(json)))

/** Reads like the client: unreadable rows never reach a page. */
const answered = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

const historyIn = (json: unknown) =>
  balanceColumns(answered<never>(read(getBalanceHistory.response, json).value))

it('any balance history gives lines, figures, chart and file, or “too few points”', () => {
  fc.assert(
    fc.property(points, points, (json, recentJson) => {
      const answer = historyIn(json)
      const recent = historyIn(recentJson)
      for (const reading of [undefined, 'since_last', 'cumulative'] as const) {
        const series = upToRecent(readSeries(answer, reading), readSeries(recent, reading))
        for (const unit of ['usd', 'btc'] as const) {
          const performance = performanceOf(series[unit], '30d', 'UTC')
          expect(performance === undefined).toBe(series[unit].at.length < 2)
          const lines = linesOf(series, performance, unit)
          const instants = [...lines.value.at]
          expect(instants).toEqual(instants.toSorted((a, b) => a - b))
          for (const at of instants) expect(formatInstant(at, 'minute')).not.toContain('Invalid')
          const values = Object.values(momentAt(lines, undefined) ?? {})
          const drawn = [...values, returnOfOther(series, unit)]
          expect(drawn.filter((one) => one !== undefined && !Number.isFinite(one))).toEqual([])
          csvText(chartRows(series, lines, unit))
          const chart = figuresOf({ lines, live: undefined, unit, shown, areAmountsHidden })
          const plan = planOf(chart, { width: 1_000, height: 236 }, reader)
          const { strip, value, feet, y } = plan
          const numbers = [
            ...[value, strip].flatMap((axis) => axis?.domain ?? []),
            ...[...value.ticks, ...(strip?.ticks ?? [])].map((tick) => tick.y),
            ...feet.map((foot) => foot.x),
            ...chart.series.flatMap((one) =>
              one.kind === 'bars'
                ? []
                : plan
                    .points(one)
                    .flatMap((point) =>
                      point.value === null ? [] : [plan.x(point.at), y(point.value)],
                    ),
            ),
          ]
          expect(numbers.filter((number) => !Number.isFinite(number))).toEqual([])
          const figures = [performance?.profit, performance?.timeWeighted]
          expect(figures.filter((figure) => figure && !isDecimal(figure as unknown))).toEqual([])
        }
      }
    }),
    runs,
  )
})

it('a balance history leaves out a flow that is not a finite number', () => {
  const at = (btc: number, btc_deposit_amount: number) => ({
    date: 1_700_000_000,
    usd: 0,
    usd_deposit_amount: 0,
    btc,
    btc_deposit_amount,
  })
  const answer = historyIn([at(0, -2.3e293), at(1e30, Number.MAX_VALUE)])
  const series = readSeries(answer, 'cumulative')
  const lines = linesOf(series, performanceOf(series.btc, '30d', 'UTC'), 'btc')
  expect(lines.flows).toEqual([])
  figuresOf({ lines, live: undefined, unit: 'btc', shown, areAmountsHidden })
})

it('a balance history leaves out a point with an invalid date', () => {
  const strange = [{ date: 8.8e12, usd: 1, btc: 1, usd_deposit_amount: 0, btc_deposit_amount: 0 }]
  expect(readSeries(historyIn(strange)).usd.at).toHaveLength(0)
  expect(read(getBalanceHistory.response, strange).drift).toHaveLength(1)
  expect(read(balancePoint, { ...strange[0], date: 19_000 * DAY }).drift).toEqual([])
})
