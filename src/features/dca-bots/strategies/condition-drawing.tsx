import { useWidth } from '#charts/use-width.ts'
import type { DealStartCondition } from '#contract/dca-strategies.ts'
import { latestWindow, useCandles } from '#market/candles.ts'
import { toNumber } from '#money/decimal.ts'
import { nonZero } from '#money/numbers.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import type { Series } from '#trading/indicators.ts'
import { fromSlashPair } from '#trading/pair.ts'

import {
  BEFORE,
  type ConditionPicture,
  DRAWN,
  intervalOf,
  type PictureLine,
  pictureOf,
} from './condition-picture.ts'

const HEIGHT = 88
const EDGE = 6

type ConditionDrawingProps = {
  condition: DealStartCondition
  /** As people write it: "BTC/USDT". */
  pair: string
}

/** The indicator over the latest candles of a pair, and what it says now. */
export function ConditionDrawing({ condition, pair }: ConditionDrawingProps) {
  const { clock } = useService()
  const interval = intervalOf(condition)
  const window = latestWindow(interval, DRAWN + BEFORE, clock.now())
  const { data, error } = useCandles({ pair: fromSlashPair(pair), exchange: undefined }, window)
  const closes = (data ?? []).flatMap(({ close }) => (close === undefined ? [] : [toNumber(close)]))
  const picture = pictureOf(condition, closes)
  return (
    <figure className="pt-2">
      <div className="h-22">{picture && <Drawing picture={picture} />}</div>
      <figcaption className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-3">
        <span>
          {picture?.words ?? captionOf(data && closes.length, error && failureWords(error))}
        </span>
        <span>
          {pair}, {DRAWN} × {interval}
        </span>
      </figcaption>
    </figure>
  )
}

function captionOf(candles: number | undefined, failure: string | null): string {
  if (failure !== null) return `The prices could not be loaded. ${failure}`
  if (candles === undefined) return 'Loading prices'
  return candles === 0
    ? 'The service sent no candles of this pair.'
    : 'The periods and candles of the service give no chart.'
}

const STROKES: Record<
  PictureLine['of'],
  { stroke: string; strokeWidth: number; strokeDasharray?: string }
> = {
  price: { stroke: 'var(--text)', strokeWidth: 1.25 },
  band: { stroke: 'var(--text-3)', strokeWidth: 1 },
  indicator: { stroke: 'var(--accent)', strokeWidth: 1.5 },
  signal: { stroke: 'var(--text-3)', strokeWidth: 1, strokeDasharray: '3 2' },
}

/** Heard as its caption's sentence, so the drawing itself is silent. */
function Drawing({ picture }: { picture: ConditionPicture }) {
  const [box, width] = useWidth<HTMLDivElement>()
  const { lines, levels, low, high } = picture
  const y = (value: number) =>
    EDGE + (1 - (value - low) / nonZero(high - low)) * (HEIGHT - 2 * EDGE)
  const pathOf = (values: Series) => {
    const step = width / Math.max(1, values.length - 1)
    return values
      .flatMap((value, index) =>
        value === undefined ? [] : [`${(index * step).toFixed(1)} ${y(value).toFixed(1)}`],
      )
      .join('L')
  }
  return (
    <div ref={box} className="h-full">
      {width > 0 && (
        <svg aria-hidden="true" width={width} height={HEIGHT} className="block">
          {levels.map((level) => (
            <path
              key={level}
              d={`M0 ${Math.round(y(level)) + 0.5}H${width}`}
              stroke="var(--edge)"
              strokeDasharray="1 3"
            />
          ))}
          {lines.map(({ of, values }, index) => (
            <path key={index} d={`M${pathOf(values)}`} fill="none" {...STROKES[of]} />
          ))}
        </svg>
      )}
    </div>
  )
}
