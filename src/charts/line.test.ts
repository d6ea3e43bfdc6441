import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { propertyRuns } from '#testing/proof-size.ts'

import { decimate, lastIndexUntil, lineOf, nearestIndex, type Point, withoutGaps } from './line.ts'

const series = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 10_000 }),
      value: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    }),
    { maxLength: 600 },
  )
  .map((steps) => {
    let at = 1_700_000_000_000
    return steps.map(({ gap, value }): Point => ({ at: (at += gap), value }))
  })

const columns = fc.integer({ min: 2, max: 60 })

/** The points of each pixel column, worked out column by column and not point by point. */
function inColumns(points: readonly Point[], width: number): Point[][] {
  const from = points[0]?.at ?? 0
  const span = (points.at(-1)?.at ?? 0) - from || 1
  return Array.from({ length: width }, (_, column) =>
    points.filter(({ at }) => {
      const place = ((at - from) / span) * width
      return place >= column && (place < column + 1 || column === width - 1)
    }),
  ).filter((column) => column.length > 0)
}

it('thinning a line leaves at most two points per pixel column, and both ends', () => {
  fc.assert(
    fc.property(series, columns, (points, width) => {
      const kept = decimate(lineOf(points), width)
      expect(kept.length).toBeLessThanOrEqual(2 * width + 2)
      expect(kept[0]).toEqual(points[0])
      expect(kept.at(-1)).toEqual(points.at(-1))
    }),
  )
})

it('thinning a line keeps the highest and the lowest value', () => {
  fc.assert(
    fc.property(series, columns, (points, width) => {
      const all = points.map((point) => point.value)
      const kept = decimate(lineOf(points), width).map((point) => point.value)
      expect(Math.max(...kept)).toBe(Math.max(...all))
      expect(Math.min(...kept)).toBe(Math.min(...all))
    }),
  )
})

it('thinning a line keeps the extremes of every pixel column', () => {
  fc.assert(
    fc.property(series, columns, (points, width) => {
      const kept = new Set(decimate(lineOf(points), width).map(({ at, value }) => `${at} ${value}`))
      for (const column of inColumns(points, width)) {
        const values = column.map(({ value }) => value)
        for (const extreme of [Math.min(...values), Math.max(...values)]) {
          const holders = column.filter(({ value }) => value === extreme)
          expect(holders.some(({ at, value }) => kept.has(`${at} ${value}`))).toBe(true)
        }
      }
    }),
    { numRuns: propertyRuns(5_000) },
  )
})

it('thinning a line keeps the time order and invents no point', () => {
  fc.assert(
    fc.property(series, columns, (points, width) => {
      const known = new Map(points.map(({ at, value }) => [at, value]))
      const kept = decimate(lineOf(points), width)
      for (const [index, point] of kept.entries()) {
        expect(point.value).toBe(known.get(point.at))
        expect(point.at).toBeGreaterThan(kept[index - 1]?.at ?? 0)
      }
    }),
  )
})

it('thinning a line keeps a spike of one point among five thousand', () => {
  const points = Array.from({ length: 5_000 }, (_, at) => ({ at, value: at === 3_333 ? 99 : 1 }))
  expect(decimate(lineOf(points), 300)).toContainEqual(points[3_333])
})

it('thinning a line leaves a short one unchanged', () => {
  const points = [
    { at: 0, value: 1 },
    { at: 1, value: 2 },
  ]
  expect(decimate(lineOf(points), 400)).toEqual(points)
  expect(decimate(lineOf([]), 400)).toEqual([])
})

it('the nearest point in time is found', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: -50_000, max: 4_000_000 }), (points, offset) => {
      const at = 1_700_000_000_000 + offset
      const distance = (point: Point) => Math.abs(point.at - at)
      const index = nearestIndex(lineOf(points).at, at)
      const nearest = Math.min(...points.map(distance))
      expect(points[index] ? distance(points[index]) : index).toBe(points[0] ? nearest : -1)
    }),
  )
})

it('the last point not after an instant is found', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: -50_000, max: 4_000_000 }), (points, offset) => {
      const at = 1_700_000_000_000 + offset
      const index = lastIndexUntil(lineOf(points).at, at)
      expect(index).toBe(points.findLastIndex((point) => point.at <= at))
    }),
  )
})

const lineAt = (...instants: number[]) => lineOf(instants.map((at) => ({ at, value: at })))
const lengths = (...instants: number[]) =>
  withoutGaps(lineAt(...instants)).map(({ at }) => at.length)

it('a line breaks at missing points', () => {
  expect(lengths(0, 1, 2, 3, 10, 11, 12, 30, 31)).toEqual([4, 3, 2])
})

it('a line of even or somewhat uneven times stays whole', () => {
  expect(lengths(0, 1, 2, 3, 4)).toEqual([5])
  expect(lengths(0, 2, 3, 5, 8, 9, 11)).toEqual([7])
  expect(lengths(0, 50, 51)).toEqual([3])
})

it('splitting a line loses no point and keeps their order', () => {
  const line = lineAt(0, 1, 2, 9, 10, 11, 40)
  expect(withoutGaps(line).flatMap(({ at }) => [...at])).toEqual([...line.at])
  expect(withoutGaps(line).flatMap(({ value }) => [...value])).toEqual([...line.value])
})

it('a line breaks at an unreadable point, however few points there are', () => {
  const line = lineAt(0, 1, 3, 4)
  const parts = withoutGaps(line, {
    missing: Float64Array.of(2),
    farthest: Number.POSITIVE_INFINITY,
  })
  expect(parts.map(({ at }) => [...at])).toEqual([
    [0, 1],
    [3, 4],
  ])
})

describe('a line with a maximum distance of points', () => {
  const within = (farthest: number, ...instants: number[]) =>
    withoutGaps(lineAt(...instants), { missing: new Float64Array(0), farthest }).map(
      ({ at }) => at.length,
    )

  it('a few points farther apart than the maximum distance stay one line', () => {
    expect(within(2, 0, 14)).toEqual([1, 1])
    expect(within(2, 0, 14, 700)).toEqual([1, 1, 1])
    expect(within(2, 0, 1)).toEqual([2])
  })

  it('one missing day of many breaks a line, points a week apart do not', () => {
    expect(within(2, 0, 1, 2, 3, 4, 6.5, 7.5)).toEqual([5, 2])
    expect(within(2, 0, 7, 14, 21, 28, 35)).toEqual([6])
  })
})

it('points at one instant are not a gap', () => {
  expect(lengths(5, 5, 5, 5, 6)).toEqual([5])
})
