import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { lineOf } from './line.ts'
import type { Picture } from './picture.ts'
import { axisTexts, plotOf } from './plot.ts'
import { flowLabels, shapesOf } from './shapes.ts'

const reader = { timeZone: 'UTC', areAmountsHidden: false } as const
const DAY = 86_400_000
const amounts = { isAmount: true } as const

const lineWith = (rest: Partial<Picture>): Picture => ({
  along: 'time',
  format: amounts,
  series: [
    {
      kind: 'line',
      line: lineOf([
        { at: 0, value: 10 },
        { at: 9 * DAY, value: 30 },
      ]),
      tone: 'accent',
    },
  ],
  ...rest,
})

const textsOf = (picture: Picture, areAmountsHidden = false) =>
  plotOf(picture, { width: 900, height: 236 }, { ...reader, areAmountsHidden }).labels.map(
    ({ text }) => text,
  )

describe('labels of an axis', () => {
  it('all have the decimals that their distance needs', () => {
    expect(axisTexts([0, 2.5, 5], amounts, reader)).toEqual(['0.0', '2.5', '5.0'])
    expect(axisTexts([0.00016, 0.00018], amounts, reader)).toEqual(['0.00016', '0.00018'])
    expect(axisTexts([6.4e-12, 6.6e-12], amounts, reader)[1]).toBe('0.0(11)66')
    expect(axisTexts([-50, 0, 50], { ...amounts, signed: true }, reader)).toEqual([
      '−50',
      '0',
      '+50',
    ])
    expect(axisTexts([0, 20_000_000], amounts, reader)).toEqual(['0M', '20M'])
  })

  it('are one zero where every value is zero, as before anything is loaded', () => {
    const series = [{ kind: 'bars' as const, bars: [{ at: 0, value: undefined }] }]
    expect(textsOf({ along: ['26 Oct'], format: amounts, series })).toEqual(['0'])
  })

  it('are hidden with the amounts, while those of prices stay', () => {
    expect(new Set(textsOf(lineWith({}), true))).toEqual(new Set(['••••']))
    expect(textsOf(lineWith({ format: { isAmount: false } }), true)).toContain('20')
  })

  it('give way to the label of a level, at least 16 px', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 5, max: 40, noNaN: true }), { maxLength: 6 }),
        (values) => {
          const levels = values.map((value) => ({
            value,
            tone: 'text' as const,
            label: value.toFixed(2),
          }))
          const { labels } = plotOf(lineWith({ levels }), { width: 900, height: 236 }, reader)
          const places = labels.map(({ y }) => y).toSorted((a, b) => a - b)
          for (const [index, place] of places.entries()) {
            expect(place - (places[index - 1] ?? -100)).toBeGreaterThan(15.99)
          }
        },
      ),
    )
  })
})

it('every flow of a year has its words beside its mark, and none covers another', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 365 }), { minLength: 1, maxLength: 5 }),
      (days) => {
        const flows = days
          .toSorted((a, b) => a - b)
          .map((day) => ({ at: day * DAY, label: 'Deposit +2,500' }))
        const plot = { plotWidth: 1_100, x: (at: number) => (at / (365 * DAY)) * 1_100 }
        const labels = flowLabels(flows, plot)
        expect(labels).toHaveLength(flows.length)
        const boxes = labels.map(({ x, row, isLeft, text }) => {
          const length = 11 + text.length * 6.6
          return { row, from: isLeft ? x - length : x, to: isLeft ? x : x + length }
        })
        for (const [index, box] of boxes.entries()) {
          expect(box.from).toBeGreaterThanOrEqual(0)
          expect(box.to).toBeLessThanOrEqual(plot.plotWidth)
          for (const other of boxes.slice(index + 1)) {
            expect(box.row !== other.row || box.to <= other.from || box.from >= other.to).toBe(true)
          }
        }
      },
    ),
  )
})

it('draws a bar of unknown value as a dash and never as zero', () => {
  const picture: Picture = {
    along: ['Mon', 'Tue'],
    format: amounts,
    series: [
      {
        kind: 'bars',
        bars: [
          { at: 0, value: undefined },
          { at: 1, value: -4 },
        ],
      },
    ],
  }
  const plot = plotOf(picture, { width: 300, height: 120 }, reader)
  const { series } = shapesOf(picture, plot)
  expect(series).toHaveLength(2)
  expect(series[0]).toMatchObject({ text: '—', x: plot.x(0) })
  expect(series[1]).toMatchObject({ fill: 'down' })
})
