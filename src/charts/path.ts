import type { Point } from './line.ts'

/**
 * The data of an SVG path through points, to a tenth of a pixel; empty where there are none. A point
 * alone is a line of no length, which a round cap makes a dot.
 */
export const pathThrough = (
  points: readonly Point[],
  x: (at: number) => number,
  y: (value: number) => number,
): string =>
  points
    .map(({ at, value }, index) => `${index ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('') + (points.length === 1 ? 'h0' : '')
