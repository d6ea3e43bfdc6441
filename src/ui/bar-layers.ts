/**
 * What stands on a bar, as layers of the background of one element, the nearest first: a list has
 * hundreds of bars. Places are shares of its length between its paddings.
 */
const layer = (image: string, left: string, size: string): string =>
  `${image} ${left} 50% / ${size} no-repeat content-box border-box`

const plain = (colour: string): string => `linear-gradient(${colour} 0 0)`

const within = (place: number): number => Math.min(1, Math.max(0, place))

/** Where a layer of so many px has its middle on a place: percents alone would keep it inside. */
function middleAt(place: number, size: number): string {
  const share = within(place)
  return `calc(${share * 100}% + ${(share - 0.5) * size}px)`
}

/** A line across the bar, `width` px wide. */
export const tickLayer = (place: number, colour: string, width: number): string =>
  layer(plain(colour), middleAt(place, width), `${width}px 8px`)

/** A stretch of the bar. */
export function lineLayer(from: number, to: number, colour: string): string {
  const length = within(to) - within(from)
  // A percent is of the room that the layer leaves.
  const left = length === 1 ? 0 : within(from) / (1 - length)
  return layer(plain(colour), `${left * 100}%`, `${length * 100}% 2px`)
}

/** A dot of `size` px. */
export const dotLayer = (place: number, colour: string, size: number): string =>
  layer(
    `radial-gradient(closest-side, ${colour} 80%, var(--canvas) 88% 98%, transparent)`,
    middleAt(place, size),
    `${size}px ${size}px`,
  )

/** A ring of `size` px. */
export const ringLayer = (place: number, colour: string, size: number): string =>
  layer(
    `radial-gradient(closest-side, var(--canvas) 58%, ${colour} 66% 94%, transparent)`,
    middleAt(place, size),
    `${size}px ${size}px`,
  )
