import { Chart, type ExportedFile } from '#charts/chart.tsx'
import { lineOf, nearestIndex } from '#charts/line.ts'
import type { Level, Picture } from '#charts/picture.ts'

import type { GridLineView } from './grid-lines.ts'
import { isInView, viewOf, type Zoom } from './picture-view.ts'

type Mark = { price: number; label: string }

/** A line of the picture, and what is read out for it. */
export type PictureLine = { price: number; state: GridLineView['state']; words: string }

type RangePictureProps = {
  label: string
  /** The oldest first. */
  points: readonly { at: number; value: number }[]
  /** Highest price first. */
  lines: readonly PictureLine[]
  lower: Mark
  upper: Mark
  last: Mark
  zoom: Zoom
  /** Stands above while no line is read. */
  idle: string
  file: ExportedFile
}

const SIZE = { height: 216, narrowHeight: 216 }
/** More lines than this would be a grey wall: only the range's two are drawn. */
const MOST_LINES = 60

const STYLES: Record<GridLineView['state'], Pick<Level, 'tone' | 'opacity' | 'dash'>> = {
  sell: { tone: 'down', opacity: 0.42 },
  buy: { tone: 'up', opacity: 0.42 },
  waiting: { tone: 'text-3', opacity: 0.42, dash: '2 3' },
  empty: { tone: 'text-3', opacity: 0.3 },
  mark: { tone: 'caution', opacity: 0.8, dash: '6 3' },
}

/** The price over the lines of a grid. Pointer and arrow keys read each line in the row above it. */
export function RangePicture(props: RangePictureProps) {
  const { label, lines, lower, upper, last, zoom, idle, points, file } = props
  const prices = [...lines.map(({ price }) => price), lower.price, upper.price]
  const view = viewOf({ points, prices, last: last.price }, zoom)
  // Upwards, as a slider counts.
  const shown = lines.filter(({ price }) => isInView(price, view)).toReversed()
  const at = Float64Array.from(shown, ({ price }) => price)
  const lineAt = (price: number | undefined) =>
    price === undefined ? undefined : shown[nearestIndex(at, price)]
  const readoutAt = (price: number | undefined) => (
    <span className="text-caption text-ink-2 tabular-nums">{lineAt(price)?.words ?? idle}</span>
  )
  return (
    <Chart
      name="price in the range"
      label={label}
      picture={pictureOf(props, shown, view)}
      size={SIZE}
      stops={{ at, isVertical: true, start: nearestIndex(at, last.price) }}
      readout={readoutAt}
      describe={(price) => lineAt(price)?.words ?? ''}
      file={file}
    />
  )
}

type Drawn = Pick<RangePictureProps, 'points' | 'lower' | 'upper' | 'last'>

/** Free above and below the highest and the lowest price, as a part of what is between. */
const AIR = 0.06

function pictureOf(
  { points, lower, upper, last }: Drawn,
  shown: readonly PictureLine[],
  { from, to, low, high }: ReturnType<typeof viewOf>,
): Picture {
  const isWall = shown.length > MOST_LINES
  const levels = shown.flatMap(({ price, state }, index): Level[] => {
    if (isWall && index > 0 && index < shown.length - 1) return []
    return [{ value: price, ...STYLES[isWall && state !== 'mark' ? 'empty' : state] }]
  })
  const air = (high - low) * AIR || 1
  return {
    along: 'time',
    format: { isAmount: false },
    view: { from, to, low: low - air, high: high + air },
    series: [
      {
        kind: 'line',
        line: lineOf(points.filter((point) => point.at >= from)),
        tone: 'text',
        width: 1.25,
        name: 'Price',
      },
    ],
    levels: [
      ...levels,
      { value: lower.price, tone: 'edge', opacity: 0, label: lower.label },
      { value: upper.price, tone: 'edge', opacity: 0, label: upper.label },
      { value: last.price, tone: 'text-3', dash: '1 3', label: last.label, isStrong: true },
    ],
    live: { at: to, value: last.price },
  }
}
