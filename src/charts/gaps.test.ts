import { describe, expect, it } from 'vitest'

import { withoutGaps } from './gaps.ts'
import { lineOf } from './line.ts'

const series = (...instants: number[]) => lineOf(instants.map((at) => ({ at, value: at })))
const lengths = (...instants: number[]) =>
  withoutGaps(series(...instants)).map(({ at }) => at.length)

it('breaks a line where points are missing', () => {
  expect(lengths(0, 1, 2, 3, 10, 11, 12, 30, 31)).toEqual([4, 3, 2])
})

it('leaves a line whole whose points come at even or somewhat uneven times', () => {
  expect(lengths(0, 1, 2, 3, 4)).toEqual([5])
  expect(lengths(0, 2, 3, 5, 8, 9, 11)).toEqual([7])
  expect(lengths(0, 50, 51)).toEqual([3])
})

it('loses no point and keeps their order', () => {
  const line = series(0, 1, 2, 9, 10, 11, 40)
  expect(withoutGaps(line).flatMap(({ at }) => [...at])).toEqual([...line.at])
  expect(withoutGaps(line).flatMap(({ value }) => [...value])).toEqual([...line.value])
})

it('breaks where a point could not be read, however few there are', () => {
  const line = series(0, 1, 3, 4)
  const parts = withoutGaps(line, {
    missing: Float64Array.of(2),
    farthest: Number.POSITIVE_INFINITY,
  })
  expect(parts.map(({ at }) => [...at])).toEqual([
    [0, 1],
    [3, 4],
  ])
})

describe('where points may lie at most so far apart', () => {
  const within = (farthest: number, ...instants: number[]) =>
    withoutGaps(series(...instants), { missing: new Float64Array(0), farthest }).map(
      ({ at }) => at.length,
    )

  it('a few points that lie farther apart are no line', () => {
    expect(within(2, 0, 14)).toEqual([1, 1])
    expect(within(2, 0, 14, 700)).toEqual([1, 1, 1])
    expect(within(2, 0, 1)).toEqual([2])
  })

  it('one missing day of many breaks it, and points a week apart do not', () => {
    expect(within(2, 0, 1, 2, 3, 4, 6.5, 7.5)).toEqual([5, 2])
    expect(within(2, 0, 7, 14, 21, 28, 35)).toEqual([6])
  })
})

it('does not take points at one instant for a gap', () => {
  expect(lengths(5, 5, 5, 5, 6)).toEqual([5])
})
