// One series, drawn by the product's chart, by uPlot and as a bare SVG path; each on the same page.
import { createRoot } from 'react-dom/client'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

import { lineOf } from '#charts/line.ts'
import { TimeChart } from '#charts/time-chart.tsx'
import type { TimeFigures } from '#charts/time-chart-plan.ts'

type Draw = (count: number) => Promise<number>

const SIZE = { width: 1180, height: 260 }
const HOUR = 3_600_000
const box = document.getElementById('root')
if (!box) throw new Error('The page has no place for a chart.')

/** Seeded, so that every run draws the same line. */
function walk(count: number): { at: number; value: number }[] {
  let state = 42
  let value = 50_000
  return Array.from({ length: count }, (_, index) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    value *= 1 + (state / 2 ** 31 - 0.5) / 50
    return { at: 1_600_000_000_000 + index * HOUR, value }
  })
}

/** Milliseconds until just after the frame in which `isThere` holds. */
const painted = (from: number, isThere: () => boolean): Promise<number> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isThere()) return void requestAnimationFrame(look)
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(performance.now() - from)
      channel.port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  })

/** A new place each time: what stood there before is gone. */
function emptied(): HTMLElement {
  const place = document.createElement('div')
  box?.replaceChildren(place)
  return place
}

const ours: Draw = (count) => {
  const figures: TimeFigures = {
    along: 'time',
    unit: { isAmount: true },
    series: [{ kind: 'line', line: lineOf(walk(count)), tone: 'accent', width: 1.75 }],
  }
  const root = createRoot(emptied())
  const from = performance.now()
  root.render(
    <TimeChart
      name="ours"
      label="Ours"
      figures={figures}
      describe={(at) => String(at)}
      readout={(at) => <span>{at}</span>}
      file={{ name: 'ours', title: 'Ours', source: 'Bench', hasAmounts: false, rows: () => [] }}
    />,
  )
  return painted(from, () => box.querySelector('path.recharts-curve') !== null)
}

const theirs: Draw = (count) => {
  const points = walk(count)
  const data: uPlot.AlignedData = [
    points.map(({ at }) => at / 1_000),
    points.map(({ value }) => value),
  ]
  const place = emptied()
  const from = performance.now()
  // oxlint-disable-next-line no-new
  new uPlot({ ...SIZE, series: [{}, { stroke: 'blue', width: 1.75 }] }, data, place)
  return painted(from, () => box.querySelector('canvas') !== null)
}

const path: Draw = (count) => {
  const points = walk(count)
  const place = emptied()
  const from = performance.now()
  const values = points.map(({ value }) => value)
  const low = values.reduce((a, b) => Math.min(a, b))
  const span = values.reduce((a, b) => Math.max(a, b)) - low
  const line = values
    .map((value, index) => {
      const x = (index / count) * SIZE.width
      return `${x.toFixed(1)} ${(SIZE.height * (1 - (value - low) / span)).toFixed(1)}`
    })
    .join('L')
  place.innerHTML = `<svg width="${SIZE.width}" height="${SIZE.height}"><path d="M${line}" fill="none" stroke="blue"/></svg>`
  return painted(from, () => box.querySelector('path') !== null)
}

Object.assign(window, { benchDraw: { ours, uPlot: theirs, path } })
