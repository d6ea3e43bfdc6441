import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import type { ExportedFile } from './chart-export.tsx'
import type { Picture, Series, Tone } from './picture.ts'
import { type Plot, plotOf } from './plot.ts'
import { type PathShape, type Shape, shapesOf } from './shapes.ts'

type ChartImage = { picture: Picture; file: ExportedFile; reader: DisplayPreferences }

const SIZE = { width: 1200, plot: 420, edge: 24, head: 80 }
const SHARPNESS = 2

/** Draws the same shapes as the page into an image file, in the colours of its theme. */
export function chartImage({ picture, file, reader }: ChartImage): Promise<Blob> {
  const inside = SIZE.width - 2 * SIZE.edge
  const plot = plotOf(picture, { width: inside, height: SIZE.plot }, reader)
  const canvas = document.createElement('canvas')
  const height = plot.height + SIZE.head + SIZE.edge
  canvas.width = SIZE.width * SHARPNESS
  canvas.height = height * SHARPNESS
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error('This browser cannot draw images.'))
  const { colour, font } = themeOf(document.documentElement)
  pen.scale(SHARPNESS, SHARPNESS)
  pen.fillStyle = colour('canvas')
  pen.fillRect(0, 0, SIZE.width, height)
  pen.fillStyle = colour('text')
  pen.font = font(15, 600)
  pen.fillText(file.title, SIZE.edge, 34, inside)
  pen.fillStyle = colour('text-2')
  pen.font = font(12, 400)
  pen.fillText(file.source, SIZE.edge, 56, inside / 2)
  legend(pen, picture.series, colour)

  pen.translate(SIZE.edge, SIZE.head)
  const { frame, series, marks } = shapesOf(picture, plot)
  const paint = (shapes: readonly Shape[]) => {
    for (const shape of shapes) draw(pen, shape, { colour, font })
  }
  paint(frame)
  clipped(pen, picture, plot, () => paint(series))
  paint(marks)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The image could not be made.')),
    ),
  )
}

type Theme = {
  colour: (tone: Tone) => string
  font: (size: number, weight: number) => string
}

function themeOf(page: Element): Theme {
  const styles = getComputedStyle(page)
  const family = getComputedStyle(document.body).fontFamily
  return {
    colour: (tone) => styles.getPropertyValue(`--${tone}`).trim(),
    font: (size, weight) => `${weight} ${size}px ${family}`,
  }
}

const pathOf = ({ d }: PathShape): Path2D => new Path2D(d)

function draw(pen: CanvasRenderingContext2D, shape: Shape, { colour, font }: Theme): void {
  if ('d' in shape) {
    pen.globalAlpha = shape.opacity ?? 1
    pen.lineWidth = shape.width ?? 1
    pen.lineCap = shape.dash === undefined ? 'round' : 'butt'
    pen.setLineDash(shape.dash?.split(' ').map(Number) ?? [])
    if (shape.fill) {
      pen.fillStyle = colour(shape.fill)
      pen.fill(pathOf(shape))
    }
    if (shape.stroke) {
      pen.strokeStyle = colour(shape.stroke)
      pen.stroke(pathOf(shape))
    }
    pen.setLineDash([])
    pen.globalAlpha = 1
    return
  }
  pen.font = font(12, shape.isStrong ? 500 : 400)
  pen.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor
  if (shape.hasHalo) {
    pen.strokeStyle = colour('canvas')
    pen.lineWidth = 3
    pen.strokeText(shape.text, shape.x, shape.y)
  }
  pen.fillStyle = colour(shape.tone)
  pen.fillText(shape.text, shape.x, shape.y)
}

/** What is beyond the part that is shown stays out of the image too. */
function clipped(
  pen: CanvasRenderingContext2D,
  { view }: Picture,
  { plotWidth, plotHeight }: Plot,
  paint: () => void,
): void {
  pen.save()
  if (view) {
    pen.beginPath()
    pen.rect(0, 0, plotWidth, plotHeight)
    pen.clip()
  }
  paint()
  pen.restore()
}

const LEGEND = { baseline: 56, mark: 14, gap: 6, between: 20 }

/** Names of the series, from the right edge to the left. */
function legend(
  pen: CanvasRenderingContext2D,
  series: readonly Series[],
  colour: Theme['colour'],
): void {
  let right = SIZE.width - SIZE.edge
  for (const one of series.toReversed()) {
    if (one.name === undefined) continue
    const left = right - pen.measureText(one.name).width
    pen.fillText(one.name, left, LEGEND.baseline)
    pen.fillStyle = colour('tone' in one && one.tone ? one.tone : 'text-3')
    pen.fillRect(left - LEGEND.gap - LEGEND.mark, LEGEND.baseline - 5, LEGEND.mark, 2)
    pen.fillStyle = colour('text-2')
    right = left - LEGEND.gap - LEGEND.mark - LEGEND.between
  }
}
