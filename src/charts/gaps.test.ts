import { expect, it } from 'vitest'

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

it('does not take points at one instant for a gap', () => {
  expect(lengths(5, 5, 5, 5, 6)).toEqual([5])
})
