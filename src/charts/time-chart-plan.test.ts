import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { propertyRuns } from '#testing/proof-size.ts'

import { lineOf, nearestIndex } from './line.ts'
import { labelPlaces } from './time-chart-marks.tsx'
import { axisTexts, type LineSeries, planOf, type TimeFigures } from './time-chart-plan.ts'

const reader = { timeZone: 'UTC', areAmountsHidden: false } as const
const size = { width: 900, height: 236 }
const DAY = 86_400_000
const amounts = { isAmount: true } as const

const lineAt = (...points: [at: number, value: number][]): LineSeries => ({
  kind: 'line',
  line: lineOf(points.map(([at, value]) => ({ at, value }))),
  tone: 'accent',
})

const figuresWith = (rest: Partial<TimeFigures> = {}): TimeFigures => ({
  along: 'time',
  unit: amounts,
  series: [lineAt([0, 10], [9 * DAY, 30])],
  ...rest,
})

const textsOf = (figures: TimeFigures, areAmountsHidden = false) =>
  planOf(figures, size, { ...reader, areAmountsHidden }).value.ticks.map(({ text }) => text)

it('axis labels have the decimals that their distance needs', () => {
  expect(axisTexts([0, 2.5, 5], amounts, reader)).toEqual(['0.0', '2.5', '5.0'])
  expect(axisTexts([0.00016, 0.00018], amounts, reader)).toEqual(['0.00016', '0.00018'])
  expect(axisTexts([6.4e-12, 6.6e-12], amounts, reader)[1]).toBe('0.0(11)66')
  expect(axisTexts([-50, 0, 50], { ...amounts, signed: true }, reader)).toEqual(['−50', '0', '+50'])
  expect(axisTexts([0, 20_000_000], amounts, reader)).toEqual(['0M', '20M'])
})

it('axis labels of zeros are a single zero, as before data has loaded', () => {
  const series = [{ kind: 'bars' as const, bars: [{ value: undefined }] }]
  expect(textsOf(figuresWith({ along: ['26 Oct'], series }))).toEqual(['0'])
})

it('axis labels are hidden with the amounts, except percentages', () => {
  expect(new Set(textsOf(figuresWith(), true))).toEqual(new Set(['••••']))
  const unit = { isAmount: false, suffix: '%' }
  expect(textsOf(figuresWith({ unit }), true)).toContain('20%')
})

it('an axis of signed figures includes zero', () => {
  const unit = { isAmount: true, signed: true }
  expect(textsOf(figuresWith({ unit, series: [lineAt([0, 40], [1, 45])] }))).toContain('0')
})

describe('chart plan', () => {
  const strip = {
    series: { ...lineAt([0, 0], [9 * DAY, -7.3]), kind: 'area' as const },
    unit: { isAmount: false, suffix: '%' },
  }

  it('a chart plan and its Recharts domains place values equally', () => {
    const plan = planOf(figuresWith({ strip }), size, reader)
    const inner = plan.height - 28
    const inDomain = ([low, high]: [number, number], value: number) =>
      inner * (1 - (value - low) / (high - low))
    expect(inDomain(plan.value.domain, 30)).toBeCloseTo(plan.y(30), 6)
    expect(plan.strip?.ticks.map(({ text }) => text)).toEqual(['−8%', '0%'])
    for (const { at, y } of plan.strip?.ticks ?? []) {
      expect(inDomain(plan.strip?.domain ?? [0, 1], at)).toBeCloseTo(y, 6)
    }
    expect(plan.strip?.ticks[0]?.y).toBeCloseTo(inner, 6)
  })

  it('a narrow chart leaves out the lower strip', () => {
    expect(planOf(figuresWith({ strip }), { ...size, width: 390 }, reader).strip).toBeUndefined()
  })

  it('a chart plan is finite for one point, zeros or no points', () => {
    for (const series of [[lineAt([5, 7])], [lineAt([0, 0], [1, 0])], [lineAt()], []]) {
      const { value, x, y } = planOf(figuresWith({ series }), size, reader)
      expect([...value.domain, x(5), y(0)].every(Number.isFinite)).toBe(true)
    }
  })
})

