import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { LABEL_GAP, spreadLabels } from './labels.ts'

const axis = { from: 0, to: 200 }
const at = (...places: number[]) => places.map((place) => ({ at: place }))

describe('labels of an axis', () => {
  it('stay at their places where there is room', () => {
    expect(spreadLabels(at(30, 60, 90), axis)).toEqual([30, 60, 90])
  })

  it('move apart by the same distance where they would overlap', () => {
    expect(spreadLabels(at(100, 104), axis)).toEqual([94, 110])
  })

  it('stay inside the axis', () => {
    expect(spreadLabels(at(-50, 2, 900), axis)).toEqual([8, 24, 192])
  })

  it('leave the heavier label nearer to its place', () => {
    const [light, heavy] = spreadLabels(
      [
        { at: 100, weight: 1 },
        { at: 104, weight: 1e6 },
      ],
      axis,
    )
    expect(heavy).toBeCloseTo(104, 3)
    expect(light).toBeCloseTo(88, 3)
  })

  it('are left out where not all have room, the lightest first', () => {
    const labels = [{ at: 5 }, { at: 10, weight: 9 }, { at: 15, weight: 5 }]
    expect(spreadLabels(labels, { from: 0, to: 40 })).toEqual([undefined, 8, 24])
  })

  it('never overlap, never leave the axis and keep their order', () => {
    const label = fc.record({
      at: fc.double({ min: -1e4, max: 1e4, noNaN: true }),
      size: fc.option(fc.double({ min: 0, max: 60, noNaN: true }), { nil: undefined }),
      weight: fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(
        fc.array(label, { maxLength: 30 }),
        fc.double({ min: 20, max: 800, noNaN: true }),
        (labels, to) => {
          const places = spreadLabels(labels, { from: 0, to })
          const shown = labels
            .flatMap(({ at: wanted, size = 0 }, index) => {
              const place = places[index]
              const room = Math.max(LABEL_GAP, size)
              return place === undefined ? [] : [{ wanted, place, room }]
            })
            .toSorted((a, b) => a.place - b.place)
          const fits = labels.some(({ size = 0 }) => size <= to)
          expect(shown.length > 0).toBe(fits)
          for (const [index, { wanted, place, room }] of shown.entries()) {
            expect(place - room / 2).toBeGreaterThanOrEqual(-1e-6)
            expect(place + room / 2).toBeLessThanOrEqual(to + 1e-6)
            const before = shown[index - 1]
            if (!before) continue
            expect(place - before.place).toBeGreaterThanOrEqual((room + before.room) / 2 - 1e-6)
            expect(place - before.place).toBeGreaterThanOrEqual(LABEL_GAP - 1e-6)
            expect(wanted).toBeGreaterThanOrEqual(before.wanted)
          }
        },
      ),
    )
  })
})
