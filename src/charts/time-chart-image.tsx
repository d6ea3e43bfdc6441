import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import { type ExportedFile, pngOf } from './chart-export.tsx'
import { planOf, type TimeFigures } from './time-chart-plan.ts'
import { Ground, strokeOf } from './time-chart-sketch.tsx'

export type ChartImage = { figures: TimeFigures; file: ExportedFile; reader: DisplayPreferences }

const SIZE = { width: 1200, plot: 420, edge: 24, head: 80 }
const SHARPNESS = 2

export async function svgImage(image: ChartImage): Promise<Blob> {
  const text = new XMLSerializer().serializeToString(await standalone(image))
  return new Blob([text], { type: 'image/svg+xml' })
}

export async function pngImage(image: ChartImage): Promise<Blob> {
  const svg = await standalone(image)
  return pngOf(SHARPNESS * SIZE.width, SHARPNESS * svg.height.baseVal.value, (pen) => {
    pen.scale(SHARPNESS, SHARPNESS)
    for (const shape of svg.children) paint(pen, shape)
  })
}

/** Renders the image off-screen, and copies its shapes with their computed style. */
async function standalone({ figures, file, reader }: ChartImage): Promise<SVGSVGElement> {
  const { Drawing } = await import('./time-chart-drawing.tsx')
  const { width, plot, edge, head } = SIZE
  const plan = planOf(figures, { width: width - 2 * edge, height: plot }, reader)
  const size = { width, height: plan.height + head + edge }
  const place = document.createElement('div')
  place.className = 'invisible fixed top-0 left-0'
  document.body.append(place)
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <>
        <svg xmlns="http://www.w3.org/2000/svg" {...size} className="absolute top-0 left-0">
          <path d={`M0 0h${width}v${size.height}h-${width}z`} fill="var(--canvas)" />
          <Head figures={figures} file={file} />
        </svg>
        <div className="absolute" style={{ left: edge, top: head }}>
          <Ground figures={figures} plan={plan} />
          <Drawing figures={figures} plan={plan} />
        </div>
      </>,
    ),
  )
  const shapes = place.querySelectorAll<SVGGraphicsElement>(
    ':is(path, line, circle, text):not(defs *)',
  )
  const svg = place.querySelector('svg')?.cloneNode() as SVGSVGElement
  svg.removeAttribute('class')
  svg.append(...Array.from(shapes, copyOf))
  root.unmount()
  place.remove()
  return svg
}

const LEGEND = { y: 56, mark: 14, gap: 6, between: 20, letter: 6.6 }

function Head({ figures, file }: Pick<ChartImage, 'figures' | 'file'>) {
  const caption = { y: LEGEND.y, fontSize: 12, fill: 'var(--text-2)' }
  return (
    <>
      <text x={SIZE.edge} y={34} fontSize={15} fontWeight={600} fill="var(--text)">
        {file.title}
      </text>
      <text x={SIZE.edge} {...caption}>
        {file.source}
      </text>
      {legendOf(figures).map(({ series, name, left }) => (
        <g key={left}>
          <path
            {...strokeOf(series)}
            d={`M${left - LEGEND.gap - LEGEND.mark} ${LEGEND.y - 4}h${LEGEND.mark}`}
          />
          <text x={left} {...caption}>
            {name}
          </text>
        </g>
      ))}
    </>
  )
}

function legendOf({ series }: TimeFigures) {
  let right = SIZE.width - SIZE.edge
  return series.toReversed().flatMap((one) => {
    if (one.kind === 'bars' || one.name === undefined) return []
    const left = right - one.name.length * LEGEND.letter
    right = left - LEGEND.gap - LEGEND.mark - LEGEND.between
    return { series: one, name: one.name, left }
  })
}

const STYLE =
  'fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity paint-order text-anchor font-family font-size font-weight'

function copyOf(shape: SVGGraphicsElement): SVGElement {
  const copy = shape.cloneNode(shape.localName === 'text') as SVGElement
  // Recharts writes a name for its own use.
  for (const name of ['class', 'style', 'name']) copy.removeAttribute(name)
  const style = getComputedStyle(shape)
  for (const name of STYLE.split(' ')) copy.setAttribute(name, style.getPropertyValue(name))
  const { x = 0, y = 0 } = shape.ownerSVGElement?.getBoundingClientRect() ?? {}
  copy.setAttribute('transform', `translate(${x} ${y})`)
  return copy
}

/** Draws a copied shape. The content policy forbids an SVG as image source of a canvas. */
function paint(pen: CanvasRenderingContext2D, shape: Element): void {
  const text = (name: string) => shape.getAttribute(name) ?? ''
  const numbers = (name: string) => Array.from(text(name).matchAll(/-?[\d.]+/g), Number)
  const number = (name: string) => numbers(name)[0] ?? 0
  const [left = 0, top = 0] = numbers('transform')
  pen.save()
  pen.translate(left, top)
  pen.globalAlpha = number('opacity')
  pen.lineWidth = number('stroke-width')
  pen.lineCap = text('stroke-linecap') as CanvasLineCap
  pen.lineJoin = text('stroke-linejoin') as CanvasLineJoin
  pen.setLineDash(numbers('stroke-dasharray'))
  pen.fillStyle = text('fill')
  pen.strokeStyle = text('stroke')
  const [isFilled, isStroked] = ['fill', 'stroke'].map((name) => text(name) !== 'none')
  if (shape.localName === 'text') {
    const anchor = text('text-anchor')
    pen.font = `${text('font-weight')} ${text('font-size')} ${text('font-family')}`
    pen.textAlign = anchor === 'middle' ? 'center' : (anchor as CanvasTextAlign)
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
  const line = `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`
  const path = new Path2D(name === 'line' ? line : d)
  if (name === 'circle') path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI)
  return path
}
