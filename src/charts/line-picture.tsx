import { memo, Suspense } from 'react'
import { Deferred } from '#ui/deferred.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { ChartFrame } from './chart-frame.tsx'
import type { Flow } from './flow-mark.tsx'
import { LineSketch } from './line-sketch.tsx'
import type { Plot, TimeSeriesData } from './plot.ts'

const LineChart = lazyPanel(() => import('./line-chart.tsx').then((module) => module.LineChart))

type LinePictureProps = {
  plot: Plot
  data: TimeSeriesData
  flows: readonly Flow[]
  formatValue: (value: number) => string
  formatTime: (at: number) => string
}

/**
 * The picture: its frame and its line as a bare path at once, and in the line's place all lines as soon
 * as their code is there. It is drawn again for new data or a new width, never for the cursor.
 */
export const LinePicture = memo(function LinePicture(props: LinePictureProps) {
  const { plot, data, flows, formatValue, formatTime } = props
  const sketch = <LineSketch plot={plot} points={data.points} gaps={data.gaps} />
  return (
    <>
      <ChartFrame plot={plot} data={data} formatValue={formatValue} formatTime={formatTime} />
      <Deferred meanwhile={sketch}>
        <Suspense fallback={sketch}>
          <LineChart plot={plot} data={data} flows={flows} />
        </Suspense>
      </Deferred>
    </>
  )
})
