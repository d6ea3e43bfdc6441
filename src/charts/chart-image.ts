import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import { changes, decimate, type Point, withoutGaps } from './line.ts'
import { DRAWDOWN, plotOf, type TimeSeriesData } from './plot.ts'
import type { TimeStep } from './scale.ts'

type ChartImage = {
  title: string
  data: TimeSeriesData
  timeZone: DisplayPreferences['timeZone']
  formatValue: (value: number) => string
  formatTime: (at: number, step: TimeStep) => string
}

const SIZE = { width: 1200, plot: 420, edge: 24, head: 56 }
const SHARPNESS = 2

/** Draws the same lines as on the screen into a picture file, in the colours of the page's theme. */
export function chartImage(image: ChartImage): Promise<Blob> {
  const { title, data, timeZone, formatValue, formatTime } = image
  const plot = plotOf(data, SIZE.width - 2 * SIZE.edge, SIZE.plot, timeZone)
  const canvas = document.createElement('canvas')
  const height = plot.height + SIZE.head + SIZE.edge
  canvas.width = SIZE.width * SHARPNESS
  canvas.height = height * SHARPNESS
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error('This browser draws no pictures.'))
  const styles = getComputedStyle(document.documentElement)
  const colour = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  pen.scale(SHARPNESS, SHARPNESS)
  pen.fillStyle = colour('canvas')
  pen.fillRect(0, 0, SIZE.width, height)
  pen.fillStyle = colour('text')
  pen.font = `600 15px ${getComputedStyle(document.body).fontFamily}`
  pen.fillText(title, SIZE.edge, 34, SIZE.width - 2 * SIZE.edge)
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`
  pen.translate(SIZE.edge, SIZE.head)

  const trace = (points: readonly Point[], y: (value: number) => number, isStepped = false) => {
    pen.beginPath()
    let before = 0
    points.forEach(({ at, value }, index) => {
      if (index === 0) pen.moveTo(plot.x(at), y(value))
      else {
        if (isStepped) pen.lineTo(plot.x(at), before)
        pen.lineTo(plot.x(at), y(value))
      }
      if (points.length === 1) pen.lineTo(plot.x(at), y(value))
      before = y(value)
    })
  }
  const line = (points: readonly Point[], name: string, width: number, isStepped = false) => {
    trace(points, plot.y, isStepped)
    pen.strokeStyle = colour(name)
    pen.lineWidth = width
    pen.setLineDash(isStepped ? [2, 3] : [])
    pen.stroke()
    pen.setLineDash([])
  }

  pen.fillStyle = colour('text-3')
  pen.textAlign = 'right'
  for (const tick of plot.value.ticks) {
    pen.fillStyle = colour('hairline')
    pen.fillRect(0, plot.y(tick), plot.plotWidth, 1)
    pen.fillStyle = colour('text-3')
    pen.fillText(formatValue(tick), plot.width, plot.y(tick) + 4)
  }
  pen.textAlign = 'center'
  for (const tick of plot.time.ticks) {
    pen.fillText(formatTime(tick, plot.time.step), plot.x(tick), plot.height - 10)
  }
  if (data.deposits) line(changes(data.deposits), 'text-3', 1, true)
  pen.lineCap = 'round'
  for (const part of data.comparison ? withoutGaps(data.comparison, data.gaps) : []) {
    line(decimate(part, plot.plotWidth), 'text-3', 1)
  }
  for (const part of withoutGaps(data.points, data.gaps)) {
    line(decimate(part, plot.plotWidth), 'accent', 2)
  }
  if (data.live) {
    const [x, y] = [plot.x(data.live.at), plot.y(data.live.value)]
    pen.beginPath()
    pen.arc(x, y, 4, 0, 2 * Math.PI)
    pen.fillStyle = colour('canvas')
    pen.fill()
    pen.strokeStyle = colour('accent')
    pen.stroke()
    pen.fillStyle = colour('text-2')
    pen.textAlign = 'right'
    pen.fillText('Now', y < 18 ? x - 9 : x, y < 18 ? y + 4 : y - 9)
  }
  const { drawdown } = data
  if (plot.drawdown && drawdown) {
    const { low } = plot.drawdown
    const top = plot.plotHeight + DRAWDOWN.gap
    for (const part of withoutGaps(drawdown, data.gaps)) {
      trace(decimate(part, plot.plotWidth), (value) => top + (value / low) * DRAWDOWN.height)
      pen.strokeStyle = colour('down')
      pen.lineWidth = 1
      pen.stroke()
      pen.lineTo(plot.x(part.at.at(-1) ?? plot.to), top)
      pen.lineTo(plot.x(part.at[0] ?? plot.from), top)
      pen.fillStyle = colour('down-soft')
      pen.globalAlpha = 0.6
      pen.fill()
      pen.globalAlpha = 1
    }
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made.')))),
  )
}
