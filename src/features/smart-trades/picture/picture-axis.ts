/** Units of the drawing, which are pixels where there is room. */
export const WIDTH = 360
export const HEIGHT = 676
/** Where lines end and price tags begin. */
export const AXIS = 276
/** Where candles have ended and the present price stands. */
export const NOW = 190

/** Free above the highest price and below the lowest. */
const EDGE = 44

/** Which prices the axis shows. While a line is moved it stays, or the line would flee the hand. */
export type Scale = { middle: number; range: number }

const perUnit = ({ range }: Scale): number => range / (HEIGHT - 2 * EDGE)

/** Where a price lies; beyond the drawing when it is far from the trade. */
export const yOnAxis = (scale: Scale, price: number): number =>
  HEIGHT / 2 + (scale.middle - price) / perUnit(scale)

/** The price at a height of the drawing. */
export const priceOnAxis = (scale: Scale, y: number): number =>
  scale.middle - (y - HEIGHT / 2) * perUnit(scale)

/** Whether a price lies well within the drawing. */
export const isOnAxis = (scale: Scale, price: number): boolean =>
  Math.abs(price - scale.middle) <= scale.range / 2 + perUnit(scale) * (EDGE / 2)
