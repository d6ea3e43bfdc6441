/** The part of prices and time that a picture shows. */
export type PictureView = { low: number; high: number; from: number; to: number }

export const ZOOMS = ['1', '2', '4', '8'] as const
export type Zoom = (typeof ZOOMS)[number]

type Drawn = {
  /** The oldest first. */
  points: readonly { at: number; value: number }[]
  /** Every price that is drawn besides, the last one among them. */
  prices: readonly number[]
  last: number
}

/** Everything at 1; nearer, that part of the prices around the last one and of the latest time. */
export function viewOf({ points, prices, last }: Drawn, zoom: Zoom): PictureView {
  const factor = Number(zoom)
  const values = [...points.map(({ value }) => value), ...prices, last]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const to = points.at(-1)?.at ?? 1
  const first = points[0]?.at ?? 0
  const from = to - (to - first) / factor
  const room = (high - low) / factor
  // Near an edge the window stays inside what there is.
  const bottom = Math.min(Math.max(low, last - room / 2), high - room)
  return { low: bottom, high: bottom + room, from, to }
}

export const isInView = (price: number, { low, high }: PictureView): boolean =>
  price >= low && price <= high
