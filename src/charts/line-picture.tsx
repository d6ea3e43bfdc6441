import { Suspense } from 'react'
import { Afterwards } from '#ui/afterwards.tsx'
import { later } from '#ui/later.tsx'
import { LineSketch } from './line-sketch.tsx'
import type { TimeSeriesPictureProps } from './time-series-picture.tsx'

const TimeSeriesPicture = later(() =>
  import('./time-series-picture.tsx').then((module) => module.TimeSeriesPicture),
)

/** The line as a bare path at once, and in its place the whole chart as soon as its code is there. */
export function LinePicture(props: TimeSeriesPictureProps) {
  const sketch = <LineSketch plot={props.plot} points={props.data.points} />
  return (
    <Afterwards meanwhile={sketch}>
      <Suspense fallback={sketch}>
        <TimeSeriesPicture {...props} />
      </Suspense>
    </Afterwards>
  )
}