const points = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 10_000 }),
      value: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    }),
    { minLength: 1, maxLength: 600 },
  )
  .map((steps) => {
    let at = 1_700_000_000_000
    return steps.map(({ gap, value }) => ({ at: (at += gap), value }))
  })

it('the cursor reads points that thinning removed', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 300, max: 1_400 }), (all, width) => {
      const line = lineOf(all)
      const series = [{ kind: 'line' as const, line, tone: 'accent' as const }]
      const plan = planOf(figuresWith({ series }), { width, height: 236 }, reader)
      for (const point of all) {
        expect(all[nearestIndex(line.at, plan.at(plan.x(point.at)))]).toBe(point)
      }
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

it('Recharts gets at most two points per pixel, over all parts of a line with gaps', () => {
  const series: LineSeries = {
    kind: 'line',
    line: lineOf(
      Array.from({ length: 50_000 }, (_, index) => ({
        at: index * 60_000 + (index >= 20_000 ? DAY : 0) + (index >= 35_000 ? DAY : 0),
        value: Math.sin(index),
      })),
    ),
    tone: 'accent',
  }
  const plan = planOf(figuresWith({ series: [series] }), size, reader)
  const drawn = plan.points(series)
  expect(drawn.length).toBeLessThanOrEqual(2 * plan.plotWidth + 6)
  expect(drawn.filter(({ value }) => value === null)).toHaveLength(2)
})

it('a chart draws only the changes of a step line', () => {
  const steps: LineSeries = { ...lineAt([0, 5], [1, 5], [2, 7], [3, 7], [4, 7]), kind: 'steps' }
  const plan = planOf(figuresWith({ series: [steps] }), size, reader)
  expect(plan.points(steps).map(({ at }) => at)).toEqual([0, 2, 4])
})

it('a year of events has texts beside the marks, without overlap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 365 }), { minLength: 1, maxLength: 5 }),
      (days) => {
        const flows = days
          .toSorted((a, b) => a - b)
          .map((day) => ({ at: day * DAY, label: 'Deposit +2,500' }))
        const plot = { plotWidth: 1_100, x: (at: number) => (at / (365 * DAY)) * 1_100 }
        const places = labelPlaces(flows, plot)
        const boxes = places.flatMap((place) => place ?? [])
        expect(boxes).toHaveLength(flows.length)
        for (const [index, box] of boxes.entries()) {
          expect(box.from).toBeGreaterThanOrEqual(0)
          expect(box.to).toBeLessThanOrEqual(plot.plotWidth + 8)
          for (const other of boxes.slice(index + 1)) {
            expect(box.row !== other.row || box.to <= other.from || box.from >= other.to).toBe(true)
          }
        }
      },
    ),
  )
})

it('bars beside a line have a band below it, at full height', () => {
  const line = lineOf([10, 400].map((value, at) => ({ at, value })))
  const figures: TimeFigures = {
    along: ['1', '2'],
    unit: { isAmount: true, signed: true },
    series: [
      { kind: 'bars', bars: [{ value: 10 }, { value: -5 }] },
      { kind: 'line', line, tone: 'accent' },
    ],
  }
  const plan = planOf(figures, { width: 600, height: 200 }, reader)
  expect(plan.y(0)).toBeLessThan(plan.barY(10))
  expect(plan.barY(-5)).toBeLessThanOrEqual(200)
  expect(plan.barY(0) - plan.barY(10)).toBeGreaterThan(20)
  const alone = planOf(
    { ...figures, series: figures.series.slice(0, 1) },
    { width: 600, height: 200 },
    reader,
  )
  expect(alone.barY(10)).toBe(alone.y(10))
})
