import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import type { ExportedFile } from './chart-export.tsx'
import { type LineSeries, planOf, type TimeFigures } from './time-chart-plan.ts'
import { strokeOf } from './time-chart-sketch.tsx'

export type ChartImage = { figures: TimeFigures; file: ExportedFile; reader: DisplayPreferences }

const SIZE = { width: 1200, plot: 420, edge: 24, head: 80 }
const SHARPNESS = 2
const SVG = 'http://www.w3.org/2000/svg'

/** The chart with its title and legend as a vector file, in the colours of its theme. */
export async function svgImage(image: ChartImage): Promise<Blob> {
  const text = new XMLSerializer().serializeToString(await standalone(image))
  return new Blob([text], { type: 'image/svg+xml' })
}

/** The image as pixels. */
export async function pngImage(image: ChartImage): Promise<Blob> {
  const svg = await standalone(image)
  const canvas = document.createElement('canvas')
  canvas.width = svg.width.baseVal.value * SHARPNESS
  canvas.height = svg.height.baseVal.value * SHARPNESS
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw images.')
  pen.scale(SHARPNESS, SHARPNESS)
  for (const shape of svg.children) paint(pen, shape)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The image could not be made.')),
    ),
  )
}

/** Has React draw the image beside the page, and takes its shapes with all that style sheets say of them. */
async function standalone({ figures, file, reader }: ChartImage): Promise<SVGSVGElement> {
  const { Drawing } = await import('./time-chart-drawing.tsx')
  const inside = SIZE.width - 2 * SIZE.edge
  const plan = planOf(figures, { width: inside, height: SIZE.plot }, reader)
  const height = plan.height + SIZE.head + SIZE.edge
  const place = document.createElement('div')
  place.className = 'invisible fixed top-0 left-0'
  document.body.append(place)
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <>
        <svg width={SIZE.width} height={height} className="absolute top-0 left-0">
          <Head figures={figures} file={file} height={height} />
        </svg>
        <div className="absolute" style={{ left: SIZE.edge, top: SIZE.head }}>
          <Drawing figures={figures} plan={plan} />
        </div>
      </>,
    ),
  )
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('xmlns', SVG)
  svg.setAttribute('width', String(SIZE.width))
  svg.setAttribute('height', String(height))
  for (const shape of place.querySelectorAll<SVGGraphicsElement>(
    'path, line, circle, rect, text',
  )) {
    if (!shape.closest('defs')) svg.append(copyOf(shape, place))
  }
  root.unmount()
  place.remove()
  return svg
}

const LEGEND = { baseline: 56, mark: 14, gap: 6, between: 20, letter: 6.6 }

/** Ground, title, source, and the names of the lines. */
function Head({
  figures,
  file,
  height,
}: Pick<ChartImage, 'figures' | 'file'> & { height: number }) {
  const caption = { y: LEGEND.baseline, fontSize: 12, fill: 'var(--text-2)' }
  return (
    <>
      <rect width={SIZE.width} height={height} fill="var(--canvas)" />
      <text x={SIZE.edge} y={34} fontSize={15} fontWeight={600} fill="var(--text)">
        {file.title}
      </text>
      <text x={SIZE.edge} {...caption}>
        {file.source}
      </text>
      {legendOf(figures).map(({ series, left }) => (
        <g key={left}>
          <path
            {...strokeOf(series)}
            d={`M${left - LEGEND.gap - LEGEND.mark} ${LEGEND.baseline - 4}h${LEGEND.mark}`}
          />
          <text x={left} {...caption}>
            {series.name}
          </text>
        </g>
      ))}
    </>
  )
}

/** The names of the lines from the right edge to the left. */
function legendOf({ series }: TimeFigures): { series: LineSeries; left: number }[] {
  let right = SIZE.width - SIZE.edge
  const legend = []
  for (const one of series.toReversed()) {
    if (one.kind === 'bars' || one.name === undefined) continue
    const left = right - one.name.length * LEGEND.letter
    legend.push({ series: one, left })
    right = left - LEGEND.gap - LEGEND.mark - LEGEND.between
  }
  return legend
}

const GEOMETRY = ['d', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'width', 'height']
const STYLE = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'text-anchor',
  'font-family',
  'font-size',
  'font-weight',
]

/** A shape that needs neither its parents nor a style sheet. */
function copyOf(shape: SVGGraphicsElement, place: HTMLElement): SVGElement {
  const copy = document.createElementNS(SVG, shape.localName)
  for (const name of GEOMETRY) {
    const value = shape.getAttribute(name)
    if (value !== null) copy.setAttribute(name, value)
  }
  const style = getComputedStyle(shape)
  for (const name of STYLE) copy.setAttribute(name, style.getPropertyValue(name))
  const [from, to] = [place, shape.ownerSVGElement ?? place].map((one) =>
    one.getBoundingClientRect(),
  )
  if (from && to) copy.setAttribute('transform', `translate(${to.x - from.x} ${to.y - from.y})`)
  if (shape.localName === 'text') copy.textContent = shape.textContent
  return copy
}

/** Draws a shape that has been copied. */
function paint(pen: CanvasRenderingContext2D, shape: Element): void {
  const text = (name: string) => shape.getAttribute(name) ?? ''
  const number = (name: string) => Number(text(name).replace('px', ''))
  const [left = 0, top = 0] =
    text('transform')
      .match(/-?[\d.]+/g)
      ?.map(Number) ?? []
  pen.save()
  pen.translate(left, top)
  pen.globalAlpha = number('opacity')
  pen.lineWidth = number('stroke-width')
  pen.lineCap = text('stroke-linecap') as CanvasLineCap
  pen.lineJoin = text('stroke-linejoin') as CanvasLineJoin
  pen.setLineDash(
    text('stroke-dasharray')
      .match(/[\d.]+/g)
      ?.map(Number) ?? [],
  )
  pen.fillStyle = text('fill')
  pen.strokeStyle = text('stroke')
  const [isFilled, isStroked] = ['fill', 'stroke'].map((name) => text(name) !== 'none')
  if (shape.localName === 'text') {
    pen.font = `${text('font-weight')} ${text('font-size')} ${text('font-family')}`
    pen.textAlign =
      text('text-anchor') === 'middle' ? 'center' : (text('text-anchor') as 'start' | 'end')
    if (isStroked) pen.strokeText(shape.textContent, number('x'), number('y'))
    pen.fillText(shape.textContent, number('x'), number('y'))
  } else {
    const path = pathOf(shape.localName, text('d'), number)
    if (isFilled) pen.fill(path)
    if (isStroked) pen.stroke(path)
  }
  pen.restore()
}

function pathOf(name: string, d: string, number: (of: string) => number): Path2D {
  const path = new Path2D(d)
  if (name === 'rect') path.rect(number('x'), number('y'), number('width'), number('height'))
  if (name === 'circle') path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI)
  if (name === 'line') {
    path.moveTo(number('x1'), number('y1'))
    path.lineTo(number('x2'), number('y2'))
  }
  return path
}
